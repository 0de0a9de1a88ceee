// Makes text from arguments and files safe to print. Printed as it is, it could control the terminal, break
// a line or reverse the order of the text after it. Such characters are shown as escapes, as in JSON.

/** Control characters, format characters (bidi, zero-width, tags), line separators and lone surrogates. */
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

/** The text on one line, without anything that controls a terminal. */
export function printable(text: string): string {
  return text.replace(unsafe, escapeOf);
}

/** The text in quotes, cut if it is long. */
export function quoted(text: string, most = 80): string {
  const shown = text.length > most ? `${text.slice(0, most)}…` : text;
  return printable(JSON.stringify(shown));
}

/** The name of a file, without quotes unless it is empty. */
export function nameText(path: string): string {
  return path === '' ? '""' : printable(path);
}

/** The first few names in quotes, and how many there are if that is not all. */
export function listText(names: readonly string[], most = 8): string {
  const shown = names.slice(0, most).map((name) => quoted(name));
  return names.length > most ? `${shown.join(', ')}, … (${names.length} in all)` : shown.join(', ');
}
