// Finds a key that a JSON object has twice. JSON.parse silently takes the last one, other readers the first.

/** The first repeated key, or undefined. The text must be valid JSON. */
export function repeatedKey(json: string): string | undefined {
  /** For each open object its keys so far, for each open array undefined. */
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

/** The index of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; ; ++at) {
    if (json[at] === '\\') ++at;
    else if (json[at] === '"') return at;
  }
}
