// A heatmap as a PNG file: a row of the encoding is a row of the picture. It is small enough for any
// viewer, and large enough to see: of what has more rows or columns than that, some are shown, and of
// what has few, each value is a square.
import { encode as encodePng } from 'fast-png';
import { palette, shadeOf } from '../../formats/colours.js';
import type { GridPlan } from '../../js/internal.js';
import { makeSampler, spread, spreadChannels } from './sampling.js';

const largestSide = 4096;
const smallestSide = 512;

export interface Heatmap {
  png: Uint8Array;
  /** Rows and columns of the encoding that are shown. */
  rows: number;
  columns: number;
}

export interface HeatmapSource {
  plan: GridPlan;
  from: number;
  to: number;
  /** Whether columns are channels with sines and cosines in turns. */
  interleaved: boolean;
  text: Record<string, string>;
}

export async function makeHeatmap(
  { plan, from, to, interleaved, text }: HeatmapSource,
  progress: (done: number) => Promise<void>,
): Promise<Heatmap> {
  const rows = Math.min(to - from, largestSide);
  const columns = Math.min(plan.rowLength, largestSide);
  const side = Math.max(1, Math.floor(smallestSide / Math.max(rows, columns)));
  const width = columns * side;
  const data = new Uint8Array(width * rows * side);
  const sample = makeSampler(plan);
  const line = new Float32Array(columns);
  const shown = Array.from({ length: columns }, (_, i) =>
    spreadChannels(i, columns, plan.rowLength, interleaved),
  );
  for (let row = 0; row < rows; ++row) {
    sample(from + spread(row, rows, to - from), shown, line);
    const start = row * side * width;
    for (let x = 0; x < width; ++x) data[start + x] = shadeOf(line[Math.floor(x / side)] as number);
    for (let copy = 1; copy < side; ++copy) data.copyWithin(start + copy * width, start, start + width);
    if (row % 64 === 0) await progress(row);
  }
  const colours = palette.map((colour) => [...colour]) as [number, number, number][];
  const png = encodePng({ width, height: rows * side, data, depth: 8, channels: 1, palette: colours, text });
  return { png, rows, columns };
}
