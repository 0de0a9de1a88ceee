// Bad input to `resampleTable` and `interpolationTaps`: each error names the argument, and nothing is written.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

type Case = [string, () => unknown, ErrorConstructor, RegExp];

describe('resampleTable', () => {
  const out = new Float32Array(25 * 2).fill(9);
  const call =
    (options: object, table: unknown = new Float32Array(18), into: unknown = out) =>
    () =>
      posenc.resampleTable(
        table as Float32Array,
        { from: [3, 3], to: [5, 5], channels: 2, mode: 'bicubic', ...options } as posenc.ResampleOptions,
        into as Float32Array,
      );
  const nan = Number.NaN;
  const own = new Float32Array(60);
  it.each([
    [
      'no from',
      call({ from: undefined }),
      TypeError,
      /^from is undefined: expected an array \[height, width\]/,
    ],
    ['one side', call({ from: [9] }), RangeError, /^from is \[9\]: expected \[height, width\]/],
    ['three sides', call({ to: [1, 5, 5] }), RangeError, /^to has 3 entries/],
    ['a side of 0', call({ to: [0, 5] }), RangeError, /^to\[0\] is 0: expected an integer of at least 1/],
    ['a negative side', call({ to: [5, -5] }), RangeError, /^to\[1\] is -5/],
    ['a fractional side', call({ to: [5, 2.5] }), RangeError, /^to\[1\] is 2\.5/],
    ['NaN', call({ from: [nan, 3] }), RangeError, /^from\[0\] is NaN/],
    ['Infinity', call({ from: [3, 1 / 0] }), RangeError, /^from\[1\] is Infinity/],
    ['text', call({ from: ['3', 3] }), TypeError, /^from\[0\] is "3"/],
    [
      'a huge side',
      call({ to: [2 ** 24 + 1, 1] }),
      RangeError,
      /^to\[0\] is 16777217: expected at most 16777216/,
    ],
    ['no channels', call({ channels: undefined }), TypeError, /^channels is undefined/],
    ['channels 0', call({ channels: 0 }), RangeError, /^channels is 0/],
    ['a negative prefix', call({ prefix: -1 }), RangeError, /^prefix is -1/],
    ['a fractional prefix', call({ prefix: 0.5 }), RangeError, /^prefix is 0\.5/],
    ['no mode', call({ mode: undefined }), TypeError, /^mode is undefined: expected 'bilinear' or 'bicubic'/],
    ['a mode', call({ mode: 'nearest' }), RangeError, /^mode is "nearest"/],
    ['antialias', call({ antialias: 1 }), TypeError, /^antialias is 1: expected true or false/],
    ['alignCorners', call({ alignCorners: 'no' }), TypeError, /^alignCorners is "no"/],
    [
      'both',
      call({ antialias: true, alignCorners: true }),
      TypeError,
      /^antialias and alignCorners are both true/,
    ],
    ['a key', call({ scale: 2 }), TypeError, /^options\.scale is unknown/],
    ['a dtype', call({ dtype: 'float64' }), RangeError, /^dtype is "float64"/],
    ['bits without a type', call({}, new Uint16Array(18)), TypeError, /^dtype is undefined/],
    ['doubles', call({}, new Float64Array(18)), TypeError, /^table is a Float64Array of 18/],
    ['a list', call({}, [1]), TypeError, /^table is \[1\]/],
    [
      'another length',
      call({ prefix: 1 }),
      RangeError,
      /^table has 18 values: expected 20, 10 rows of 2 channels/,
    ],
    ['a short out', call({}, undefined, new Float32Array(49)), RangeError, /^out has 49 values: expected 50/],
    ['another out', call({}, undefined, new Uint16Array(50)), TypeError, /^out is a Uint16Array/],
    [
      'arrays that overlap',
      call({}, own.subarray(0, 18), own.subarray(10, 60)),
      RangeError,
      /^out overlaps table/,
    ],
    [
      'a result that no array can hold',
      () =>
        posenc.resampleTable(new Float32Array(2), {
          from: [1, 1],
          to: [2 ** 24, 2 ** 24],
          channels: 2,
          mode: 'bilinear',
        }),
      RangeError,
      /^The result has 562949953421312 values/,
    ],
  ] as Case[])('%s', (_, act, kind, message) => {
    expectRefusal(act, kind, message);
    expect(out.every((value) => value === 9)).toBe(true);
  });

  it.skipIf(typeof SharedArrayBuffer === 'undefined')('shared memory', () => {
    const shared = new Float32Array(new SharedArrayBuffer(72));
    expectRefusal(call({}, shared), TypeError, /^table is on a SharedArrayBuffer/);
  });

  it('a detached array', () => {
    const table = new Float32Array(18);
    structuredClone(table.buffer, { transfer: [table.buffer] });
    expectRefusal(call({}, table), TypeError, /^table is detached/);
  });

  it('in wasm memory the same array for both', () => {
    const x = posenc.allocate(18);
    expectRefusal(call({ to: [3, 3] }, x.array, x.array), RangeError, /^out overlaps table/);
    x.dispose();
  });
});

describe('interpolationTaps', () => {
  const out = { indices: new Int32Array(80).fill(9), weights: new Float32Array(80).fill(9) };
  const call =
    (options: object, into: unknown = out) =>
    () =>
      posenc.interpolationTaps(
        { from: [3, 3], to: [4, 5], mode: 'bilinear', ...options } as posenc.TapsOptions,
        into as typeof out,
      );
  it.each([
    ['no grid', call({ to: [] }), RangeError, /^to is \[\]|^to\[0\] is/],
    ['no to', call({ to: undefined }), TypeError, /^to is undefined/],
    ['one side', call({ to: [4] }), RangeError, /^to is \[4\]: expected \[height, width\]/],
    ['four sides', call({ to: [1, 1, 4, 5] }), RangeError, /^to has 4 entries/],
    [
      'a bad grid',
      call({
        to: [
          [4, 5],
          [4, 0],
        ],
      }),
      RangeError,
      /^to\[1\]\[1\] is 0/,
    ],
    ['no frames', call({ to: [0, 4, 5] }), RangeError, /^to\[0\] is 0/],
    ['a fraction', call({ to: [4.5, 5] }), RangeError, /^to\[0\] is 4\.5/],
    ['from', call({ from: [3, -3] }), RangeError, /^from\[1\] is -3/],
    [
      'a large from',
      call({ from: [2 ** 16, 2 ** 16] }),
      RangeError,
      /^from is \[65536, 65536\]: expected fewer/,
    ],
    ['merge 0', call({ merge: 0 }), RangeError, /^merge is 0/],
    [
      'merge that does not divide',
      call({ merge: 2 }),
      RangeError,
      /^to is \[4, 5\]: expected a height and width/,
    ],
    ['a mode', call({ mode: 'cubic' }), RangeError, /^mode is "cubic"/],
    ['antialias', call({ antialias: true }), TypeError, /^options\.antialias is unknown/],
    ['alignCorners', call({ alignCorners: 1 }), TypeError, /^alignCorners is 1/],
    ['out', call({}, 1), TypeError, /^out is 1: expected an object/],
    ['half of out', call({}, { indices: out.indices }), TypeError, /^out\.weights is undefined/],
    [
      'short weights',
      call({}, { ...out, weights: new Float32Array(79) }),
      RangeError,
      /^out\.weights has 79 values/,
    ],
    [
      'other indices',
      call({}, { ...out, indices: new Uint32Array(80) }),
      TypeError,
      /^out\.indices is a Uint32Array/,
    ],
    [
      'a long result',
      () => posenc.interpolationTaps({ from: [2, 2], to: [2 ** 24, 2 ** 20], mode: 'bicubic' }),
      RangeError,
      /^The result has/,
    ],
  ] as Case[])('%s', (_, act, kind, message) => {
    expectRefusal(act, kind, message);
    expect([...out.indices, ...out.weights].every((value) => value === 9)).toBe(true);
  });
});
