// Text from arguments and files, made safe to show. Printed raw, it could send control sequences to the
// terminal, end a line early, or turn the order of what follows: every such character is shown by its
// escape instead, as JSON writes it.

/** Controls (C0, DEL, C1), format characters (bidi, zero-width, tags), separators of lines, lone surrogates. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const shortEscapes = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeOf(character: string): string {
  const short = shortEscapes.get(character);
  if (short !== undefined) return short;
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** The text on one line, with nothing in it that a terminal obeys. */
export function printable(text: string): string {
  return text.replace(unsafe, escapeOf);
}

/** In quotes, and cut where it is long. */
export function quoted(text: string, most = 80): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return printable(JSON.stringify(shown));
}

/** The name of a file: as it is, but for what is not printable. */
export function nameText(path: string): string {
  return path === '' ? '""' : printable(path);
}

/** The first of several names, each in quotes, and how many there are. */
export function listText(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).map((name) => quoted(name));
  return names.length > most ? `${shown.join(', ')}, … (${names.length} in all)` : shown.join(', ');
}
