// An encoding as the views see it, whichever scheme made it: a tensor that is read row by row, and the same
// function at any other positions.
export type Posenc = Pick<typeof import('posenc'), 'encode' | 'presets' | 'Sinusoidal'>;

/** The positions along an axis: offset + i * step, or a list. */
export interface Axis {
  readonly length: number;
  readonly offset: number;
  readonly step: number;
  readonly list?: readonly number[] | undefined;
}

/**
 * What the values of an encoding mean.
 * - `sinusoidal`: a row for each position, and in each channel a sine, a cosine or a constant.
 */
export type EncodingKind = 'sinusoidal';

export interface Encoding {
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  readonly channels: number;
  readonly channelsFirst: boolean;
  /** Rows [from, to) of the tensor as a matrix. A row is a grid point or, with channels first, a channel. */
  rows(from: number, to: number, out: Float32Array): void;
  /** The encodings of grid points [from, to), channels last. */
  points(from: number, to: number, out: Float32Array): void;
  /** The encoding of a grid with other positions along its axes, channels last. */
  at(positions: readonly ArrayLike<number>[]): Float32Array;
  dispose(): void;
}

export const positionOf = (axis: Axis, index: number) =>
  axis.list?.[index] ?? axis.offset + axis.step * index;

export const productOf = (lengths: readonly number[]) => lengths.reduce((all, length) => all * length, 1);
