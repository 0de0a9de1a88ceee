// An encoding of a grid of positions, made from the library's sinusoidal options.
import type { Sinusoidal, SinusoidalOptions } from 'posenc';
import type { Axis, Encoding, Posenc } from '../../model/encoding.js';

export class GridEncoding implements Encoding {
  readonly shape: readonly number[];
  readonly axes: readonly Axis[];
  readonly channels: number;
  readonly channelsFirst: boolean;
  readonly #posenc: Posenc;
  readonly #options: SinusoidalOptions;
  readonly #plan: Sinusoidal;
  #pointPlan: Sinusoidal | undefined;

  /** @throws what the library throws for these options */
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
