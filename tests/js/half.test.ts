// float16 and bfloat16: results rounded once, sums in the tensor's own type, conversions.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';

beforeAll(() => posenc.init());

describe('16-bit types', () => {
  const float16 = (data: posenc.HalfData) => posenc.fromFloat16(data);

  it('results are the exact values rounded once, as bits or as Float16Array', () => {
    const exact = new posenc.PositionalEncoding1D(64).encode([1, 500, 64]).data;
    for (const dtype of ['float16', 'bfloat16'] as const) {
      const half = new posenc.PositionalEncoding1D(64, { dtype }).encode([2, 500, 64]);
      expect(half.dtype).toBe(dtype);
      const native = dtype === 'float16' && 'Float16Array' in globalThis;
      expect(half.data.constructor.name).toBe(native ? 'Float16Array' : 'Uint16Array');
      const values = dtype === 'float16' ? float16(half.data) : posenc.fromBfloat16(half.data);
      if (native) expect(Array.from(half.data)).toEqual(Array.from(values));
      const unit = dtype === 'float16' ? 2 ** -11 : 2 ** -8;
      exact.forEach((value, i) => {
        const allowed = unit * Math.abs(value) + bound;
        if (Math.abs((values[i] as number) - value) > allowed) expect.fail(`${values[i]} for ${value}`);
        if (values[i] !== values[exact.length + i]) expect.fail('the batch differs');
      });
    }
  });

  it('a Summer keeps the type of the tensor, in place or not', () => {
    const numbers = Array.from({ length: 60 }, (_, i) => (i - 30) / 7);
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(10));
    const encoding = new posenc.PositionalEncoding1D(10).encode([1, 6, 10]).data;
    const x = { data: posenc.toBfloat16(numbers), shape: [1, 6, 10], dtype: 'bfloat16' } as const;
    const rounded = posenc.fromBfloat16(x.data);
    const sum = summer.encode(x);
    expect(sum.dtype).toBe('bfloat16');
    posenc.fromBfloat16(sum.data).forEach((value, i) => {
      const exact = (rounded[i] as number) + (encoding[i] as number);
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2 ** -8 + bound);
    });
    expect(summer.encode(x, x.data).data).toBe(x.data);
    expect(x.data).toEqual(sum.data);
    const half = { data: posenc.toFloat16(numbers), shape: [1, 6, 10], dtype: 'float16' } as const;
    const halfSum = summer.encode(half);
    float16(halfSum.data).forEach((value, i) => {
      const exact = (float16(half.data)[i] as number) + (encoding[i] as number);
      expect(Math.abs(value - exact)).toBeLessThanOrEqual(Math.abs(exact) * 2 ** -11 + bound);
    });
  });

  it('conversions round to nearest, ties to even, and round-trip exactly', () => {
    const bits = (data: posenc.HalfData) =>
      Array.from(new Uint16Array(data.buffer as ArrayBuffer, data.byteOffset, data.length));
    const numbers = [
      0,
      -0,
      1,
      -2,
      65504,
      65520,
      1e-8,
      2 ** -24,
      1 + 2 ** -11,
      1 + 3 * 2 ** -11,
      Number.POSITIVE_INFINITY,
    ];
    expect(bits(posenc.toFloat16(numbers))).toEqual([
      0, 0x8000, 0x3c00, 0xc000, 0x7bff, 0x7c00, 0, 1, 0x3c00, 0x3c02, 0x7c00,
    ]);
    expect(Array.from(posenc.toBfloat16([1, 1 + 2 ** -8, 1 + 3 * 2 ** -8, -3e38]))).toEqual([
      0x3f80, 0x3f80, 0x3f82, 0xff62,
    ]);
    const all = Uint16Array.from({ length: 65536 }, (_, i) => i);
    for (const [widen, round] of [
      [posenc.fromFloat16, posenc.toFloat16],
      [posenc.fromBfloat16, posenc.toBfloat16],
    ] as const) {
      const values = widen(all);
      const back = bits(round(values));
      back.forEach((half, i) => {
        if (half !== i && !Number.isNaN(values[i])) expect.fail(`${i} comes back as ${half}`);
      });
    }
    expect(Array.from(posenc.fromFloat16([0x3c00, 0x3555]))).toEqual([1, 0.333251953125]);
  });
});
