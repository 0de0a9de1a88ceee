// Breaks minified JavaScript into lines of about a hundred characters, and adjusts its source map. Before the
// message of an uncaught error Node.js prints the source line, which would otherwise be the whole file.
// After gzip, so few line breaks cost almost nothing.
const enough = 100;

/** @param map the source map of the code, or undefined */
export async function breakLines(code, map) {
  // Imported here, since setup, which installs them, loads this file first.
  const { parseAst } = await import('rolldown/parseAst');
  const codec = await import('@jridgewell/sourcemap-codec');
  const breaks = [];
  let line = 0; // start of the current line, in the original code
  for (const place of [...placesIn(parseAst(code))].sort((a, b) => a - b)) {
    line = Math.max(line, code.lastIndexOf('\n', place - 1) + 1);
    // Only right after a statement, a member or a list item.
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

/** The start offsets of statements, of members of classes and objects, and of items of lists and declarations. */
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

/** The mappings, with each segment moved to its new line and column. */
function movedMappings({ decode, encode }, code, breaks, { mappings }) {
  const found = decode(typeof mappings === 'string' ? mappings : '');
  const moved = [];
  let start = 0; // of the original line
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
