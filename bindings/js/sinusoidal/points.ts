// Encodings of points: coordinate vectors of any finite numbers, in any order.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength, checkReachable } from '../check/arrays.js';
import { counted, rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isUnsharedNumbers } from '../check/lists.js';
import {
  type ArrayOf,
  bytesOf,
  codeOf,
  type DType,
  newPlace,
  placeOfValues,
  resultOf,
} from '../runtime/dtype.js';
import { cancelDispose, disposeWhenCollected } from '../runtime/finalize.js';
import { heapOf } from '../runtime/heap.js';
import {
  borrowDoubles,
  checkNoOverlap,
  currentArray,
  type Place,
  placeOf,
  viewAt,
} from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { withCachedPlan } from '../runtime/plan-cache.js';
import { type Stream, stream } from '../runtime/stream.js';
import { keyOf, makePlan } from './make-plan.js';
import { type CheckedOptions, checkPointOptions, type EncodingOptions, type Typed } from './options.js';

export interface PointOptions extends EncodingOptions {
  /** Coordinates of each point: an integer from 1 to 65536. */
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
    if (this.#handle === 0) throw new Error('The plan has been disposed of: create another PointEncoding');
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
        throw rangeError(`points[${i}]`, value, `a finite number from -${largest} to ${largest}`);
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
    borrowDoubles(axes, (pointRoom, maxCoordinates) => {
      // Coordinates pass through their own scratch, which also limits the size of a piece.
      const maxPoints = Math.floor(maxCoordinates / axes);
      const pieceAt: Stream['pieceAt'] = (_, room) =>
        Math.max(1, Math.min(maxPoints, Math.floor(room / channels))) * channels;
      const job = { bytes, count: count * channels, pieceAt, minPiece: channels, bounded: true };
      // A piece with channels first is [channels, points]: each of its channels goes to its own plane of `out`.
      const copyPiece = (done: number, length: number, address: number) => {
        const heap = heapOf(bytes);
        const points = length / channels;
        for (let channel = 0; channel < channels; ++channel) {
          const at = address / bytes + channel * points;
          viewAt(out, bytes, channel * count + done / channels, points).set(heap.subarray(at, at + points));
        }
      };
      stream(channelsFirst ? { ...job, copyPiece } : { ...job, out }, (done, length, _, to) => {
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
 * A plan for points: `encodeAt` with the frequencies computed once. Coordinates are any finite numbers.
 * Values are within 2e-7 of the exact ones (float64: 1e-14), for angles up to 2^24 radians.
 *
 * Source: the formula of `Sinusoidal`, at any positions.
 */
export class PointEncoding<D extends DType = 'float32'> {
  readonly #plan: PointPlan;
  /** The type of the values. */
  readonly dtype: D;

  /** @throws TypeError or RangeError that names the option, its value and the expected values. */
  constructor(options: PointOptions & Typed<D>) {
    const checked = checkPointOptions(options);
    this.#plan = new PointPlan(checked);
    this.dtype = checked.dtype as D;
    disposeWhenCollected(this, this.#plan);
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
   * [channels, count]; count is points.length / axes. `out` must not overlap `points`; it is a new array by default.
   *
   * @returns `out`, or the new array.
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
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
 * Encodes `points`, [count, axes] in row-major order, into [count, channels], or with `channelsFirst`
 * [channels, count]; count is points.length / axes. The axes share the channels as in a grid. `out` must not
 * overlap `points`; it is a new array by default. The plan is cached for calls with the same options,
 * unless these have more than 4096 frequencies, or the tables take more than 4 MiB.
 *
 * @returns `out`, or the new array.
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function encodeAt<D extends DType = 'float32'>(
  points: ArrayLike<number>,
  options: PointOptions & Typed<D>,
  out?: ArrayOf<D>,
): ArrayOf<D> {
  getNative();
  const checked = checkPointOptions(options);
  const dtype = checked.dtype as D;
  // Points first: copying them may run the caller's code. Afterwards nothing does, and places stay valid.
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

/** The place of a list of numbers, or of a copy if the list could change during the call. */
function placeOfNumbers(name: string, value: unknown): Numbers {
  return placeOf(
    name,
    isUnsharedNumbers(value) ? checkReachable(name, value) : copyNumbers(name, value, checkNumber),
  );
}

function checkPlaces(
  { axes, channels }: { axes: number; channels: number },
  from: Numbers,
  out: Place<object> | undefined,
): void {
  if (from.length % axes !== 0) {
    throw new RangeError(`points has ${counted(from.length, 'value')}: expected a multiple of axes, ${axes}`);
  }
  if (out === undefined) return;
  checkLength('out', out.length, (from.length / axes) * channels, 'points times channels');
  checkNoOverlap(from, out, false);
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
