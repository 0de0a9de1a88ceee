// An encoding as the views see it, whatever scheme made it: a tensor that is read by rows, and the same
// function at any other positions. Made with the library; nothing here computes an encoding.
import type { Sinusoidal, SinusoidalOptions } from 'posenc';

export type Posenc = typeof import('posenc');

/** The positions along an axis: first + i * step, or a list. */
export interface Axis {
  readonly length: number;
  readonly offset: number;
  readonly step: number;
  readonly list?: readonly number[] | undefined;
}

export interface Encoding {
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  readonly channels: number;
  readonly channelsFirst: boolean;
  /** Rows [from, to) of the tensor as a matrix: a row is a grid point or, with channels first, a channel. */
  rows(from: number, to: number, out: Float32Array): void;
  /** The encodings of grid points [from, to), channels last. */
  points(from: number, to: number, out: Float32Array): void;
  /** At the product of other positions along each axis, channels last. */
  at(positions: readonly ArrayLike<number>[]): Float32Array;
  dispose(): void;
}

export const positionOf = (axis: Axis, index: number) =>
  axis.list?.[index] ?? axis.offset + axis.step * index;

export const productOf = (lengths: readonly number[]) => lengths.reduce((all, length) => all * length, 1);

/** An encoding of a grid by the library's options. */
export class GridEncoding implements Encoding {
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  readonly channels: number;
  readonly channelsFirst: boolean;
  readonly #posenc: Posenc;
  readonly #options: SinusoidalOptions;
  readonly #plan: Sinusoidal;
  #pointPlan: Sinusoidal | undefined;

  /** @throws what the library throws for these options. */
  constructor(posenc: Posenc, options: SinusoidalOptions) {
    this.#posenc = posenc;
    this.#options = options;
    this.#plan = new posenc.Sinusoidal(options);
    this.shape = this.#plan.shape;
    this.channels = options.channels;
    this.channelsFirst = options.channelsFirst ?? false;
    const { offset = 0, step = 1, positions } = options;
    this.axes = options.grid.map((length, axis) => ({
      length,
      offset: typeof offset === 'number' ? offset : (offset[axis] as number),
      step: typeof step === 'number' ? step : (step[axis] as number),
      list: positions && Array.from(positions[axis] as ArrayLike<number>),
    }));
  }

  rows(from: number, to: number, out: Float32Array): void {
    this.#plan.encode(out, { from, to });
  }

  points(from: number, to: number, out: Float32Array): void {
    if (!this.channelsFirst) {
      this.#plan.encode(out, { from, to });
      return;
    }
    this.#pointPlan ??= new this.#posenc.Sinusoidal({ ...this.#options, channelsFirst: false });
    this.#pointPlan.encode(out, { from, to });
  }

  at(positions: readonly ArrayLike<number>[]): Float32Array {
    const { offset: _, step: __, channelsFirst: ___, ...rest } = this.#options;
    return this.#posenc.encode({ ...rest, grid: positions.map(({ length }) => length), positions });
  }

  dispose(): void {
    this.#plan.dispose();
    this.#pointPlan?.dispose();
  }
}
