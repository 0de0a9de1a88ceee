// Encodings of points: coordinates in no order, any real numbers.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength, checkReachable } from '../check/arrays.js';
import { rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isSteady } from '../check/lists.js';
import {
  type ArrayOf,
  bytesOf,
  codeOf,
  type DType,
  newPlace,
  placeOfValues,
  resultOf,
} from '../runtime/dtype.js';
import { disposeWhenDropped, forgetDropped } from '../runtime/finalize.js';
import { heapOf } from '../runtime/heap.js';
import { borrowDoubles, checkApart, currentArray, type Place, placeOf, viewAt } from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { withCachedPlan } from '../runtime/plan-cache.js';
import { type Stream, stream } from '../runtime/stream.js';
import { keyOf, makePlan } from './make-plan.js';
import { type CheckedOptions, checkPointOptions, type EncodingOptions, type Typed } from './options.js';

export interface PointOptions extends EncodingOptions {
  /** Coordinates of each point. */
  axes: number;
}

type Numbers = Place<ArrayLike<number> & object>;

/** The plan in the core. */
class PointPlan {
  readonly axes: number;
  readonly channels: number;
  readonly channelsFirst: boolean;
  readonly #native = getNative();
  #handle: number;

  constructor(options: CheckedOptions) {
    this.#handle = makePlan(options, this.#native.makePointPlan);
    this.axes = options.axes.length;
    this.channels = options.spec.channels;
    this.channelsFirst = options.spec.channelsFirst;
  }

  get bytes(): number {
    return this.#native.pointPlanBytes(this.#handle);
  }

  checkLive(): void {
    if (this.#handle === 0) throw new Error('The plan is disposed of: make another PointEncoding');
  }

  dispose(): void {
    if (this.#handle !== 0) this.#native.destroyPointPlan(this.#handle);
    this.#handle = 0;
  }

  checkCoordinates(from: Numbers): void {
    const largest = this.#native.largestCoordinate(this.#handle);
    const points = currentArray(from);
    for (let i = 0; i < from.length; ++i) {
      const value = points[i] as number;
      if (!(Math.abs(value) <= largest)) {
        throw rangeError(`points[${i}]`, value, `a finite number of at most ${largest} either way`);
      }
    }
  }

  encode(dtype: DType, from: Numbers, out: Place<object>): void {
    const { axes, channels, channelsFirst } = this;
    const native = this.#native;
    const handle = this.#handle;
    const code = codeOf(dtype);
    const bytes = bytesOf(dtype);
    const count = from.length / axes;
    borrowDoubles(axes, (pointRoom, most) => {
      // Coordinates have a scratch of their own, which bounds a piece as well.
      const mostPoints = Math.floor(most / axes);
      const pieceAt: Stream['pieceAt'] = (_, room) =>
        Math.max(1, Math.min(mostPoints, Math.floor(room / channels))) * channels;
      const job = { bytes, count: count * channels, pieceAt, whole: channels, bounded: true };
      // A piece of columns is [channels, points]: each of its channels has its own place in `out`.
      const take = (done: number, length: number, address: number) => {
        const heap = heapOf(bytes);
        const points = length / channels;
        for (let channel = 0; channel < channels; ++channel) {
          const at = address / bytes + channel * points;
          viewAt(out, bytes, channel * count + done / channels, points).set(heap.subarray(at, at + points));
        }
      };
      stream(channelsFirst ? { ...job, take } : { ...job, out }, (done, length, _, to) => {
        const points = currentArray(from);
        const doubles = heapOf(8);
        const [first, end] = [(done / channels) * axes, ((done + length) / channels) * axes];
        for (let i = first, at = pointRoom / 8; i < end; ++i, ++at) doubles[at] = points[i] as number;
        native.encodePoints(handle, code, pointRoom, length / channels, to);
      });
    });
  }
}

/**
 * A plan for points of so many coordinates, any real numbers: `encodeAt` with its frequencies made once.
 * Values are within 2e-7 of the exact ones (float64: 1e-14), for angles up to 2^24.
 *
 * Source: as of `Sinusoidal`, at positions that are given one by one.
 */
export class PointEncoding<D extends DType = 'float32'> {
  readonly #plan: PointPlan;
  /** The type of the values. */
  readonly dtype: D;

  /** @throws TypeError or RangeError that names the option, its value and what was expected. */
  constructor(options: PointOptions & Typed<D>) {
    const checked = checkPointOptions(options);
    this.#plan = new PointPlan(checked);
    this.dtype = checked.dtype as D;
    disposeWhenDropped(this, this.#plan);
  }

  /** Coordinates of each point. */
  get axes(): number {
    return this.#plan.axes;
  }

  /** Channels of each point. */
  get channels(): number {
    return this.#plan.channels;
  }

  /**
   * Encodes `points`, [count, axes] in row-major order, into [count, channels], or with `channelsFirst`
   * [channels, count]. `out` must lie apart from `points`.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then as it was.
   */
  encode(points: ArrayLike<number>, out?: ArrayOf<D>): ArrayOf<D> {
    const { dtype } = this;
    const plan = this.#plan;
    const from = placeOfNumbers('points', points);
    plan.checkLive();
    const place = out === undefined ? undefined : placeOfValues('out', out, dtype);
    checkPlaces(plan, from, place);
    return encodePoints(plan, dtype, from, place);
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
 * Encodes `points`, [count, axes] in row-major order, into [count, channels], or with `channelsFirst`
 * [channels, count]. Channels are shared among the axes as in a grid. `out` must lie apart from `points`.
 * What the frequencies need is cached for calls with the same options.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encodeAt<D extends DType = 'float32'>(
  points: ArrayLike<number>,
  options: PointOptions & Typed<D>,
  out?: ArrayOf<D>,
): ArrayOf<D> {
  getNative();
  const checked = checkPointOptions(options);
  const dtype = checked.dtype as D;
  // From here on, none of the caller's code runs; arrays in wasm memory are known by their place.
  const from = placeOfNumbers('points', points);
  const place = out === undefined ? undefined : placeOfValues('out', out, dtype);
  const { channels } = checked.spec;
  checkPlaces({ axes: checked.axes.length, channels }, from, place);
  return withCachedPlan(
    keyOf('points', checked),
    () => new PointPlan(checked),
    (plan) => encodePoints(plan, dtype, from, place),
  );
}

/** The place of a list of numbers: of the list itself, or where that might change, of a copy. */
function placeOfNumbers(name: string, value: unknown): Numbers {
  return placeOf(name, isSteady(value) ? checkReachable(name, value) : copyNumbers(name, value, checkNumber));
}

function checkPlaces(
  { axes, channels }: { axes: number; channels: number },
  from: Numbers,
  out: Place<object> | undefined,
): void {
  if (from.length % axes !== 0) {
    throw new RangeError(`points has ${from.length} values: expected a multiple of axes, ${axes}`);
  }
  if (out === undefined) return;
  checkLength('out', out.length, (from.length / axes) * channels, 'points times channels');
  checkApart(from, out, false);
}

function encodePoints<D extends DType>(
  plan: PointPlan,
  dtype: D,
  from: Numbers,
  out: Place<object> | undefined,
): ArrayOf<D> {
  plan.checkCoordinates(from);
  const place = out ?? newPlace(dtype, (from.length / plan.axes) * plan.channels);
  plan.encode(dtype, from, place);
  return resultOf(dtype, place, out === undefined);
}
