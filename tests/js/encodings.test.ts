// The classes named after the originals: their behaviour and their errors.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { classes, productOf } from '../support/kit.js';
import { randomFrom } from '../support/random.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

describe("the Python package's README, line by line", () => {
  it('1D, encoded and added', () => {
    const pEnc1dModel = new posenc.PositionalEncoding1D(10);
    const pEnc1dModelSum = new posenc.Summer(new posenc.PositionalEncoding1D(10));
    const random = randomFrom(1);
    const x = { data: Float32Array.from({ length: 60 }, random.next), shape: [1, 6, 10] };
    const pencNoSum = pEnc1dModel.encode(x);
    const pencSum = pEnc1dModelSum.encode(x);
    expect(pencNoSum.shape).toEqual([1, 6, 10]);
    expectSame(
      pencNoSum.data.map((value, i) => value + (x.data[i] as number)),
      pencSum.data,
    );
  });

  it('2D of 170 channels on a tensor of 2', () => {
    const pEnc2dModel = new posenc.PositionalEncoding2D(170);
    const pEnc2dModelSum = new posenc.Summer(new posenc.PositionalEncoding2D(170));
    const y = { data: new Float32Array(96), shape: [1, 8, 6, 2] };
    const pencNoSum = pEnc2dModel.encode(y);
    expect(pencNoSum.shape).toEqual([1, 8, 6, 2]);
    expectSame(pencNoSum.data, pEnc2dModelSum.encode(y).data);
  });

  it('3D, channels first', () => {
    const pEnc3d = new posenc.PositionalEncodingPermute3D(11);
    const z = { data: new Float32Array(11 * 5 * 6 * 4), shape: [1, 11, 5, 6, 4] };
    expect(pEnc3d.encode(z).shape).toEqual([1, 11, 5, 6, 4]);
  });
});

describe('behaviour of the originals', () => {
  it('channels and orgChannels', () => {
    const found = Object.values(classes).map((Encoding) => {
      const { channels, orgChannels } = new Encoding(11);
      return [channels, orgChannels];
    });
    expect(found).toEqual([
      [12, 11],
      [6, 11],
      [4, 11],
      [12, 11],
      [6, 11],
      [4, 11],
    ]);
  });

  it('channels first is the transposed encoding, in separate memory', () => {
    const last = new posenc.PositionalEncoding2D(9).encode([2, 4, 5, 9]).data;
    const first = new posenc.PositionalEncodingPermute2D(9).encode([2, 9, 4, 5]).data;
    for (let b = 0; b < 2; ++b) {
      for (let p = 0; p < 20; ++p) {
        for (let c = 0; c < 9; ++c) {
          expect(first[(b * 9 + c) * 20 + p]).toBe(last[(b * 20 + p) * 9 + c]);
        }
      }
    }
  });

  it('the batch is repeated, or broadcast', () => {
    const repeated = new posenc.PositionalEncoding1D(7).encode([3, 5, 7]);
    const once = new posenc.PositionalEncoding1D(7, { batch: 'broadcast' }).encode([3, 5, 7]);
    expect(once.shape).toEqual([1, 5, 7]);
    for (let b = 0; b < 3; ++b) expectSame(repeated.data.slice(b * 35, b * 35 + 35), once.data);
  });

  it('results do not depend on the values of the tensor or on earlier calls', () => {
    const encoding = new posenc.PositionalEncoding2D(8);
    const random = randomFrom(2);
    const shapes = [
      [1, 3, 4, 8],
      [2, 5, 2, 8],
      [1, 4, 3, 8],
      [1, 3, 4, 5],
      [1, 3, 4, 8],
    ];
    for (const shape of [...shapes, ...shapes]) {
      const data = Float32Array.from({ length: productOf(shape) }, random.next);
      expectSame(
        encoding.encode({ data, shape }).data,
        new posenc.PositionalEncoding2D(8).encode(shape).data,
      );
    }
  });

  it('writing to a result does not change later ones', () => {
    const encoding = new posenc.PositionalEncoding1D(6);
    const first = encoding.encode([1, 4, 6]);
    const kept = first.data.slice();
    first.data.fill(9);
    first.shape;
    expectSame(encoding.encode([1, 4, 6]).data, kept);
    expectSame(posenc.encode({ grid: [4], channels: 6 }), kept);
  });

  it('plans with different options, channels and layouts are distinct', () => {
    const seen = new Map<string, Float32Array>();
    for (let round = 0; round < 3; ++round) {
      for (const channels of [6, 7, 8]) {
        for (const layout of ['interleaved', 'concatenated'] as const) {
          for (const angles of ['exact', 'float32'] as const) {
            for (const frequencies of [undefined, [1, 0.3, 0.2, 0.1].slice(0, Math.ceil(channels / 2))]) {
              const options = { layout, angles, frequencies };
              const { data } = new posenc.PositionalEncoding1D(channels, options).encode([1, 70, channels]);
              const key = JSON.stringify([channels, options]);
              const before = seen.get(key);
              if (before) expectSame(data, before);
              else {
                for (const other of seen.values()) expect(data).not.toEqual(other);
                seen.set(key, data);
              }
            }
          }
        }
      }
    }
  });

  it('7 x 101 x 55 is finite', () => {
    const { data } = new posenc.PositionalEncoding3D(60).encode([1, 7, 101, 55, 60]);
    expect(data.every(Number.isFinite)).toBe(true);
  });

  it('empty tensors have empty encodings', () => {
    expect(new posenc.PositionalEncoding1D(4).encode([0, 5, 4])).toEqual({
      data: new Float32Array(0),
      shape: [0, 5, 4],
    });
    expect(new posenc.PositionalEncoding2D(4).encode([1, 0, 2, 4]).data.length).toBe(0);
    expect(new posenc.PositionalEncoding1D(4).encode([1, 5, 0]).data.length).toBe(0);
    const empty = { data: new Float32Array(0), shape: [2, 0, 6] };
    expect(new posenc.SinusoidalPositionalEncoding().encode(empty).shape).toEqual([2, 0, 6]);
  });
});

describe('errors', () => {
  const encoding = () => new posenc.PositionalEncoding1D(5);
  const floats = (shape: number[]) => ({ data: new Float32Array(productOf(shape)), shape });
  const cases: [string, () => unknown, ErrorConstructor, RegExp][] = [
    [
      'wrong rank',
      () => encoding().encode([1, 2, 3, 5]),
      RangeError,
      /x has 4 dimensions \(its shape is \[1, 2, 3, 5\]\): expected 3, \[batch, x, channels\]/,
    ],
    [
      'wrong rank, channels first',
      () => new posenc.PositionalEncodingPermute2D(5).encode([5, 2, 3]),
      RangeError,
      /x has 3 dimensions \(.*\): expected 4, \[batch, channels, x, y\]/,
    ],
    [
      'too many channels',
      () => encoding().encode([1, 3, 10]),
      RangeError,
      /x has 10 channels \(its shape is \[1, 3, 10\]\): expected at most 5/,
    ],
    [
      'too many channels in a Summer',
      () => new posenc.Summer(encoding()).encode(floats([1, 3, 6])),
      RangeError,
      /x has 6 channels .* expected at most 5/,
    ],
    ['an invalid shape', () => encoding().encode([1, 2.5, 5]), RangeError, /x\[1\] is 2\.5/],
    [
      'not a tensor',
      () => encoding().encode(undefined as never),
      TypeError,
      /x is undefined: expected a tensor \{ data, shape \} or a shape/,
    ],
    [
      'data without a shape',
      () => encoding().encode({ data: new Float32Array(5) } as never),
      TypeError,
      /x is an object: expected a tensor/,
    ],
    [
      'data of the wrong length',
      () => encoding().encode({ data: new Float32Array(9), shape: [1, 2, 5] }),
      RangeError,
      /x\.data has 9 values: expected 10, as the shape \[1, 2, 5\] requires/,
    ],
    [
      'integers',
      () => encoding().encode({ data: new Int32Array(10), shape: [1, 2, 5] }),
      TypeError,
      /x\.data is an Int32Array of 10.*integers cannot hold/,
    ],
    [
      'integers in a Summer',
      () => new posenc.Summer(encoding()).encode({ data: new Int32Array(10), shape: [1, 2, 5] } as never),
      TypeError,
      /x\.data is an Int32Array of 10: expected a Float32Array.*integers cannot hold .*: convert the tensor/,
    ],
    [
      'integers in AllenNLP',
      () =>
        new posenc.SinusoidalPositionalEncoding().encode({
          data: new Uint8Array(10),
          shape: [1, 2, 5],
        } as never),
      TypeError,
      /integers cannot hold/,
    ],
    [
      '16-bit data without a dtype',
      () => new posenc.Summer(encoding()).encode({ data: new Uint16Array(10), shape: [1, 2, 5] } as never),
      TypeError,
      /x\.data is a Uint16Array of 10: expected a Float32Array, or float16 or bfloat16 with a dtype/,
    ],
    [
      'an unknown type',
      () => encoding().encode({ data: new Float32Array(10), shape: [1, 2, 5], dtype: 'float8' }),
      RangeError,
      /x\.dtype is "float8"/,
    ],
    [
      'a Summer with another dtype',
      () =>
        new posenc.Summer(new posenc.PositionalEncoding1D(5, { dtype: 'float16' })).encode(floats([1, 2, 5])),
      TypeError,
      /x is float32, but the encoding's dtype is float16/,
    ],
    [
      'a Summer without an encoding',
      () => new posenc.Summer(undefined as never),
      TypeError,
      /encoding is undefined: expected an instance of a PositionalEncoding class/,
    ],
    [
      'out of the wrong length',
      () => new posenc.Summer(encoding()).encode(floats([1, 2, 5]), new Float32Array(9)),
      RangeError,
      /out has 9 values: expected 10/,
    ],
    [
      'out of the wrong type',
      () => new posenc.Summer(encoding()).encode(floats([1, 2, 5]), new Uint16Array(10) as never),
      TypeError,
      /out is a Uint16Array of 10: expected a Float32Array/,
    ],
    ['no channels', () => new posenc.PositionalEncoding1D(0), RangeError, /channels is 0/],
    [
      'an unknown option',
      () => new posenc.PositionalEncoding1D(5, { dtypes: 'float16' } as never),
      TypeError,
      /options\.dtypes is unknown/,
    ],
    [
      'an unknown layout, at once',
      () => new posenc.PositionalEncoding1D(5, { layout: 'x' as never }),
      RangeError,
      /layout is "x"/,
    ],
    [
      'an unknown batch',
      () => new posenc.PositionalEncoding1D(5, { batch: 'one' as never }),
      RangeError,
      /batch is "one": expected 'repeat' or 'broadcast'/,
    ],
    [
      'an unknown dtype',
      () => new posenc.PositionalEncoding1D(5, { dtype: 'float64' as never }),
      RangeError,
      /dtype is "float64"/,
    ],
    [
      'a timescale of zero',
      () => new posenc.SinusoidalPositionalEncoding({ minTimescale: 0 }),
      RangeError,
      /minTimescale is 0: expected a number above 0/,
    ],
    [
      'an unknown timescale',
      () => new posenc.SinusoidalPositionalEncoding({ min: 1 } as never),
      TypeError,
      /options\.min is unknown/,
    ],
    [
      'AllenNLP with the wrong rank',
      () => new posenc.SinusoidalPositionalEncoding().encode(floats([3, 4])),
      RangeError,
      /x has 2 dimensions \(.*\): expected 3, \[batch, timesteps, hidden\]/,
    ],
    [
      'an unknown version',
      () => posenc.presets.positionalEncodings({ grid: [1], channels: 2, version: 7 as never }),
      RangeError,
      /version is 7/,
    ],
    ['values that are not numbers', () => posenc.toFloat16(['1'] as never), TypeError, /values\[0\] is "1"/],
    ['bits out of range', () => posenc.fromFloat16([65536]), RangeError, /halves\[0\] is 65536/],
  ];
  for (const [name, act, kind, message] of cases) {
    it(name, () => {
      expect(act).toThrow(kind);
      expect(act).toThrow(message);
    });
  }
});
