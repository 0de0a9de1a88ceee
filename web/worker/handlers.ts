// What the page can ask the worker, by name, and the types of the questions and answers.
import { version } from 'posenc';
import { type Picture, render } from '../drawing/raster.js';
import type { Axis, Encoding } from '../model/encoding.js';
import type { Choice } from '../model/scheme.js';
import { accuracy } from './accuracy.js';
import { csv, npy, png } from './files.js';
import { matrixOf, open } from './open-encodings.js';
import { path } from './path.js';
import { largest } from './row-readers.js';
import { type Shown, shownRows } from './shown.js';
import { similarity } from './similarity.js';
import { type Slice, slice } from './slice.js';
import { timing } from './timing.js';
import type { Measure } from './vectors.js';
import { measureWaves, type Waves } from './waves.js';

/** What the page knows about an encoding. */
export interface Description {
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  readonly channels: number;
  readonly channelsFirst: boolean;
  readonly rows: number;
  readonly columns: number;
  readonly waves: Waves;
}

const descriptions = new WeakMap<Encoding, Description>();

function describe(choice: Choice): Description {
  const encoding = open(choice);
  let found = descriptions.get(encoding);
  if (found === undefined) {
    const { shape, axes, channels, channelsFirst } = encoding;
    found = { shape, axes, channels, channelsFirst, ...matrixOf(encoding), waves: measureWaves(encoding) };
    descriptions.set(encoding, found);
  }
  return found;
}

export type Progress = (part: unknown) => void;

export const handlers = {
  describe,

  version: () => version,

  /** The largest value, without its sign: 1 for an encoding. */
  range(shown: Shown): number {
    if (!shown.minus) return 1;
    const found = shownRows(shown);
    found.range ??= largest(found.read, found.rows);
    return found.range;
  },

  async picture(shown: Shown, picture: Picture): Promise<ImageBitmap> {
    const { read, rows, columns } = shownRows(shown);
    const pixels = render(read, rows, columns, picture);
    return createImageBitmap(new ImageData(pixels, picture.width, picture.height));
  },

  /** One value of each encoding, or null if it has no such cell. */
  values(choices: readonly Choice[], row: number, column: number): (number | null)[] {
    return choices.map((a) => {
      const { read, rows, columns } = shownRows({ a });
      return row < rows && column < columns ? (read(row)[column] as number) : null;
    });
  },

  /** A block of values, row by row. */
  block(shown: Shown, row: number, column: number, rows: number, columns: number): Float32Array {
    const { read } = shownRows(shown);
    const out = new Float32Array(rows * columns);
    for (let r = 0; r < rows; ++r) out.set(read(row + r).subarray(column, column + columns), r * columns);
    return out;
  },

  at(choice: Choice, positions: readonly ArrayLike<number>[]): Float32Array {
    return open(choice).at(positions);
  },

  /** Some channels at positions along one axis, with the other axes at 0: an array for each channel. */
  curves(choice: Choice, axis: number, positions: Float64Array, channels: readonly number[]): Float32Array[] {
    const encoding = open(choice);
    const values = encoding.at(encoding.axes.map((_, other) => (other === axis ? positions : [0])));
    return channels.map((channel) =>
      Float32Array.from({ length: positions.length }, (_, i) => values[i * encoding.channels + channel] ?? 0),
    );
  },

  similarity: (choice: Choice, measure: Measure, size: number, spread: boolean) =>
    similarity(open(choice), measure, size, spread),

  slice: (
    choice: Choice,
    where: Slice,
    channels: readonly number[],
    pixel: readonly [number, number],
    measure: Measure,
  ) => slice(open(choice), where, channels, pixel, measure),

  path: (choice: Choice, most: number, spread: boolean, chosen: readonly number[] | undefined) =>
    path(open(choice), most, spread, chosen),

  async accuracy(channels: number, longest: number, progress: Progress): Promise<void> {
    for (const point of accuracy(channels, longest)) {
      progress(point);
      await undefined;
    }
  },

  async timing(positions: number, channels: number, progress: Progress): Promise<void> {
    for await (const part of timing(positions, channels)) progress(part);
  },

  file(choice: Choice, kind: 'npy' | 'csv' | 'png', colours: Uint32Array): Blob | Promise<Blob> {
    const encoding = open(choice);
    if (kind === 'npy') return npy(encoding);
    return kind === 'csv' ? csv(encoding) : png(encoding, colours);
  },
};

export type Handlers = typeof handlers;
export interface Request {
  id: number;
  name: keyof Handlers;
  args: unknown[];
}
export type Reply =
  | { id: number; progress: unknown }
  | { id: number; result: unknown }
  | { id: number; error: string };
