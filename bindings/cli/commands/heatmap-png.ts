// Draws an encoding as a PNG heatmap, one row of pixels for each row of values. A large encoding is sampled,
// so that any viewer can open the picture. In a small one each value is a square of several pixels.
import { encode as encodePng } from 'fast-png';
import { palette, shadeOf } from '../../formats/colours.js';
import type { Sinusoidal, SinusoidalOptions } from '../../js/index.node.js';
import { makeSampler, sampledColumns, sampledIndex } from './sampling.js';

const largestSide = 4096;
const smallestSide = 512;

export interface Heatmap {
  png: Uint8Array;
  /** How many rows and columns of the encoding the picture shows. */
  rows: number;
  columns: number;
}

export interface HeatmapSource {
  encoding: Sinusoidal;
  options: SinusoidalOptions;
  /** The rows from `from` to before `to`. */
  from: number;
  to: number;
  /** The text in the metadata of the picture. */
  text: Record<string, string>;
}

export async function makeHeatmap(
  { encoding, options, from, to, text }: HeatmapSource,
  afterSomeRows: () => Promise<void>,
): Promise<Heatmap> {
  const rows = Math.min(to - from, largestSide);
  const columns = Math.min(encoding.rowLength, largestSide);
  const side = Math.max(1, Math.floor(smallestSide / Math.max(rows, columns)));
  const width = columns * side;
  const data = new Uint8Array(width * rows * side);
  const sample = makeSampler(encoding);
  const line = new Float32Array(columns);
  const shown = sampledColumns(encoding, options, columns);
  for (let row = 0; row < rows; ++row) {
    sample(from + sampledIndex(row, rows, to - from), shown, line);
    const start = row * side * width;
    for (let x = 0; x < width; ++x) data[start + x] = shadeOf(line[Math.floor(x / side)] as number);
    for (let copy = 1; copy < side; ++copy) data.copyWithin(start + copy * width, start, start + width);
    if (row % 64 === 0) await afterSomeRows();
  }
  const colours = palette.map((colour) => [...colour]) as [number, number, number][];
  const png = encodePng({ width, height: rows * side, data, depth: 8, channels: 1, palette: colours, text });
  return { png, rows, columns };
}
