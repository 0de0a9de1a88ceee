// Encodings of points: coordinates in no order, any real numbers.
import { checkFloats, checkLength, checkList, rangeError, typeError } from './check.js';
import { getNative, heapDoubles, heapFloats } from './lifecycle.js';
import { addressOf, roomFor } from './memory.js';
import { newFloats } from './sinusoidal.js';
import { draftOfPoints, type EncodingOptions, makePlan } from './spec.js';

export interface PointOptions extends EncodingOptions {
  /** Coordinates of each point. */
  axes: number;
}

/**
 * Encodes `points`, [count, axes] in row-major order, into [count, channels], or with `channelsFirst`
 * [channels, count]. Channels are shared among the axes as in a grid.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then as it was.
 */
export function encodeAt(points: ArrayLike<number>, options: PointOptions, out?: Float32Array): Float32Array {
  const native = getNative();
  const draft = draftOfPoints(options);
  const list = checkList('points', points, 'an array or typed array of numbers') as ArrayLike<number>;
  const axes = draft.axes.length;
  if (list.length % axes !== 0) {
    throw new RangeError(`points has ${list.length} values: expected a multiple of axes, ${axes}`);
  }
  const { channels, channelsFirst } = draft.spec;
  const count = list.length / axes;
  const plan = makePlan(draft, native.makePoints);
  try {
    checkCoordinates(list, native.largestCoordinate(plan));
    const target = out === undefined ? newFloats(count * channels) : checkFloats('out', out);
    if (out !== undefined) checkLength('out', target, count * channels, 'points times channels');
    const address = channelsFirst ? -1 : addressOf('out', target);
    const piece = Math.max(
      1,
      Math.min(Math.floor(native.scratchPoints / axes), Math.floor(native.scratchValues / channels)),
    );
    const pointRoom = roomFor(axes, 8, native.pointScratch, native.scratchPoints);
    const room = roomFor(channels, 4, native.scratch, native.scratchValues);
    try {
      for (let done = 0; done < count; done += piece) {
        const length = Math.min(piece, count - done);
        copyCoordinates(list, done * axes, length * axes, pointRoom.address);
        if (address >= 0) {
          native.encodePoints(plan, pointRoom.address, length, address + done * channels * 4);
          continue;
        }
        native.encodePoints(plan, pointRoom.address, length, room.address);
        const made = heapFloats().subarray(room.address / 4, room.address / 4 + length * channels);
        if (channelsFirst) {
          for (let channel = 0; channel < channels; ++channel) {
            target.set(made.subarray(channel * length, (channel + 1) * length), channel * count + done);
          }
        } else {
          target.set(made, done * channels);
        }
      }
      return target;
    } finally {
      room.release();
      pointRoom.release();
    }
  } finally {
    native.destroyPoints(plan);
  }
}

function checkCoordinates(points: ArrayLike<number>, largest: number): void {
  for (let i = 0; i < points.length; ++i) {
    const value = points[i] as number;
    if (typeof value !== 'number') throw typeError(`points[${i}]`, value, 'a number');
    if (!(Math.abs(value) <= largest)) {
      throw rangeError(`points[${i}]`, value, `a finite number of at most ${largest} either way`);
    }
  }
}

function copyCoordinates(points: ArrayLike<number>, first: number, count: number, address: number): void {
  const heap = heapDoubles();
  for (let i = 0; i < count; ++i) heap[address / 8 + i] = points[first + i] as number;
}
