// Sinusoidal encodings of grids: the plan as a class, and the functions for a single use.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkApart, checkFloats, checkInteger, checkLength, checkObject } from './check.js';
import { Plan } from './plan.js';
import { withPlan } from './plans.js';
import { draftOfGrid, type SinusoidalOptions } from './spec.js';

/** Rows [from, to) of the encoding. */
export interface RowRange {
  from: number;
  to: number;
}

const rangeKeys = new Set(['from', 'to']);

/** Plans that were dropped without `dispose` give their memory back some time after. */
const dropped = new FinalizationRegistry<Plan>((plan) => plan.dispose());

/** The plan within a `Sinusoidal`, for the package's own use; undefined for anything else. */
export let planOf: (value: unknown) => Plan | undefined;

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
  readonly #plan: Plan;

  static {
    planOf = (value) =>
      typeof value === 'object' && value !== null && #plan in value ? value.#plan : undefined;
  }

  /** @throws TypeError or RangeError that names the option, its value and what was expected. */
  constructor(options: SinusoidalOptions) {
    this.#plan = new Plan(draftOfGrid(options));
    dropped.register(this, this.#plan, this);
  }

  /** [...grid, channels], or [channels, ...grid]. */
  get shape(): readonly number[] {
    return this.#plan.shape;
  }

  /**
   * Writes the encoding, or some of its rows, into `out` (by default a new array) and returns it.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  encode(out?: Float32Array, rows?: RowRange): Float32Array {
    return encodeRows(this.#plan, out, rows);
  }

  /**
   * out = x + encoding, in place unless `out` is given. `x` may be a batch: its length is a whole
   * multiple of the encoding's. Each sum is that of float32 numbers, rounded once.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  add(x: Float32Array, out: Float32Array = x): Float32Array {
    return addTo(this.#plan, x, out);
  }

  /** Gives the plan's memory back; twice is as good as once. Plans that are dropped are collected. */
  dispose(): void {
    dropped.unregister(this);
    this.#plan.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * The encoding of a grid, into `out` or a new array. Its tables are kept for a while, for calls with the
 * same options; a `Sinusoidal` keeps them as long as it lives, and saves looking at the options.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encode(options: SinusoidalOptions, out?: Float32Array): Float32Array {
  return withPlan(draftOfGrid(options), (plan) => encodeRows(plan, out));
}

/**
 * out = x + encoding, in place unless `out` is given; `x` may be a batch.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function add(x: Float32Array, options: SinusoidalOptions, out: Float32Array = x): Float32Array {
  return withPlan(draftOfGrid(options), (plan) => addTo(plan, x, out));
}

function encodeRows(plan: Plan, out?: Float32Array, rows?: RowRange): Float32Array {
  plan.checkLive();
  const { rowCount, rowLength } = plan;
  const { from, to } = rows === undefined ? { from: 0, to: rowCount } : checkRows(rows, rowCount);
  const count = (to - from) * rowLength;
  const target = out === undefined ? newFloats(count) : checkFloats('out', out);
  if (out !== undefined) checkLength('out', target, count, 'rows times their length');
  plan.encode(from * rowLength, target);
  return target;
}

function addTo(plan: Plan, x: Float32Array, out: Float32Array): Float32Array {
  plan.checkLive();
  const from = checkFloats('x', x);
  const target = checkFloats('out', out);
  const { size } = plan;
  if (size === 0 ? from.length > 0 : from.length % size !== 0) {
    throw new RangeError(
      `x has ${from.length} values: expected a multiple of ${size}, the values of the encoding`,
    );
  }
  checkLength('out', target, from.length, 'as many as x');
  checkApart(from, target);
  plan.add(from, target);
  return target;
}

export function checkRows(rows: RowRange, rowCount: number): RowRange {
  checkObject('rows', rows, rangeKeys);
  const to = checkInteger('rows.to', rows.to, 0);
  const from = checkInteger('rows.from', rows.from, 0);
  if (to > rowCount) {
    throw new RangeError(`rows.to is ${to}: expected at most ${rowCount}, the rows of the encoding`);
  }
  if (from > to) throw new RangeError(`rows.from is ${from}: expected at most rows.to, ${to}`);
  return { from, to };
}

export function newFloats(count: number): Float32Array<ArrayBuffer> {
  try {
    return new Float32Array(count);
  } catch (cause) {
    throw new RangeError(
      `The result has ${count} values, more than an array can hold here: take it by rows`,
      { cause },
    );
  }
}
