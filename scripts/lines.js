// Breaks minified JavaScript into lines of a hundred characters or so, and its source map with it. Before the
// message of an uncaught error Node.js prints the line that it comes from, which else is the whole file;
// so few breaks cost next to nothing after gzip.
const enough = 100;

/** @param map the source map of the code, or undefined */
export async function breakLines(code, map) {
  // Not at the top: the set-up, which brings them, reads this file before they are there.
  const { parseAst } = await import('rolldown/parseAst');
  const codec = await import('@jridgewell/sourcemap-codec');
  const breaks = [];
  let line = 0; // where the line begins, in the code as it was
  for (const place of [...placesIn(parseAst(code))].sort((a, b) => a - b)) {
    line = Math.max(line, code.lastIndexOf('\n', place - 1) + 1);
    // Only where a statement, a member or the part of a list has just ended.
    if (place - line < enough || !';{},'.includes(code[place - 1])) continue;
    breaks.push(place);
    line = place;
  }
  const pieces = [0, ...breaks].map((start, i) => code.slice(start, breaks[i]));
  return {
    code: pieces.join('\n'),
    map: map && { ...map, mappings: movedMappings(codec, code, breaks, map) },
  };
}

/** Where statements, members of classes and objects, and the parts of lists and declarations begin. */
function* placesIn(node) {
  if (Array.isArray(node)) {
    for (const item of node) yield* placesIn(item);
    return;
  }
  if (typeof node?.type !== 'string') return;
  const { type, body, cases, declarations, elements, expressions, properties, specifiers } = node;
  const lists = [body, cases, declarations, elements, properties, specifiers];
  if (type === 'SequenceExpression') lists.push(expressions);
  for (const list of lists) if (Array.isArray(list)) yield* list.map((item) => item?.start ?? 0);
  for (const value of Object.values(node)) if (typeof value === 'object') yield* placesIn(value);
}

/** Each segment in the line, and the column of it, that its place is in now. */
function movedMappings({ decode, encode }, code, breaks, { mappings }) {
  const found = decode(typeof mappings === 'string' ? mappings : '');
  const moved = [];
  let start = 0; // of the old line
  let passed = 0;
  for (const segments of found) {
    const end = code.indexOf('\n', start) + 1 || code.length + 1;
    let from = start;
    moved.push([]);
    for (const [column, ...rest] of segments) {
      for (; passed < breaks.length && breaks[passed] <= start + column; ++passed) {
        from = breaks[passed];
        moved.push([]);
      }
      moved.at(-1).push([start + column - from, ...rest]);
    }
    for (; passed < breaks.length && breaks[passed] < end; ++passed) moved.push([]);
    start = end;
  }
  return encode(moved);
}
