// Sinusoidal encodings of grids: the plan as a class, and the functions that make one for a single use.
import { checkApart, checkFloats, checkInteger, checkLength, checkObject } from './check.js';
import { getNative, heapFloats } from './lifecycle.js';
import { addressOf } from './memory.js';
import type { NativeModule } from './posenc.js';
import { draftOfGrid, makePlan, type SinusoidalOptions } from './spec.js';

/** Rows [from, to) of the encoding. */
export interface RowRange {
  from: number;
  to: number;
}

const rangeKeys = new Set(['from', 'to']);

/** Plans that were dropped without `dispose` give their memory back some time after. */
const dropped = new FinalizationRegistry<{ native: NativeModule; handle: number }>(({ native, handle }) => {
  native.destroySinusoidal(handle);
});

/**
 * A plan: its tables are built once, and each use costs a walk over them. The encoding has one row per
 * grid point (in row-major order) and one column per channel; with `channelsFirst`, one row per channel
 * and one column per grid point.
 *
 * Values are within 2e-7 of the exact ones, and the same bits whichever rows are asked for.
 *
 * Source: Vaswani et al. 2017, section 3.5; the options name those of others.
 */
export class Sinusoidal {
  /** [...grid, channels], or [channels, ...grid]. */
  readonly shape: readonly number[];
  readonly #rowCount: number;
  readonly #rowLength: number;
  readonly #native: NativeModule;
  #handle: number;

  /** @throws TypeError or RangeError that names the option, its value and what was expected. */
  constructor(options: SinusoidalOptions) {
    this.#native = getNative();
    const draft = draftOfGrid(options);
    this.#handle = makePlan(draft, this.#native.makeSinusoidal);
    const grid = draft.axes.map(({ length }) => length);
    const { channels, channelsFirst } = draft.spec;
    const points = grid.reduce((product, length) => product * length, 1);
    this.shape = Object.freeze(channelsFirst ? [channels, ...grid] : [...grid, channels]);
    this.#rowCount = channelsFirst ? channels : points;
    this.#rowLength = channelsFirst ? points : channels;
    dropped.register(this, { native: this.#native, handle: this.#handle }, this);
  }

  /**
   * Writes the encoding, or some of its rows, into `out` (by default a new array) and returns it.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  encode(out?: Float32Array, rows?: RowRange): Float32Array {
    const handle = this.#live();
    let from = 0;
    let to = this.#rowCount;
    if (rows !== undefined) {
      checkObject('rows', rows, rangeKeys);
      to = checkInteger('rows.to', rows.to, 0);
      from = checkInteger('rows.from', rows.from, 0);
      if (to > this.#rowCount) {
        throw new RangeError(
          `rows.to is ${to}: expected at most ${this.#rowCount}, the rows of the encoding`,
        );
      }
      if (from > to) throw new RangeError(`rows.from is ${from}: expected at most rows.to, ${to}`);
    }
    const count = (to - from) * this.#rowLength;
    const target = out === undefined ? newFloats(count) : checkFloats('out', out);
    if (out !== undefined) checkLength('out', target, count, 'rows times their length');
    const address = addressOf('out', target);
    const first = from * this.#rowLength;
    if (address >= 0) {
      if (count > 0) this.#native.encode(handle, first, count, address);
      return target;
    }
    const { scratch } = this.#native;
    const piece = this.#pieceLength();
    for (let done = 0; done < count; done += piece) {
      const length = Math.min(piece, count - done);
      this.#native.encode(handle, first + done, length, scratch);
      target.set(heapFloats().subarray(scratch / 4, scratch / 4 + length), done);
    }
    return target;
  }

  /**
   * out = x + encoding, in place unless `out` is given. `x` may be a batch: its length is a whole
   * multiple of the encoding's. Each sum is that of float32 numbers, rounded once.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  add(x: Float32Array, out: Float32Array = x): Float32Array {
    const handle = this.#live();
    const from = checkFloats('x', x);
    const target = checkFloats('out', out);
    const count = from.length;
    const size = this.#rowCount * this.#rowLength;
    if (size === 0 ? count > 0 : count % size !== 0) {
      throw new RangeError(
        `x has ${count} values: expected a multiple of ${size}, the values of the encoding`,
      );
    }
    checkLength('out', target, count, 'as many as x');
    checkApart(from, target);
    const xAddress = addressOf('x', from);
    const outAddress = addressOf('out', target);
    if (xAddress >= 0 && outAddress >= 0) {
      if (count > 0) this.#native.add(handle, 0, count, xAddress, outAddress);
      return target;
    }
    const { scratch } = this.#native;
    const piece = this.#pieceLength();
    for (let done = 0; done < count; done += piece) {
      const length = Math.min(piece, count - done);
      // What lies in wasm memory is read or written there; what does not passes through the scratch.
      if (xAddress < 0) heapFloats().set(from.subarray(done, done + length), scratch / 4);
      const at = outAddress < 0 ? scratch : outAddress + done * 4;
      this.#native.add(handle, done, length, xAddress < 0 ? scratch : xAddress + done * 4, at);
      if (outAddress < 0) target.set(heapFloats().subarray(scratch / 4, scratch / 4 + length), done);
    }
    return target;
  }

  /** Gives the plan's memory back; twice is as good as once. Plans that are dropped are collected. */
  dispose(): void {
    if (this.#handle === 0) return;
    dropped.unregister(this);
    this.#native.destroySinusoidal(this.#handle);
    this.#handle = 0;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #live(): number {
    if (this.#handle === 0) throw new Error('The plan is disposed of: make another Sinusoidal');
    return this.#handle;
  }

  /** What fits the scratch: whole rows where a row fits. */
  #pieceLength(): number {
    const { scratchValues } = this.#native;
    const rows = Math.floor(scratchValues / this.#rowLength);
    return rows > 0 ? rows * this.#rowLength : scratchValues;
  }
}

export function newFloats(count: number): Float32Array<ArrayBuffer> {
  try {
    return new Float32Array(count);
  } catch (cause) {
    throw new RangeError(
      `The result has ${count} values, more than an array can hold here: take it by rows`,
      {
        cause,
      },
    );
  }
}

/**
 * The encoding of a grid, into `out` or a new array. For more than one use of the same options a
 * `Sinusoidal` saves the making of the tables.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encode(options: SinusoidalOptions, out?: Float32Array): Float32Array {
  const plan = new Sinusoidal(options);
  try {
    return plan.encode(out);
  } finally {
    plan.dispose();
  }
}

/**
 * out = x + encoding, in place unless `out` is given; `x` may be a batch.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function add(x: Float32Array, options: SinusoidalOptions, out?: Float32Array): Float32Array {
  const plan = new Sinusoidal(options);
  try {
    return plan.add(x, out);
  } finally {
    plan.dispose();
  }
}
