// The originals' definitions, written from their sources in 200-bit arithmetic: the wave of each channel, for
// any grid and width. `presets` and the tables in the documentation are checked against them.
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from './precise.js';

/** A channel: the sine or cosine of frequency times position along an axis, or zero. */
type Channel = { wave: 'sin' | 'cos'; axis: number; frequency: bigint } | undefined;

export interface Definition {
  /** The original's channels, for a number of axes. */
  channelsOf(channels: number, axes: number): Channel[];
  /** The position of the first row. */
  first?: number;
  /** Grids and widths that the original supports. */
  grids: readonly (readonly number[])[];
  widths: readonly number[];
}

const list = <T>(count: number, f: (i: number) => T) => Array.from({ length: count }, (_, i) => f(i));
const wave = (kind: 'sin' | 'cos', axis: number, frequencies: readonly bigint[]): Channel[] =>
  frequencies.map((frequency) => ({ wave: kind, axis, frequency }));

const concatenated = (axis: number, frequencies: readonly bigint[]) => [
  ...wave('sin', axis, frequencies),
  ...wave('cos', axis, frequencies),
];
const interleaved = (axis: number, frequencies: readonly bigint[]) =>
  frequencies.flatMap((frequency) => [...wave('sin', axis, [frequency]), ...wave('cos', axis, [frequency])]);

/** 10000^(-i/n), for n pairs. */
const approaching = (n: number) => list(n, (i) => preciseFrequency(i, n));
/** 10000^(-i/(n-1)), for n pairs. */
const reaching = (n: number) => list(n, (i) => preciseFrequency(i, n, { shift: 1 }));
const padded = (made: Channel[], channels: number) => [
  ...made,
  ...list(channels - made.length, () => undefined),
];

const timingSignal = (channels: number, axes: number) => {
  const frequencies = reaching(Math.floor(channels / (2 * axes)));
  return padded(list(axes, (axis) => concatenated(axis, frequencies)).flat(), channels);
};

/** positional-encodings: each axis has a block with an even number of channels; the last is cut off. */
const blocks = (layout: typeof interleaved) => (channels: number, axes: number) => {
  const frequencies = approaching(Math.ceil(channels / (2 * axes)));
  return list(axes, (axis) => layout(axis, frequencies))
    .flat()
    .slice(0, channels);
};

const line = [[7]];
const every = list(9, (i) => i + 1);
const wide = [10, 11, 13, 16, 31, 64];
const planes = [
  [2, 3],
  [3, 3],
  [5, 1],
  [1, 4],
];
const anyGrid = [...line, ...planes, [2, 1, 3]];

/** By the names in the documentation's tables. */
export const definitions: Readonly<Record<string, Definition>> = {
  'Vaswani et al. 2017': {
    // Channel 2i has the exponent 2i/channels, whether channels is even or odd.
    channelsOf: (channels) =>
      interleaved(
        0,
        list(Math.ceil(channels / 2), (i) => preciseFrequency(2 * i, channels)),
      ).slice(0, channels),
    grids: line,
    widths: [...every, ...wide],
  },
  'positional-encodings 5.1 and later': {
    channelsOf: blocks(interleaved),
    grids: anyGrid,
    widths: [...every, ...wide],
  },
  'positional-encodings 5.0': {
    channelsOf: blocks(concatenated),
    grids: anyGrid,
    widths: [...every, ...wide],
  },
  AllenNLP: {
    channelsOf: timingSignal,
    grids: line,
    widths: [1, ...every.slice(3), ...wide],
  },
  tensor2tensor: {
    channelsOf: timingSignal,
    grids: anyGrid,
    widths: [1, 2, 3, ...list(20, (i) => i + 12), 64],
  },
  fairseq: {
    channelsOf: timingSignal,
    first: 2,
    grids: line,
    widths: [1, ...every.slice(3), ...wide],
  },
  Whisper: { channelsOf: timingSignal, grids: line, widths: [4, 6, 8, 10, 16, 64] },
  MAE: {
    // The column comes first; consecutive rows of the table move along the columns of the grid.
    channelsOf: (channels) => [1, 0].flatMap((axis) => concatenated(axis, approaching(channels / 4))),
    grids: planes,
    widths: [4, 8, 12, 20, 64],
  },
  'MoCo v3': {
    // Its positions are computed width-major, so on a square grid the row comes first.
    channelsOf: (channels) => [0, 1].flatMap((axis) => concatenated(axis, approaching(channels / 4))),
    grids: [[3, 3]],
    widths: [4, 8, 12, 64],
  },
  SimpleViT: {
    channelsOf: (channels) => [1, 0].flatMap((axis) => concatenated(axis, reaching(channels / 4))),
    grids: planes,
    widths: [8, 12, 20, 64],
  },
};

/** The values of a definition on a grid, channels last. */
export function valuesOf({ channelsOf, first = 0 }: Definition, grid: readonly number[], channels: number) {
  const made = channelsOf(channels, grid.length);
  let points: number[][] = [[]];
  for (const length of grid) points = points.flatMap((point) => list(length, (i) => [...point, first + i]));
  return points.flatMap((point) =>
    made.map((channel) => {
      if (channel === undefined) return 0;
      const angle = preciseProduct(precise(point[channel.axis] as number), channel.frequency);
      return sineAndCosine(angle)[channel.wave];
    }),
  );
}
