// Why the core refuses options that are each right by themselves, in words.
import { memoryIsFull } from '../runtime/memory.js';
import { errorNames, type statusFields } from '../runtime/wire.js';

type Status = Readonly<Record<(typeof statusFields)[number], number>>;

const errors: Readonly<Record<Exclude<(typeof errorNames)[number], 'none'>, (status: Status) => Error>> = {
  outOfMemory: () => memoryIsFull('the tables of this encoding'),
  emptyAxis: ({ axis, actual }) =>
    new RangeError(
      `channels is ${actual}: axis ${axis} would get none; expected more channels, another split, or allowEmptyAxes: true`,
    ),
  splitTooWide: ({ actual, expected }) =>
    new RangeError(`split has widths that add up to ${actual}: expected at most ${expected}, the channels`),
  splitOdd: ({ axis, actual }) =>
    new RangeError(
      `split[${axis}] is ${actual}: expected an even number, a sine and a cosine for each frequency`,
    ),
  frequencyCount: ({ axis, actual, expected }) =>
    new RangeError(
      `frequencies for axis ${axis} has ${actual} values: expected ${expected}, one for each pair of its channels`,
    ),
  timescaleShift: ({ axis, actual, expected }) =>
    new RangeError(
      `timescales.shift is ${actual}: expected less than ${expected}, the pairs of channels of axis ${axis}`,
    ),
  tooManyValues: ({ actual, expected }) =>
    new RangeError(`grid and channels make ${actual} values: expected at most ${expected}`),
  positionTooLarge: ({ axis, actual, expected }) =>
    new RangeError(`axis ${axis} reaches position ${actual}: expected at most ${expected} (2^53)`),
  angleTooLarge: ({ axis, actual, expected }) =>
    new RangeError(
      `axis ${axis} reaches an angle (position times frequency) of ${actual} radians: expected at most ${expected} (2^50)`,
    ),
  frequencyTooLarge: ({ axis, actual, expected }) =>
    new RangeError(
      `axis ${axis} has a frequency (of frequencies, or 1 / timescale) of ${actual} radians per position: expected at most ${expected}`,
    ),
  timescaleRatio: ({ actual, expected }) =>
    new RangeError(
      `timescales go from ${actual} (min) to ${expected} (max): expected a ratio that is a normal double, from 2^-1022 to 2^1024`,
    ),
};

export function errorOf(status: Status): Error {
  const name = errorNames[status.error];
  if (name === undefined || name === 'none') {
    return new Error(`The core refused with an error that is not known, ${status.error}`);
  }
  return errors[name](status);
}
