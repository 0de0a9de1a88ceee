// Keys that a JSON text has twice in one object. JSON.parse takes the last of them without a word, other
// readers the first.

/** The first such key; undefined where there is none. The text is one that JSON.parse takes. */
export function repeatedKey(json: string): string | undefined {
  /** For each object or array that is open: its keys so far, or nothing for an array. */
  const open: (Set<string> | undefined)[] = [];
  let expectsKey = false;
  for (let at = 0; at < json.length; ++at) {
    const character = json[at];
    if (character === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys && expectsKey) {
        const key = JSON.parse(json.slice(at, end + 1));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      expectsKey = false;
      at = end;
    } else if (character === '{') {
      open.push(new Set());
      expectsKey = true;
    } else if (character === '[') {
      open.push(undefined);
    } else if (character === '}' || character === ']') {
      open.pop();
      expectsKey = false;
    } else if (character === ',') {
      expectsKey = open.at(-1) !== undefined;
    }
  }
  return undefined;
}

/** The place of the quote that ends the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; ; ++at) {
    if (json[at] === '\\') ++at;
    else if (json[at] === '"') return at;
  }
}
