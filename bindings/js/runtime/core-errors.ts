// Why the core made no plan, in words: `Fault` in spec.hpp, in the same order.
import { memoryIsFull } from './memory.js';

/** `StatusFields` in embind.cpp. */
export interface Status {
  fault: number;
  axis: number;
  actual: number;
  expected: number;
}

export function errorOf({ fault, axis, actual, expected }: Status): Error {
  switch (fault) {
    case 1:
      return memoryIsFull('the tables of this encoding');
    case 2:
      return new RangeError(
        `channels is ${actual}: axis ${axis} would get none; expected more channels, another split, or allowEmptyAxes: true`,
      );
    case 3:
      return new RangeError(
        `split has widths that add up to ${actual}: expected at most ${expected}, the channels`,
      );
    case 4:
      return new RangeError(
        `split[${axis}] is ${actual}: expected an even number, a sine and a cosine for each frequency`,
      );
    case 5:
      return new RangeError(
        `frequencies for axis ${axis} has ${actual} values: expected ${expected}, one for each pair of its channels`,
      );
    case 6:
      return new RangeError(
        `timescales.shift is ${actual}: expected less than ${expected}, the pairs of channels of axis ${axis}`,
      );
    case 7:
      return new RangeError(`grid and channels make ${actual} values: expected at most ${expected}`);
    case 8:
      return new RangeError(`axis ${axis} reaches position ${actual}: expected at most ${expected} (2^53)`);
    case 9:
      return new RangeError(
        `axis ${axis} reaches an angle (position times frequency) of ${actual} radians: expected at most ${expected} (2^50)`,
      );
    case 10:
      return new RangeError(
        `axis ${axis} has a frequency (of frequencies, or 1 / timescale) of ${actual} radians per position: expected at most ${expected}`,
      );
    case 11:
      return new RangeError(
        `timescales go from ${actual} (min) to ${expected} (max): expected a ratio that is a normal double, from 2^-1022 to 2^1024`,
      );
    default:
      return new Error(`The core refused with an unknown fault, ${fault}`);
  }
}
