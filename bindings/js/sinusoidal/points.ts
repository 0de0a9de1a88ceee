// Encodings of points: coordinates in no order, any real numbers.
import { checkLength, checkReachable, newFloats } from '../check/arrays.js';
import { rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isSteady } from '../check/lists.js';
import type { NativeModule } from '../posenc.js';
import {
  addressOf,
  checkApart,
  currentArray,
  floatsAt,
  type Place,
  placeOf,
  placeOfFloats,
  withRoom,
} from '../runtime/memory.js';
import { getNative, heapDoubles, heapFloats } from '../runtime/module.js';
import { draftOfPoints, type EncodingOptions, makePlan } from './options.js';

export interface PointOptions extends EncodingOptions {
  /** Coordinates of each point. */
  axes: number;
}

/**
 * Encodes `points`, [count, axes] in row-major order, into [count, channels], or with `channelsFirst`
 * [channels, count]. Channels are shared among the axes as in a grid. `out` must lie apart from `points`.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encodeAt(points: ArrayLike<number>, options: PointOptions, out?: Float32Array): Float32Array {
  const native = getNative();
  const draft = draftOfPoints(options);
  const axes = draft.axes.length;
  const { channels, channelsFirst } = draft.spec;
  // From here on, none of the caller's code runs; arrays in wasm memory are known by their place.
  const from = placeOfNumbers('points', points);
  const given = out === undefined ? undefined : placeOfFloats('out', out);
  if (from.length % axes !== 0) {
    throw new RangeError(`points has ${from.length} values: expected a multiple of axes, ${axes}`);
  }
  const count = from.length / axes;
  if (given !== undefined) {
    checkLength('out', given.length, count * channels, 'points times channels');
    checkApart(from, given, false);
  }
  const plan = makePlan(draft, native.makePoints);
  try {
    checkCoordinates(from, native.largestCoordinate(plan));
    const place = given ?? placeOf('out', newFloats(count * channels));
    encodeAll(native, plan, { from, count, axes, channels, channelsFirst, out: place });
    return currentArray(place);
  } finally {
    native.destroyPoints(plan);
  }
}

/** The place of a list of numbers: of the list itself, or where that might change, of a copy. */
function placeOfNumbers(name: string, value: unknown): Place<ArrayLike<number> & object> {
  return placeOf(name, isSteady(value) ? checkReachable(name, value) : copyNumbers(name, value, checkNumber));
}

interface Call {
  from: Place<ArrayLike<number> & object>;
  count: number;
  axes: number;
  channels: number;
  channelsFirst: boolean;
  out: Place;
}

function encodeAll(native: NativeModule, plan: number, call: Call): void {
  const { axes, channels } = call;
  const { pointScratch, scratchPoints, scratch, scratchValues } = native;
  const piece = Math.max(1, Math.min(Math.floor(scratchPoints / axes), Math.floor(scratchValues / channels)));
  withRoom(axes, 8, pointScratch, scratchPoints, (pointRoom) =>
    withRoom(channels, 4, scratch, scratchValues, (room) => {
      encodePieces(native, plan, call, { piece, pointRoom, room });
    }),
  );
}

/** All memory of the call is there: views stay good. */
function encodePieces(
  native: NativeModule,
  plan: number,
  { from, count, axes, channels, channelsFirst, out }: Call,
  { piece, pointRoom, room }: { piece: number; pointRoom: number; room: number },
): void {
  const points = currentArray(from);
  const doubles = heapDoubles();
  const address = channelsFirst ? -1 : addressOf(out);
  const target = address >= 0 ? undefined : floatsAt(out, 0, out.length);
  for (let done = 0; done < count; done += piece) {
    const length = Math.min(piece, count - done);
    const [first, end] = [done * axes, (done + length) * axes];
    for (let i = first, to = pointRoom / 8; i < end; ++i, ++to) doubles[to] = points[i] as number;
    if (target === undefined) {
      native.encodePoints(plan, pointRoom, length, address + done * channels * 4);
      continue;
    }
    native.encodePoints(plan, pointRoom, length, room);
    const made = heapFloats().subarray(room / 4, room / 4 + length * channels);
    if (!channelsFirst) {
      target.set(made, done * channels);
      continue;
    }
    for (let channel = 0; channel < channels; ++channel) {
      target.set(made.subarray(channel * length, (channel + 1) * length), channel * count + done);
    }
  }
}

function checkCoordinates(from: Place<ArrayLike<number> & object>, largest: number): void {
  const points = currentArray(from);
  for (let i = 0; i < from.length; ++i) {
    const value = points[i] as number;
    if (!(Math.abs(value) <= largest)) {
      throw rangeError(`points[${i}]`, value, `a finite number of at most ${largest} either way`);
    }
  }
}
