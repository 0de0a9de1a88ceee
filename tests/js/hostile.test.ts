// Misleading arguments: getters and proxies that return something else the second time, arrays that misreport
// their length, overlap, are shared, were resized or belong to a library that calls back.
import * as posenc from 'posenc';
import { addTensor, encodeTensor, fromTensor, toTensor } from 'posenc/onnxruntime';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const good = { grid: [4], channels: 6 };

/** Counts how often each key is read. */
function counted<T extends object>(target: T): { proxy: T; reads: Map<PropertyKey, number> } {
  const reads = new Map<PropertyKey, number>();
  const proxy = new Proxy(target, {
    get(object, key) {
      reads.set(key, (reads.get(key) ?? 0) + 1);
      return Reflect.get(object, key);
    },
  });
  return { proxy, reads };
}

/** A list whose elements are right the first time they are read, and different afterwards. */
function onceRight(values: readonly number[], later: unknown): ArrayLike<number> {
  const seen = new Set<PropertyKey>();
  return new Proxy([...values], {
    get(object, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) {
        if (seen.has(key)) return later;
        seen.add(key);
      }
      return Reflect.get(object, key);
    },
  });
}

describe('every value is read once', () => {
  it('in options', () => {
    const options = {
      grid: [2, 3],
      channels: 12,
      declaredChannels: 14,
      layout: 'interleaved',
      phase: 'sin-cos',
      channelsFirst: true,
      axisOrder: [1, 0],
      split: 'even',
      timescales: { min: 2 },
      offset: 1,
      step: 2,
      angles: 'exact',
      allowEmptyAxes: false,
    } as const;
    const { proxy, reads } = counted(options);
    expect(posenc.encode(proxy)).toEqual(posenc.encode(options));
    for (const key of Object.keys(options)) expect([key, reads.get(key)]).toEqual([key, 1]);
    const lists = { grid: [2], channels: 4, frequencies: [1, 2], positions: [[3, 4]] };
    const other = counted(lists);
    expect(posenc.encode(other.proxy)).toEqual(posenc.encode(lists));
    for (const key of Object.keys(lists)) expect([key, other.reads.get(key)]).toEqual([key, 1]);
  });

  it('in lists', () => {
    const positions = [1, 2, 3, 4];
    const expected = posenc.encode({ ...good, positions: [positions] });
    expect(posenc.encode({ ...good, positions: [onceRight(positions, 7)] })).toEqual(expected);
    expect(posenc.encode({ ...good, positions: [onceRight(positions, 'x')] })).toEqual(expected);
    expect(posenc.encodeAt(onceRight(positions, 7), { axes: 1, channels: 6 })).toEqual(expected);
    expect(posenc.encodeAt(onceRight(positions, Number.NaN), { axes: 1, channels: 6 })).toEqual(expected);
    expect(posenc.toBfloat16(onceRight(positions, 'x'))).toEqual(posenc.toBfloat16(positions));
    expect(posenc.fromBfloat16(onceRight([16256, 16384, 1], 1e9))).toEqual(
      posenc.fromBfloat16([16256, 16384, 1]),
    );
    expect(posenc.encode({ grid: onceRight([4], 9) as never, channels: 6 })).toEqual(posenc.encode(good));
  });

  it('when a getter computes other encodings', () => {
    const meddling = {
      length: 4,
      0: 1,
      1: 2,
      get 2() {
        posenc.encodeAt([7, 7, 7, 7], { axes: 1, channels: 6 });
        posenc.toFloat16([9, 9, 9, 9]);
        return 3;
      },
      3: 4,
    };
    const plain = [1, 2, 3, 4];
    const options = { axes: 1, channels: 6 };
    expect(posenc.encodeAt(meddling, options)).toEqual(posenc.encodeAt(plain, options));
    expect(posenc.toBfloat16(meddling)).toEqual(posenc.toBfloat16(plain));
  });

  it('before the plan is used, since a getter may dispose of it', () => {
    const plan = new posenc.Sinusoidal(good);
    const out = new Float32Array(6).fill(7);
    const rows = {
      to: 1,
      get from() {
        plan.dispose();
        return 0;
      },
    };
    expectRefusal(() => plan.encode(out, rows), Error, /The plan has been disposed of/);
    expect(out).toEqual(new Float32Array(6).fill(7));
  });

  it('before the address of an array, since a getter may dispose of it', () => {
    const allocation = posenc.allocate(24);
    const { array } = allocation;
    const options = {
      channels: 6,
      get grid() {
        allocation.dispose();
        return [4];
      },
    };
    expectRefusal(() => posenc.encode(options, array), Error, /out is in wasm memory that was disposed of/);
  });
});

describe('misleading arrays', () => {
  it('that override length, offset and methods', () => {
    const short = Object.defineProperties(new Float32Array(2), {
      length: { value: 24 },
      byteLength: { value: 96 },
    });
    expectRefusal(() => posenc.encode(good, short), RangeError, /out has 2 values: expected 24/);
    const { array } = posenc.allocate(2);
    Object.defineProperties(array, { length: { value: 24 }, byteOffset: { value: 0 } });
    expectRefusal(() => posenc.encode(good, array), RangeError, /out has 2 values: expected 24/);
    expectRefusal(() => posenc.add(array, good), RangeError, /x has 2 values: expected a multiple of 24/);
    class Odd extends Float32Array {
      override set(): void {}
      override subarray(): never {
        return new Float32Array(2 ** 20) as never;
      }
    }
    const wide = { grid: [4], channels: 100 };
    const odd = new Odd(400);
    posenc.encode(wide, odd);
    expect(Array.from(odd)).toEqual(Array.from(posenc.encode(wide)));
    posenc.add(odd, wide);
    expect(odd[1]).toBe(2);
  });

  it('that only resemble arrays are refused', () => {
    const proxied = new Proxy(new Float32Array(24), {});
    expectRefusal(() => posenc.encode(good, proxied), TypeError, /out is .*: expected a Float32Array/);
    const list = { length: 2 ** 40 } as never;
    expectRefusal(() => posenc.toFloat16(list), TypeError, /values\[0\] is undefined: expected a number/);
    expectRefusal(
      () => posenc.encodeAt(list, { axes: 1, channels: 2 }),
      TypeError,
      /points\[0\] is undefined/,
    );
    const long = { length: 2 ** 45, 0: 1 } as never;
    expectRefusal(() => posenc.toFloat16(long), RangeError, /values has 35184372088832 values, more than/);
    expectRefusal(
      () => posenc.encode({ ...good, positions: [long] }),
      RangeError,
      /positions\[0\] has 35184372088832 values, more than/,
    );
    expectRefusal(
      () => posenc.encode({ grid: long, channels: 6 }),
      RangeError,
      /grid has 35184372088832 entries/,
    );
    const half = new posenc.PositionalEncoding1D(2, { dtype: 'float16' });
    expectRefusal(() => half.encode([2 ** 40, 2, 2]), RangeError, /The result has 4398046511104 values/);
  });
});

describe('memory', () => {
  it('that overlaps is refused, unless x and out are the same', () => {
    const floats = new Float32Array(400);
    floats.set([1, 2, 3, 4]);
    const options = { axes: 1, channels: 6 };
    const doubles = new Float64Array(floats.buffer, 0, 4);
    const bytes = new Uint8Array(floats.buffer, 12, 4);
    for (const [points, out] of [
      [floats.subarray(0, 4), floats.subarray(0, 24)],
      [floats.subarray(0, 4), floats.subarray(3, 27)],
      [floats.subarray(20, 24), floats.subarray(0, 24)],
      [doubles, floats.subarray(7, 31)],
      [bytes, floats.subarray(3, 27)],
    ] as const) {
      const before = floats.slice();
      expectRefusal(
        () => posenc.encodeAt(points, options, out),
        RangeError,
        /out overlaps points \(they start at bytes \d+ and \d+ of one buffer\): expected arrays that do not overlap/,
      );
      expect(floats).toEqual(before);
    }
    const found = posenc.encodeAt(floats.subarray(0, 4), options, floats.subarray(4, 28));
    expect(Array.from(found)).toEqual(Array.from(posenc.encodeAt([1, 2, 3, 4], options)));
    const { array } = posenc.allocate(40);
    expectRefusal(
      () => posenc.encodeAt(array.subarray(0, 4), options, array.subarray(2, 26)),
      RangeError,
      /out overlaps points/,
    );
  });

  it('of 16-bit values that overlaps is refused', () => {
    const bits = new Uint16Array(100);
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(6));
    const x = { data: bits.subarray(0, 24), shape: [1, 4, 6], dtype: 'float16' } as const;
    expectRefusal(() => summer.encode(x, bits.subarray(1, 25)), RangeError, /out overlaps x\.data/);
    expect(bits.every((value) => value === 0)).toBe(true);
  });

  it.skipIf(typeof SharedArrayBuffer === 'undefined')(
    'that is shared is refused for values, and read once for lists',
    () => {
      const shared = <T>(Type: new (buffer: SharedArrayBuffer) => T, bytes: number) =>
        new Type(new SharedArrayBuffer(bytes));
      const floats = shared(Float32Array, 96) as unknown as Float32Array;
      const bits = shared(Uint16Array, 48);
      const summer = new posenc.Summer(new posenc.PositionalEncoding1D(6));
      const tensor = { shape: [1, 4, 6], dtype: 'bfloat16' } as const;
      const own = { ...tensor, data: new Uint16Array(24) };
      for (const act of [
        () => posenc.encode(good, floats),
        () => posenc.add(floats, good),
        () => summer.encode({ data: floats, shape: [1, 4, 6] }),
        () => summer.encode({ ...tensor, data: bits }),
        () => summer.encode(own, bits),
      ]) {
        expectRefusal(
          act,
          TypeError,
          /(out|x|x\.data) is on a SharedArrayBuffer.*: expected an array on an ArrayBuffer/,
        );
      }
      floats.set([1, 2, 3, 4]);
      expect(posenc.encodeAt(floats.subarray(0, 4), { axes: 1, channels: 6 })).toEqual(
        posenc.encodeAt([1, 2, 3, 4], { axes: 1, channels: 6 }),
      );
      expect(posenc.fromBfloat16(bits)).toEqual(new Float32Array(24));
      expect(posenc.toBfloat16(floats.subarray(0, 4))).toEqual(posenc.toBfloat16([1, 2, 3, 4]));
    },
  );

  const resizable = 'resize' in ArrayBuffer.prototype;
  it.skipIf(!resizable)('outside a resized buffer is refused, not treated as empty', () => {
    type Resizable = ArrayBuffer & { resize(bytes: number): void };
    const Buffer = ArrayBuffer as unknown as new (bytes: number, options: object) => Resizable;
    const buffer = new Buffer(96, { maxByteLength: 96 });
    const floats = new Float32Array(buffer, 0, 24);
    const bits = new Uint16Array(buffer, 0, 24);
    buffer.resize(8);
    const lost = /(out|x|x\.data|points|values) is out of bounds: its buffer was resized/;
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(6));
    for (const act of [
      () => posenc.encode(good, floats),
      () => posenc.encode({ grid: [0], channels: 6 }, floats),
      () => posenc.add(floats, good),
      () => posenc.encodeAt(floats, { axes: 1, channels: 6 }),
      () => posenc.toFloat16(floats),
      () => summer.encode({ data: bits, shape: [1, 0, 6], dtype: 'float16' }),
    ]) {
      expectRefusal(act, TypeError, lost);
    }
  });
});

describe('errors are those of the library', () => {
  const nothing = Object.create(null);
  const symbol = Symbol('s');
  const encode = (change: object) => posenc.encode({ grid: [2, 2], channels: 8, ...change } as never);
  const cases: [string, () => unknown, ErrorConstructor, RegExp][] = [
    [
      'a symbol as an axis',
      () => encode({ axisOrder: [symbol, 0] }),
      RangeError,
      /axisOrder is \[Symbol\(s\), 0\]/,
    ],
    [
      'an object without a prototype as an axis',
      () => encode({ axisOrder: [nothing, 0] }),
      RangeError,
      /axisOrder is \[…, 0\]/,
    ],
    ['a BigInt as an axis', () => encode({ axisOrder: [1n, 0n] }), RangeError, /axisOrder is \[1n, 0n\]/],
    ['a symbol as a length', () => encode({ grid: [symbol, 2] }), TypeError, /grid\[0\] is Symbol\(s\)/],
    [
      'an object without a prototype as a length',
      () => encode({ grid: [2, nothing] }),
      TypeError,
      /grid\[1\] is an object/,
    ],
    [
      'a symbol as a frequency',
      () => encode({ frequencies: [symbol] }),
      TypeError,
      /frequencies\[0\] is Symbol\(s\)/,
    ],
    [
      'an object without a prototype as a frequency',
      () => encode({ frequencies: [1, nothing] }),
      TypeError,
      /frequencies\[1\] is an object/,
    ],
    ['a symbol as an offset', () => encode({ offset: symbol }), TypeError, /offset is Symbol\(s\)/],
    ['a symbol as a width', () => encode({ split: [symbol, 2] }), TypeError, /split\[0\] is Symbol\(s\)/],
    [
      'an object without a prototype as a split',
      () => encode({ split: nothing }),
      TypeError,
      /split is an object/,
    ],
    ['null as a layout', () => encode({ layout: null }), TypeError, /layout is null: expected 'interleaved'/],
    [
      'too many axes',
      () => encode({ grid: new Uint8Array(65537) }),
      RangeError,
      /grid has 65537 entries: expected at most 65536/,
    ],
    [
      'too many axes for points',
      () => posenc.encodeAt([], { axes: 1.2e8, channels: 2.4e8 }),
      RangeError,
      /axes is 120000000: expected at most 65536/,
    ],
    [
      'frequencies passed to a class',
      () => new posenc.PositionalEncoding1D(10, { frequencies: [1, 2] }),
      RangeError,
      /frequencies has 2 entries: expected 5 numbers, one for each pair of channels/,
    ],
    [
      'frequencies for one axis passed to a class',
      () => new posenc.PositionalEncoding2D(8, { frequencies: [[1, 2], [1]] }),
      RangeError,
      /frequencies\[1\] has 1 entry: expected 2 numbers/,
    ],
    [
      'a shape of too many dimensions',
      () => new posenc.PositionalEncoding1D(4).encode(new Array(99).fill(1)),
      RangeError,
      /x has 99 entries: expected at most 64/,
    ],
  ];
  it.each(cases)('%s', (_, act, kind, message) => expectRefusal(act, kind, message));

  it('an array that throws when inspected', () => {
    const grim = new Proxy([1], {
      get() {
        throw new Error('not for you');
      },
    });
    expect(() => posenc.encode({ grid: [2], channels: grim as never })).toThrow(
      /channels is an object: expected/,
    );
  });
});

describe('ONNX Runtime', () => {
  class Tensor {
    constructor(
      readonly type: string,
      readonly data: Float32Array,
      readonly dims: number[],
    ) {}
  }
  const x = () => new Tensor('float32', new Float32Array(24), [1, 4, 6]);
  it('options are checked', () => {
    const add = (options: unknown) => () => addTensor({ Tensor }, x(), options as never);
    expectRefusal(add(null), TypeError, /options is null: expected an object/);
    expectRefusal(add({ layuot: 'concatenated' }), TypeError, /options\.layuot is unknown: expected one of/);
    expectRefusal(add({ grid: [4] }), TypeError, /options\.grid is unknown/);
    expectRefusal(
      () => encodeTensor({ Tensor }, good, null as never),
      TypeError,
      /tensorOptions is null: expected an object/,
    );
    expectRefusal(() => toTensor({ Tensor }, null as never), TypeError, /tensor is null: expected a tensor/);
    expectRefusal(
      () => fromTensor({ ...x(), location: 3 } as never),
      TypeError,
      /x is in 3: expected its values/,
    );
  });

  it('a Tensor may use the library in its constructor', () => {
    class Busy extends Tensor {
      constructor(type: string, data: Float32Array, dims: number[]) {
        super(type, data, dims);
        for (let i = 0; i < 40; ++i) posenc.encode({ grid: [2], channels: 10 + i });
      }
    }
    for (let round = 0; round < 2; ++round) {
      expect(encodeTensor({ Tensor: Busy }, good)).toMatchObject({ data: posenc.encode(good) });
    }
  });
});
