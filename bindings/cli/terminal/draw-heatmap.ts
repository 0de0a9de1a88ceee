// Draws a heatmap in the terminal. With colours each line shows two rows. Without colours each value is one
// character.
import { colourOf } from '../../formats/colours.js';

const shades = ' .:-=+*#%@';

function shade(value: number): string {
  return shades[Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (shades.length - 1))] as string;
}

export interface HeatmapSize {
  rows: number;
  columns: number;
}

/** Draws the values `at(row, column)`. */
export function drawHeatmap(
  at: (row: number, column: number) => number,
  size: HeatmapSize,
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
      const below = row + 1 < size.rows;
      const lower = below ? `\x1b[48;2;${colourOf(at(row + 1, column)).join(';')}m` : '\x1b[49m';
      line += `\x1b[38;2;${colourOf(upper).join(';')}m${lower}\u2580`;
    }
    lines.push(coloured ? `${line}\x1b[0m` : line);
  }
  return lines.join('\n');
}
