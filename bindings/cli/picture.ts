// A picture of an encoding in the terminal: positions downwards, channels to the right. With colours, two
// rows to a line; without, one character for each value.

/** Blue for -1 over white to red for 1. */
function colour(value: number): string {
  const strength = Math.min(Math.abs(value), 1);
  const fade = Math.round(245 - 190 * strength);
  return value < 0 ? `${fade};${Math.round(245 - 110 * strength)};235` : `235;${fade};${fade}`;
}

const shades = ' .:-=+*#%@';

function shade(value: number): string {
  return shades[Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (shades.length - 1))] as string;
}

export interface PictureSize {
  rows: number;
  columns: number;
}

/** Draws `at(row, column)`, spread over `rows` x `columns` places. */
export function draw(
  at: (row: number, column: number) => number,
  size: PictureSize,
  coloured: boolean,
): string {
  const lines: string[] = [];
  const step = coloured ? 2 : 1;
  for (let row = 0; row < size.rows; row += step) {
    let line = '';
    for (let column = 0; column < size.columns; ++column) {
      const upper = at(row, column);
      if (!coloured) {
        line += shade(upper);
        continue;
      }
      const lower = row + 1 < size.rows ? `\x1b[48;2;${colour(at(row + 1, column))}m` : '\x1b[49m';
      line += `\x1b[38;2;${colour(upper)}m${lower}\u2580`;
    }
    lines.push(coloured ? `${line}\x1b[0m` : line);
  }
  return lines.join('\n');
}
