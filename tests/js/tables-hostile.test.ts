// Misleading arguments to the functions for tables: getters that answer differently the second time, arrays that
// misreport where they are, and sizes that no array can have.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const { convertLayout, interpolationTaps, resampleTable } = posenc;

/** The object with each key right the first time that it is read, and `later` afterwards. */
function onceRight<T extends object>(values: T, later: Record<string, unknown> = {}): T {
  const seen = new Set<PropertyKey>();
  return new Proxy(values, {
    get(object, key) {
      if (seen.has(key)) return later[key as string];
      seen.add(key);
      return Reflect.get(object, key);
    },
  });
}

describe('every option is read once', () => {
  it('of interpolationTaps', () => {
    const options = {
      from: [3, 4],
      to: [
        [2, 2],
        [40, 60],
      ],
      mode: 'bilinear',
      alignCorners: true,
      merge: 2,
    } as const;
    const wanted = interpolationTaps(options);
    const found = interpolationTaps(onceRight(options, { mode: 'bicubic', alignCorners: 1, merge: 7 }));
    expect(found).toEqual(wanted);
    const out = { indices: new Int32Array(wanted.indices.length), weights: wanted.weights.slice() };
    expect(interpolationTaps(options, onceRight(out))).toEqual(wanted);
  });

  it('of resampleTable', () => {
    const options = {
      from: [2, 3],
      to: [3, 2],
      channels: 4,
      prefix: 1,
      mode: 'bicubic',
      antialias: true,
      alignCorners: false,
      dtype: 'float32',
    } as const;
    const table = Float32Array.from({ length: 28 }, (_, i) => Math.sin(i));
    expectSame(resampleTable(table, onceRight(options)), resampleTable(table, options));
  });

  it('of convertLayout', () => {
    const options = {
      channels: 6,
      split: [4, 2],
      batch: 1,
      from: onceRight({ layout: 'interleaved', phase: 'sin-cos', channelsFirst: false } as const),
      to: onceRight({ layout: 'concatenated', phase: 'cos-sin', channelsFirst: true } as const),
    };
    const x = Float32Array.from({ length: 12 }, (_, i) => i);
    const found = convertLayout(x, onceRight(options));
    expect([...found]).toEqual([1, 7, 3, 9, 0, 6, 2, 8, 5, 11, 4, 10]);
  });
});

it('a getter that disposes of an array in wasm memory', () => {
  const weights = posenc.allocate(16);
  const { array } = weights;
  const out = {
    get indices() {
      weights.dispose();
      return new Int32Array(16);
    },
    weights: array,
  };
  expectRefusal(
    () => interpolationTaps({ from: [3, 3], to: [2, 2], mode: 'bilinear' }, out),
    Error,
    /^out\.weights is in wasm memory that was disposed of/,
  );
});

describe('arrays that misreport', () => {
  it('where they are and how many values they have', () => {
    const before = posenc.allocate(4);
    const { array } = posenc.allocate(4);
    before.array.fill(7);
    const misleading = {
      length: { value: 2 ** 20 },
      byteOffset: { value: 0 },
      BYTES_PER_ELEMENT: { value: 8 },
    };
    Object.defineProperties(array, misleading);
    array.set([1, 2, 3, 4]);
    const found = convertLayout(array, { channels: 4, from: {}, to: { layout: 'concatenated' } }, array);
    expect([0, 1, 2, 3].map((i) => found[i])).toEqual([1, 3, 2, 4]);
    expect([...before.array]).toEqual([7, 7, 7, 7]);
  });

  it('what they copy', () => {
    class Odd extends Int32Array {
      override set(): void {}
    }
    const options = { from: [5, 7], to: [2, 3], mode: 'bilinear' } as const;
    const out = { indices: new Odd(24), weights: new Float32Array(24) };
    interpolationTaps(options, out);
    expect([...out.indices]).toEqual([...interpolationTaps(options).indices]);
  });
});

describe('convertLayout, sizes at the edge', () => {
  const to = { layout: 'concatenated' } as const;

  it('no values, of any number of channels', () => {
    const empty = new Float32Array(0);
    expect(convertLayout(empty, { channels: 2 ** 40, from: {}, to })).toHaveLength(0);
    const split = [2 ** 39, 2 ** 39];
    expect(convertLayout(empty, { channels: 2 ** 40, split, from: {}, to }, empty)).toBe(empty);
    const phase = { phase: 'cos-sin' } as const;
    expectRefusal(
      () => convertLayout(empty, { channels: 2 ** 40 + 1, from: {}, to: phase }),
      RangeError,
      /^channels is 1099511627777: expected an even number/,
    );
  });

  it('big integers, which are not numbers', () => {
    const x = new BigInt64Array(4) as never;
    expectRefusal(
      () => convertLayout(x, { channels: 4, from: {}, to }),
      TypeError,
      /^x is a BigInt64Array of 4: expected a typed array of numbers/,
    );
  });

  it.each([Uint8ClampedArray, Int8Array, Int16Array, Float64Array])('%o', (Kind) => {
    const x = Kind.of(1, 2, 3, 4) as Float64Array;
    const found = convertLayout(x, { channels: 4, from: {}, to });
    expect(found).toBeInstanceOf(Kind);
    expect([...found]).toEqual([1, 3, 2, 4]);
  });
});
