// Sinusoidal encodings of grids: the class `Sinusoidal`, which holds a plan, and functions for single calls.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength } from '../check/arrays.js';
import { checkInteger, checkObject, counted } from '../check/check.js';
import { type ArrayOf, type DType, newPlace, placeOfValues, resultOf } from '../runtime/dtype.js';
import { cancelDispose, disposeWhenCollected } from '../runtime/finalize.js';
import { checkNoOverlap, type Place } from '../runtime/memory.js';
import {
  type CheckedOptions,
  checkGridOptions,
  type SinusoidalOptions,
  type Typed,
  typedGridKeys,
} from './options.js';
import { GridPlan, withGridPlan } from './plan.js';

/** Rows [from, to) of the encoding: integers with 0 <= from <= to <= rowCount. */
export interface RowRange {
  /** The first row. */
  from: number;
  /** The row after the last one. */
  to: number;
}

const rangeKeys = new Set(['from', 'to']);

/** The plan of a `Sinusoidal`, or the value itself if it is a plan; undefined for anything else. */
export let planOf: (value: unknown) => GridPlan | undefined;

/**
 * A plan for the encoding of a grid: its tables are built once, and each call only combines their rows. The
 * encoding has one row per grid point (in row-major order) and one column per channel; with `channelsFirst`, one
 * row per channel and one column per grid point.
 *
 * Values are within 2e-7 of the exact ones (float64: 1e-14), for angles up to 2^24 radians. A value has the same
 * bits whichever rows are computed with it.
 *
 * Source: Vaswani et al. 2017, section 3.5; the options name other sources.
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

  /** @throws TypeError or RangeError that names the option, its value and the expected values. */
  constructor(options: SinusoidalOptions & Typed<D>) {
    const checked = checkGridOptions(options, typedGridKeys);
    this.#plan = new GridPlan(checked);
    this.dtype = checked.dtype as D;
    disposeWhenCollected(this, this.#plan);
  }

  /** [...grid, channels], or with `channelsFirst` [channels, ...grid]. */
  get shape(): readonly number[] {
    return this.#plan.shape;
  }

  /** The number of values in the whole encoding: rowCount * rowLength. */
  get size(): number {
    return this.#plan.size;
  }

  /** The number of grid points, or with `channelsFirst` of channels. */
  get rowCount(): number {
    return this.#plan.rowCount;
  }

  /** The number of channels, or with `channelsFirst` of grid points. */
  get rowLength(): number {
    return this.#plan.rowLength;
  }

  /**
   * Writes the encoding, or some of its rows, into `out` (by default a new array) and returns it. `out` must have
   * (rows.to - rows.from) * rowLength values.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
   */
  encode(out?: ArrayOf<D>, rows?: RowRange): ArrayOf<D> {
    const { dtype } = this;
    const plan = this.#plan;
    // Reading the range may run a getter of the caller, which could dispose of the plan: check it afterwards.
    const range = rows === undefined ? { from: 0, to: plan.rowCount } : checkRows(rows, plan.rowCount);
    plan.checkLive();
    return encodeRows(plan, dtype, out === undefined ? undefined : placeOfValues('out', out, dtype), range);
  }

  /**
   * out = x + encoding, in place unless `out` is given. Returns `out`. `x` may be a batch: its length is a multiple
   * of `size`. Each sum is rounded once: in float32 the sum of two float32 numbers, in float16 and bfloat16 the
   * exact sum. `out` is as long as `x`, and is `x` itself or does not overlap it.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
   */
  add(x: ArrayOf<D>, out: ArrayOf<D> = x): ArrayOf<D> {
    const { dtype } = this;
    return addTo(this.#plan, dtype, placeOfValues('x', x, dtype), placeOfValues('out', out, dtype));
  }

  /** Frees the plan's memory; may be called again. Without it, memory is freed after garbage collection. */
  dispose(): void {
    cancelDispose(this);
    this.#plan.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/**
 * Writes the encoding of a grid into `out` (by default a new array) and returns it: shape [...grid, channels], or
 * with `channelsFirst` [channels, ...grid]. The plan is cached for calls with the same options, unless these have
 * `positions` or more than 4096 frequencies, or the tables take more than 4 MiB. A `Sinusoidal` keeps its plan until
 * it is disposed of, and checks the options only once.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function encode<D extends DType = 'float32'>(
  options: SinusoidalOptions & Typed<D>,
  out?: ArrayOf<D>,
): ArrayOf<D> {
  const checked = checkGridOptions(options, typedGridKeys);
  const dtype = checked.dtype as D;
  return encodeChecked(checked, dtype, out === undefined ? undefined : placeOfValues('out', out, dtype));
}

/** Takes a place, looked up before the plan is made: making it may grow wasm memory, which detaches arrays there. */
export function encodeChecked<D extends DType>(
  options: CheckedOptions,
  dtype: D,
  out: Place<object> | undefined,
): ArrayOf<D> {
  return withGridPlan(options, (plan) => encodeRows(plan, dtype, out, { from: 0, to: plan.rowCount }));
}

/**
 * out = x + encoding, in place unless `out` is given. Returns `out`. `x` holds values of `options.dtype`, and may be
 * a batch: its length is a multiple of the encoding's. `out` is as long as `x`, and is `x` itself or does not
 * overlap it. Sums are rounded as in `Sinusoidal.add`.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
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
  if (out !== undefined) checkLength('out', out.length, count, 'rows times rowLength');
  const place = out ?? newPlace(dtype, count);
  plan.encode(dtype, from * rowLength, place);
  return resultOf(dtype, place, out === undefined);
}

function addTo<D extends DType>(plan: GridPlan, dtype: D, x: Place<object>, out: Place<object>): ArrayOf<D> {
  plan.checkLive();
  const { size } = plan;
  if (size === 0 ? x.length > 0 : x.length % size !== 0) {
    throw new RangeError(
      `x has ${counted(x.length, 'value')}: expected a multiple of ${size}, the size of the encoding`,
    );
  }
  checkLength('out', out.length, x.length, 'as many as x');
  checkNoOverlap(x, out, true);
  plan.add(dtype, x, out);
  return resultOf(dtype, out, false);
}

export function checkRows(rows: RowRange, rowCount: number): RowRange {
  checkObject('rows', rows, rangeKeys);
  const to = checkInteger('rows.to', rows.to, 0);
  const from = checkInteger('rows.from', rows.from, 0);
  if (to > rowCount) {
    throw new RangeError(`rows.to is ${to}: expected at most ${rowCount}, the number of rows`);
  }
  if (from > to) throw new RangeError(`rows.from is ${from}: expected at most rows.to, ${to}`);
  return { from, to };
}
