// Sinusoidal encodings of grids: the plan as a class, and the functions for a single use.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength, newFloats } from '../check/arrays.js';
import { checkInteger, checkObject } from '../check/check.js';
import { checkApart, currentArray, type Place, placeOf, placeOfFloats } from '../runtime/memory.js';
import { withPlan } from '../runtime/plan-cache.js';
import { type Draft, draftOfGrid, type SinusoidalOptions } from './options.js';
import { Plan } from './plan.js';

/** Rows [from, to) of the encoding. */
export interface RowRange {
  from: number;
  to: number;
}

const rangeKeys = new Set(['from', 'to']);

/** Plans that were dropped without `dispose` give their memory back some time after, where the platform tells. */
const dropped =
  typeof FinalizationRegistry === 'undefined'
    ? undefined
    : new FinalizationRegistry<Plan>((plan) => plan.dispose());

/** The plan within a `Sinusoidal`, or itself, for the package's own use; undefined for anything else. */
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
    planOf = (value) => {
      if (value instanceof Plan) return value;
      return typeof value === 'object' && value !== null && #plan in value ? value.#plan : undefined;
    };
  }

  /** @throws TypeError or RangeError that names the option, its value and what was expected. */
  constructor(options: SinusoidalOptions) {
    this.#plan = new Plan(draftOfGrid(options));
    dropped?.register(this, this.#plan, this);
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
    return addTo(this.#plan, placeOfFloats('x', x), placeOfFloats('out', out));
  }

  /** Gives the plan's memory back; idempotent. Plans that are dropped are collected. */
  dispose(): void {
    dropped?.unregister(this);
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
  const draft = draftOfGrid(options);
  return encodeDraft(draft, out === undefined ? undefined : placeOfFloats('out', out));
}

/** The place of `out` is known before a plan is made, which may let wasm memory grow. */
export function encodeDraft(draft: Draft, out: Place | undefined): Float32Array {
  return withPlan(draft, (plan) => encodeInto(plan, out, { from: 0, to: plan.rowCount }));
}

/**
 * out = x + encoding, in place unless `out` is given; `x` may be a batch.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function add(x: Float32Array, options: SinusoidalOptions, out: Float32Array = x): Float32Array {
  const draft = draftOfGrid(options);
  const [from, to] = [placeOfFloats('x', x), placeOfFloats('out', out)];
  return withPlan(draft, (plan) => addTo(plan, from, to));
}

function encodeRows(plan: Plan, out?: Float32Array, rows?: RowRange): Float32Array {
  // What the caller's own code may run in comes first: it could dispose of the plan.
  const range = rows === undefined ? { from: 0, to: plan.rowCount } : checkRows(rows, plan.rowCount);
  plan.checkLive();
  return encodeInto(plan, out === undefined ? undefined : placeOfFloats('out', out), range);
}

function encodeInto(plan: Plan, out: Place | undefined, { from, to }: RowRange): Float32Array {
  const { rowLength } = plan;
  const count = (to - from) * rowLength;
  if (out !== undefined) checkLength('out', out.length, count, 'rows times their length');
  const place = out ?? placeOf('out', newFloats(count));
  plan.encode(from * rowLength, place);
  return currentArray(place);
}

function addTo(plan: Plan, x: Place, out: Place): Float32Array {
  plan.checkLive();
  const { size } = plan;
  if (size === 0 ? x.length > 0 : x.length % size !== 0) {
    throw new RangeError(
      `x has ${x.length} values: expected a multiple of ${size}, the values of the encoding`,
    );
  }
  checkLength('out', out.length, x.length, 'as many as x');
  checkApart(x, out, true);
  plan.add(x, out);
  return currentArray(out);
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
