// Bad options of rotary embeddings: each error names the option, its value and what was expected.
import * as posenc from 'posenc';
import { beforeAll, describe, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;
const make = (options: object) => () => new Rotary(options as posenc.RotaryOptions);
const withScaling = (scaling: object, more: object = {}) => make({ headDim: 8, scaling, ...more });
const yarn = { type: 'yarn', factor: 4, originalLength: 4096 };

describe('options', () => {
  it.each([
    ['no object', make(5 as never), TypeError, /^options is 5: expected an object/],
    ['a list', make([] as never), TypeError, /^options is \[\]: expected an object|headDim/],
    ['an unknown key', make({ headDim: 8, base: 1e4 }), TypeError, /^options\.base is unknown/],
    ['no headDim', make({}), TypeError, /^headDim is undefined: expected a number/],
    ['headDim 0', make({ headDim: 0 }), RangeError, /^headDim is 0/],
    ['an odd headDim', make({ headDim: 7 }), RangeError, /^headDim is 7: expected an even number/],
    ['a fractional one', make({ headDim: 8.5 }), RangeError, /^headDim is 8\.5/],
    ['an odd rotaryDim', make({ headDim: 8, rotaryDim: 3 }), RangeError, /^rotaryDim is 3: expected an even/],
    [
      'too large a one',
      make({ headDim: 8, rotaryDim: 10 }),
      RangeError,
      /^rotaryDim is 10: expected at most 8/,
    ],
    [
      'one beyond its start',
      make({ headDim: 8, rotaryStart: 4, rotaryDim: 6 }),
      RangeError,
      /^rotaryDim is 6: expected at most 4, headDim - rotaryStart/,
    ],
    [
      'rotaryStart',
      make({ headDim: 8, rotaryStart: 8 }),
      RangeError,
      /^rotaryStart is 8: expected less than/,
    ],
    [
      'many dimensions',
      make({ headDim: 2 ** 20 }),
      RangeError,
      /^rotaryDim is 1048576: expected at most 16384/,
    ],
    ['theta 0', make({ headDim: 8, theta: 0 }), RangeError, /^theta is 0/],
    ['theta NaN', make({ headDim: 8, theta: Number.NaN }), RangeError, /^theta is NaN/],
    [
      'a tiny theta',
      make({ headDim: 8, theta: 1e-310 }),
      RangeError,
      /^theta is 1e-310: expected from 2\^-1000/,
    ],
    [
      'a wrong pairing',
      make({ headDim: 8, pairing: 'half' }),
      RangeError,
      /^pairing is "half": expected 'halves' or/,
    ],
    ['length 0', make({ headDim: 8, length: 0 }), RangeError, /^length is 0/],
    [
      'too few frequencies',
      make({ headDim: 8, frequencies: [1, 2] }),
      RangeError,
      /^frequencies has 2 entries: expected 4/,
    ],
    [
      'an infinite one',
      make({ headDim: 4, frequencies: [1, 1 / 0] }),
      RangeError,
      /^frequencies\[1\] is Infinity/,
    ],
    [
      'frequencies and theta',
      make({ headDim: 4, frequencies: [1, 2], theta: 1e4 }),
      TypeError,
      /^frequencies and theta are both given/,
    ],
    ['xpos', make({ headDim: 8, xpos: { base: 0 } }), RangeError, /^xpos\.base is 0/],
    ['a wrong center', make({ headDim: 8, xpos: { center: 'x' } }), TypeError, /^xpos\.center is "x"/],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

describe('scalings', () => {
  it.each([
    [
      'an unknown type',
      withScaling({ type: 'fope', factor: 2 }),
      RangeError,
      /^scaling\.type is "fope": expected 'linear'/,
    ],
    ['no type', withScaling({ factor: 2 }), TypeError, /^scaling\.type is undefined/],
    ['no factor', withScaling({ type: 'linear' }), TypeError, /^scaling\.factor is undefined/],
    [
      'a factor below 1',
      withScaling({ type: 'linear', factor: 0.5 }),
      RangeError,
      /^scaling\.factor is 0\.5: expected a number of at least 1/,
    ],
    [
      'a key of another type',
      withScaling({ type: 'linear', factor: 2, betaFast: 1 }),
      TypeError,
      /^scaling\.betaFast is unknown/,
    ],
    [
      'no original length',
      withScaling({ type: 'dynamic', factor: 2 }),
      TypeError,
      /^scaling\.originalLength is undefined/,
    ],
    [
      'dynamic in two dimensions',
      withScaling({ type: 'dynamic', factor: 2, originalLength: 8 }, { headDim: 2 }),
      RangeError,
      /^rotaryDim is 2: expected at least 4/,
    ],
    [
      'truncate',
      withScaling({ ...yarn, truncate: 1 }),
      TypeError,
      /^scaling\.truncate is 1: expected true or false/,
    ],
    [
      'yarn with theta 1',
      withScaling(yarn, { theta: 1 }),
      RangeError,
      /^theta is 1: expected a number above 1/,
    ],
    ['betaFast 0', withScaling({ ...yarn, betaFast: 0 }), RangeError, /^scaling\.betaFast is 0/],
    [
      'factors of the wrong length',
      withScaling({ type: 'longrope', shortFactor: [1, 1, 1], longFactor: [1, 1, 1, 1], originalLength: 9 }),
      RangeError,
      /^scaling\.shortFactor has 3 entries: expected 4 numbers, one for each pair/,
    ],
    [
      'a factor of 0',
      withScaling({
        type: 'longrope',
        shortFactor: [1, 1, 1, 1],
        longFactor: [1, 0, 1, 1],
        originalLength: 9,
      }),
      RangeError,
      /^scaling\.longFactor\[1\] is 0/,
    ],
    [
      'llama3 with its factors exchanged',
      withScaling({ type: 'llama3', factor: 8, lowFreqFactor: 4, highFreqFactor: 1, originalLength: 9 }),
      RangeError,
      /^scaling\.lowFreqFactor is 4: expected at most highFreqFactor, 1/,
    ],
    [
      'too large a part',
      withScaling({ type: 'proportional', partial: 1.5 }),
      RangeError,
      /^scaling\.partial is 1\.5/,
    ],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});
