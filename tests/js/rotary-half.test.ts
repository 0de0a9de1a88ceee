// Rotary embeddings in 16 bits: tables and vectors are the exact values, rounded once.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../support/random.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;

describe('16-bit values are the exact ones, rounded once', () => {
  const types = ['float16', 'bfloat16'] as const;
  const bitsOf = (values: posenc.HalfData) =>
    new Uint16Array(values.buffer, values.byteOffset, values.length);
  const toHalf = (type: (typeof types)[number], values: number[]) =>
    bitsOf(type === 'float16' ? posenc.toFloat16(values) : posenc.toBfloat16(values));
  const fromHalf = (type: (typeof types)[number], bits: Uint16Array) =>
    type === 'float16' ? posenc.fromFloat16(bits) : posenc.fromBfloat16(bits);

  const randomValues = (count: number, seed: number) => {
    const random = randomFrom(seed);
    return Array.from({ length: count }, () => (random.next() - 0.5) * 4);
  };

  it.each(types)('tables of %s', (dtype) => {
    const scaling = { type: 'yarn', factor: 16, originalLength: 4096 } as const;
    // The last exceeds the range of float16.
    const huge = { ...scaling, attentionFactor: 3e5 } as const;
    for (const options of [
      { headDim: 64 },
      { headDim: 44, scaling },
      { headDim: 32, scaling: huge },
    ] as const) {
      const rotary = new Rotary(options);
      const at = { length: 3000, offset: 60000 };
      for (const form of ['half', 'repeated'] as const) {
        const { cos, sin } = rotary.cosSin(at, { dtype, form });
        const exact = rotary.cosSin(at, { dtype: 'float64', form });
        expect(bitsOf(cos)).toEqual(toHalf(dtype, [...exact.cos]));
        expect(bitsOf(sin)).toEqual(toHalf(dtype, [...exact.sin]));
      }
    }
  });

  it.each(types)('vectors of %s', (dtype) => {
    for (const pairing of ['halves', 'adjacent'] as const) {
      for (const [headDim, rotaryDim] of [
        [64, 64],
        [46, 38],
      ] as const) {
        const scaling = { type: 'yarn', factor: 4, originalLength: 4096 } as const;
        const rotary = new Rotary({ headDim, rotaryDim, rotaryStart: headDim - rotaryDim, pairing, scaling });
        const seq = 400;
        const x = toHalf(dtype, randomValues(seq * headDim, 21));
        x.fill(0, 0, 3 * headDim); // padding
        const exact = rotary.cosSin({ length: seq, offset: 5000 }, { dtype: 'float64' });
        const values = fromHalf(dtype, x);
        const expected = [...values];
        const pairs = rotaryDim / 2;
        for (let row = 0; row < seq; ++row) {
          for (let j = 0; j < pairs; ++j) {
            const start = row * headDim + headDim - rotaryDim;
            const [i, k] =
              pairing === 'halves' ? [start + j, start + j + pairs] : [start + 2 * j, start + 2 * j + 1];
            const [a, b] = [values[i] as number, values[k] as number];
            const [cos, sin] = [exact.cos[row * pairs + j] as number, exact.sin[row * pairs + j] as number];
            expected[i] = a * cos - b * sin;
            expected[k] = b * cos + a * sin;
          }
        }
        const found = rotary.apply(x.slice(), { shape: [seq, headDim], offset: 5000, dtype });
        expect(found).toEqual(toHalf(dtype, expected));
      }
    }
  });

  it('vectors of the smallest bfloat16 numbers', () => {
    const rotary = new Rotary({ headDim: 64 });
    const { cos, sin } = rotary.cosSin({ length: 1, offset: 3 }, { dtype: 'float64' });
    const x = Uint16Array.from({ length: 64 }, (_, i) => 1 + i); // all subnormal
    const values = posenc.fromBfloat16(x);
    const expected = Array.from({ length: 64 }, (_, i) => {
      const j = i % 32;
      const [a, b] = [values[j] as number, values[j + 32] as number];
      const [c, s] = [cos[j] as number, sin[j] as number];
      return i < 32 ? a * c - b * s : b * c + a * s;
    });
    const found = rotary.apply(x.slice(), { shape: [1, 64], offset: 3, dtype: 'bfloat16' });
    expect(found).toEqual(posenc.toBfloat16(expected));
  });

  it.each(types)('vectors of %s with infinities, NaN, the largest and the smallest numbers', (dtype) => {
    const rotary = new Rotary({ headDim: 8 });
    const special = [Number.POSITIVE_INFINITY, Number.NaN, 65504, 6e-8, -6.1e-5, 1e-30, -0, 1];
    const x = toHalf(dtype, special);
    const { cos, sin } = rotary.cosSin({ length: 1, offset: 3 }, { dtype: 'float64' });
    const values = fromHalf(dtype, x);
    const expected = Array.from({ length: 8 }, (_, i) => {
      const j = i % 4;
      const [a, b] = [values[j] as number, values[j + 4] as number];
      const [c, s] = [cos[j] as number, sin[j] as number];
      return i < 4 ? a * c - b * s : b * c + a * s;
    });
    const found = rotary.apply(x, { shape: [1, 8], offset: 3, dtype });
    const isNaNOf = (bits: Uint16Array) => [...fromHalf(dtype, bits)].map(Number.isNaN);
    const wanted = toHalf(dtype, expected);
    expect(isNaNOf(found)).toEqual(isNaNOf(wanted));
    found.forEach((bits, i) => {
      if (!Number.isNaN(fromHalf(dtype, found)[i])) expect(bits).toBe(wanted[i]);
    });
  });
});
