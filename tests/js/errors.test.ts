// Invalid arguments: the error names the argument, its value and what was expected; `out` is unchanged; the
// module continues to work.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const good = { grid: [4], channels: 6 };

const detached = () => {
  const array = new Float32Array(24);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

describe('out', () => {
  const plan = () => new posenc.Sinusoidal(good);
  const cases: [string, () => unknown, ErrorConstructor, RegExp][] = [
    ['too short', () => new Float32Array(23), RangeError, /out has 23 values: expected 24/],
    ['too long', () => new Float32Array(25), RangeError, /out has 25 values: expected 24/],
    [
      'a Float64Array',
      () => new Float64Array(24),
      TypeError,
      /out is a Float64Array of 24: expected a Float32Array/,
    ],
    [
      'an array',
      () => new Array(24).fill(0),
      TypeError,
      /out is \[0, 0, 0, 0, 0, 0, … 24 in all\]: expected a Float32Array/,
    ],
    ['null', () => null, TypeError, /out is null: expected a Float32Array/],
    ['an ArrayBuffer', () => new ArrayBuffer(96), TypeError, /out is an object: expected a Float32Array/],
    ['detached', detached, TypeError, /out is detached/],
    [
      'an object that resembles an array',
      () => ({ [Symbol.toStringTag]: 'Float32Array', length: 24 }),
      TypeError,
      /out is an object/,
    ],
  ];
  for (const [name, make, kind, message] of cases) {
    it(name, () => {
      const out = make() as Float32Array;
      expectRefusal(() => plan().encode(out), kind, message);
      expectRefusal(() => posenc.encode(good, out), kind, message);
      expectRefusal(() => plan().add(new Float32Array(24), out), kind, message);
      expectRefusal(() => posenc.encodeAt([1, 2, 3, 4], { axes: 1, channels: 6 }, out), kind, message);
    });
  }

  it.skipIf(typeof SharedArrayBuffer === 'undefined')('shared', () => {
    const out = new Float32Array(new SharedArrayBuffer(96)) as unknown as Float32Array<ArrayBuffer>;
    expectRefusal(() => plan().encode(out), TypeError, /out is on a SharedArrayBuffer/);
    expectRefusal(() => plan().add(out), TypeError, /x is on a SharedArrayBuffer/);
  });

  it('of the wrong length for rows', () => {
    expectRefusal(
      () => plan().encode(new Float32Array(24), { from: 1, to: 3 }),
      RangeError,
      /out has 24 values: expected 12/,
    );
  });

  it('result too large for an array', () => {
    const huge = new posenc.Sinusoidal({ grid: [2 ** 40], channels: 6 });
    expectRefusal(
      () => huge.encode(),
      RangeError,
      /The result has 6597069766656 values.*compute it in parts/,
    );
    expect(huge.encode(undefined, { from: 2 ** 39, to: 2 ** 39 + 1 }).length).toBe(6);
  });

  it('in disposed memory', () => {
    const allocation = posenc.allocate(24);
    const { array } = allocation;
    allocation.dispose();
    expectRefusal(() => plan().encode(array), Error, /out is in wasm memory that was disposed of/);
    expectRefusal(() => plan().add(array), Error, /x is in wasm memory that was disposed of/);
  });

  it('extending past its allocation', () => {
    const allocation = posenc.allocate(20);
    const { array } = allocation;
    const reaching = new Float32Array(array.buffer, array.byteOffset, 24);
    expectRefusal(() => plan().encode(reaching), Error, /out is in wasm memory/);
    allocation.dispose();
  });
});

describe('rows', () => {
  const plan = () => new posenc.Sinusoidal(good);
  const cases: [string, unknown, ErrorConstructor, RegExp][] = [
    ['not an object', 3, TypeError, /rows is 3: expected an object/],
    ['with only one end', { from: 1 }, TypeError, /rows\.to is undefined: expected a number/],
    ['negative', { from: -1, to: 2 }, RangeError, /rows\.from is -1/],
    ['fractional', { from: 0, to: 1.5 }, RangeError, /rows\.to is 1\.5/],
    ['NaN', { from: Number.NaN, to: 1 }, RangeError, /rows\.from is NaN/],
    ['past the end', { from: 0, to: 5 }, RangeError, /rows\.to is 5: expected at most 4, the number of rows/],
    ['backwards', { from: 3, to: 2 }, RangeError, /rows\.from is 3: expected at most rows\.to, 2/],
    ['misspelt', { from: 0, too: 2 }, TypeError, /rows\.too is unknown/],
  ];
  for (const [name, rows, kind, message] of cases) {
    it(name, () => {
      const out = new Float32Array(24).fill(7);
      expectRefusal(() => plan().encode(out, rows as posenc.RowRange), kind, message);
      expect(out).toEqual(new Float32Array(24).fill(7));
    });
  }
});

describe('x', () => {
  const plan = () => new posenc.Sinusoidal(good);
  it('of the wrong type, length or state', () => {
    expectRefusal(() => plan().add([1] as never), TypeError, /x is \[1\]: expected a Float32Array/);
    expectRefusal(
      () => plan().add(new Float32Array(25)),
      RangeError,
      /x has 25 values: expected a multiple of 24/,
    );
    expectRefusal(() => plan().add(detached()), TypeError, /x is detached/);
    expectRefusal(() => plan().add(new Int32Array(24) as never), TypeError, /x is an Int32Array of 24/);
    expectRefusal(
      () => posenc.add(new Float32Array(1), { grid: [0], channels: 4 }),
      RangeError,
      /x has 1 value:/,
    );
  });

  it('overlapping out', () => {
    const buffer = new Float32Array(60);
    for (const [x, out] of [
      [buffer.subarray(0, 24), buffer.subarray(1, 25)],
      [buffer.subarray(23, 47), buffer.subarray(0, 24)],
    ] as const) {
      expectRefusal(() => plan().add(x, out), RangeError, /out overlaps x/);
    }
    expect(buffer.every((value) => value === 0)).toBe(true);
    plan().add(buffer.subarray(0, 24), buffer.subarray(24, 48));
    plan().add(buffer.subarray(0, 24), buffer.subarray(0, 24));
    expect(buffer[1]).toBe(1);
    const allocation = posenc.allocate(60);
    const { array } = allocation;
    expectRefusal(
      () => plan().add(array.subarray(0, 24), array.subarray(4, 28)),
      RangeError,
      /out overlaps x/,
    );
    allocation.dispose();
  });
});

describe('points', () => {
  const encodeAt = (points: unknown, options: Record<string, unknown> = {}) =>
    posenc.encodeAt(points as number[], { axes: 2, channels: 8, ...options } as posenc.PointOptions);
  it('of the wrong type, count or value', () => {
    expectRefusal(() => encodeAt('12'), TypeError, /points is "12": expected an array or typed array/);
    expectRefusal(() => encodeAt(3), TypeError, /points is 3/);
    expectRefusal(
      () => encodeAt([1, 2, 3]),
      RangeError,
      /points has 3 values: expected a multiple of axes, 2/,
    );
    expectRefusal(
      () => encodeAt([1, Number.NaN]),
      RangeError,
      /points\[1\] is NaN: expected a finite number/,
    );
    expectRefusal(() => encodeAt([1, Number.POSITIVE_INFINITY]), RangeError, /points\[1\] is Infinity/);
    expectRefusal(
      () => encodeAt([1, 1e16]),
      RangeError,
      /points\[1\] is 10000000000000000: expected a finite number from -/,
    );
    expectRefusal(() => encodeAt([1, '2']), TypeError, /points\[1\] is "2": expected a number/);
    expectRefusal(() => encodeAt([1, undefined]), TypeError, /points\[1\] is undefined/);
    expectRefusal(() => encodeAt(new BigInt64Array(2)), TypeError, /points\[0\] is 0n/);
    expectRefusal(() => encodeAt(detached()), TypeError, /points is detached/);
    expectRefusal(() => encodeAt([1, 2], { axes: 0 }), RangeError, /axes is 0/);
    expectRefusal(() => encodeAt([1, 2], { axes: undefined }), TypeError, /axes is undefined/);
    expectRefusal(() => encodeAt([1, 2], { grid: [2] }), TypeError, /options\.grid is unknown/);
  });
});

describe('allocate', () => {
  it('of an invalid length, or too much', () => {
    for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expectRefusal(
        () => posenc.allocate(length),
        RangeError,
        /length is .*: expected an integer of at least 0/,
      );
    }
    expectRefusal(() => posenc.allocate('3' as never), TypeError, /length is "3"/);
    expectRefusal(
      () => posenc.allocate(2 ** 30),
      RangeError,
      /length is 1073741824: wasm memory .* cannot hold/,
    );
    expectRefusal(() => posenc.allocate(2 ** 50), RangeError, /wasm memory/);
    expect(posenc.allocate(0).array.length).toBe(0);
  });
});

describe('a disposed plan', () => {
  it('throws, and may be disposed of again', () => {
    const plan = new posenc.Sinusoidal(good);
    plan.dispose();
    plan.dispose();
    plan[Symbol.dispose]();
    expectRefusal(() => plan.encode(), Error, /The plan has been disposed of/);
    expectRefusal(() => plan.add(new Float32Array(24)), Error, /The plan has been disposed of/);
    expect(plan.shape).toEqual([4, 6]);
  });
});
