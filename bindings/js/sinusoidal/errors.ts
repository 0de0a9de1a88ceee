// Messages for the errors of the core: options that are each valid but do not fit together.
import { counted } from '../check/check.js';
import { outOfMemory } from '../runtime/memory.js';
import { errorNames, type statusFields } from '../runtime/wire.js';

type Status = Readonly<Record<(typeof statusFields)[number], number>>;

const errors: Readonly<Record<Exclude<(typeof errorNames)[number], 'none'>, (status: Status) => Error>> = {
  outOfMemory: () => outOfMemory('the tables of this encoding'),
  emptyAxis: ({ axis, actual }) =>
    new RangeError(
      `channels is ${actual}: axis ${axis} would get none; expected more channels, another split, or allowEmptyAxes: true`,
    ),
  splitTooWide: ({ actual, expected }) =>
    new RangeError(
      `split has widths that add up to ${actual}: expected at most ${expected}, the number of channels`,
    ),
  splitOdd: ({ axis, actual }) =>
    new RangeError(
      `split[${axis}] is ${actual}: expected an even number, a sine and a cosine for each frequency`,
    ),
  frequencyCount: ({ axis, actual, expected }) =>
    new RangeError(
      `frequencies for axis ${axis} has ${counted(actual, 'value')}: expected ${expected}, one for each pair of its channels`,
    ),
  timescaleShift: ({ axis, actual, expected }) =>
    new RangeError(
      `timescales.shift is ${actual}: expected less than ${expected}, the number of channel pairs of axis ${axis}`,
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
      `axis ${axis} has a frequency (from frequencies, or 1 / timescale) of ${actual} radians per position: expected at most ${expected}`,
    ),
  timescaleRatio: ({ actual, expected }) =>
    new RangeError(
      `timescales go from ${actual} (min) to ${expected} (max): expected a ratio in the range of normal doubles, from 2^-1022 to 2^1024`,
    ),
};

export function errorOf(status: Status): Error {
  const name = errorNames[status.error];
  if (name === undefined || name === 'none') {
    return new Error(`The core reported an unknown error, number ${status.error}`);
  }
  return errors[name](status);
}
