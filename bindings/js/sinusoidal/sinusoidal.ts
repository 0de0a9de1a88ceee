// Sinusoidal encodings of grids: the plan as a class, and the functions for a single use.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength } from '../check/arrays.js';
import { checkInteger, checkObject } from '../check/check.js';
import { type ArrayOf, type DType, newPlace, placeOfValues, resultOf } from '../runtime/dtype.js';
import { disposeWhenDropped, forgetDropped } from '../runtime/finalize.js';
import { checkApart, type Place } from '../runtime/memory.js';
import {
  type CheckedOptions,
  checkGridOptions,
  type SinusoidalOptions,
  type Typed,
  typedGridKeys,
} from './options.js';
import { GridPlan, withGridPlan } from './plan.js';

/** Rows [from, to) of the encoding. */
export interface RowRange {
  from: number;
  to: number;
}

const rangeKeys = new Set(['from', 'to']);

/** The plan within a `Sinusoidal`, or itself, for the package's own use; undefined for anything else. */
export let planOf: (value: unknown) => GridPlan | undefined;

/**
 * A plan: its tables are built once, and each use costs a walk over them. The encoding has one row per
 * grid point (in row-major order) and one column per channel; with `channelsFirst`, one row per channel
 * and one column per grid point.
 *
 * Values are within 2e-7 of the exact ones (float64: 1e-14), for angles up to 2^24, and the same bits
 * whichever rows are asked for.
 *
 * Source: Vaswani et al. 2017, section 3.5; the options name those of others.
 */
export class Sinusoidal<D extends DType = 'float32'> {
  readonly #plan: GridPlan;
  /** The type of the values. */
  readonly dtype: D;

  static {
    planOf = (value) => {
      if (value instanceof GridPlan) return value;
      return typeof value === 'object' && value !== null && #plan in value ? value.#plan : undefined;
    };
  }

  /** @throws TypeError or RangeError that names the option, its value and what was expected. */
  constructor(options: SinusoidalOptions & Typed<D>) {
    const checked = checkGridOptions(options, typedGridKeys);
    this.#plan = new GridPlan(checked);
    this.dtype = checked.dtype as D;
    disposeWhenDropped(this, this.#plan);
  }

  /** [...grid, channels], or [channels, ...grid]. */
  get shape(): readonly number[] {
    return this.#plan.shape;
  }

  /** Values of the whole encoding. */
  get size(): number {
    return this.#plan.size;
  }

  /** Grid points, or with `channelsFirst` channels. */
  get rowCount(): number {
    return this.#plan.rowCount;
  }

  /** Channels, or with `channelsFirst` grid points. */
  get rowLength(): number {
    return this.#plan.rowLength;
  }

  /**
   * Writes the encoding, or some of its rows, into `out` (by default a new array) and returns it.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  encode(out?: ArrayOf<D>, rows?: RowRange): ArrayOf<D> {
    const { dtype } = this;
    const plan = this.#plan;
    // The caller's own code may run while the range is read, and could dispose of the plan.
    const range = rows === undefined ? { from: 0, to: plan.rowCount } : checkRows(rows, plan.rowCount);
    plan.checkLive();
    return encodeRows(plan, dtype, out === undefined ? undefined : placeOfValues('out', out, dtype), range);
  }

  /**
   * out = x + encoding, in place unless `out` is given. `x` may be a batch: its length is a whole
   * multiple of the encoding's. Each sum is rounded once: in float32 the sum of the two float32 numbers, in
   * float16 and bfloat16 the exact sum.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  add(x: ArrayOf<D>, out: ArrayOf<D> = x): ArrayOf<D> {
    const { dtype } = this;
    return addTo(this.#plan, dtype, placeOfValues('x', x, dtype), placeOfValues('out', out, dtype));
  }

  /** Gives the plan's memory back; idempotent. Plans that are dropped are collected. */
  dispose(): void {
    forgetDropped(this);
    this.#plan.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * The encoding of a grid, into `out` or a new array. Its tables are cached for calls with the same options;
 * a `Sinusoidal` keeps them as long as it lives, and need not look at the options again.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encode<D extends DType = 'float32'>(
  options: SinusoidalOptions & Typed<D>,
  out?: ArrayOf<D>,
): ArrayOf<D> {
  const checked = checkGridOptions(options, typedGridKeys);
  const dtype = checked.dtype as D;
  return encodeChecked(checked, dtype, out === undefined ? undefined : placeOfValues('out', out, dtype));
}

/** The place of `out` is known before a plan is made, which may let wasm memory grow. */
export function encodeChecked<D extends DType>(
  options: CheckedOptions,
  dtype: D,
  out: Place<object> | undefined,
): ArrayOf<D> {
  return withGridPlan(options, (plan) => encodeRows(plan, dtype, out, { from: 0, to: plan.rowCount }));
}

/**
 * out = x + encoding, in place unless `out` is given; `x` may be a batch, of the type that `options` say.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function add<D extends DType = 'float32'>(
  x: ArrayOf<D>,
  options: SinusoidalOptions & Typed<D>,
  out: ArrayOf<D> = x,
): ArrayOf<D> {
  const checked = checkGridOptions(options, typedGridKeys);
  const dtype = checked.dtype as D;
  const [from, to] = [placeOfValues('x', x, dtype), placeOfValues('out', out, dtype)];
  return withGridPlan(checked, (plan) => addTo(plan, dtype, from, to));
}

function encodeRows<D extends DType>(
  plan: GridPlan,
  dtype: D,
  out: Place<object> | undefined,
  { from, to }: RowRange,
): ArrayOf<D> {
  const { rowLength } = plan;
  const count = (to - from) * rowLength;
  if (out !== undefined) checkLength('out', out.length, count, 'rows times their length');
  const place = out ?? newPlace(dtype, count);
  plan.encode(dtype, from * rowLength, place);
  return resultOf(dtype, place, out === undefined);
}

function addTo<D extends DType>(plan: GridPlan, dtype: D, x: Place<object>, out: Place<object>): ArrayOf<D> {
  plan.checkLive();
  const { size } = plan;
  if (size === 0 ? x.length > 0 : x.length % size !== 0) {
    throw new RangeError(
      `x has ${x.length} values: expected a multiple of ${size}, the values of the encoding`,
    );
  }
  checkLength('out', out.length, x.length, 'as many as x');
  checkApart(x, out, true);
  plan.add(dtype, x, out);
  return resultOf(dtype, out, false);
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
