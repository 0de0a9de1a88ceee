// Result types: float64 compared with 200-bit arithmetic, 16-bit types with float64 rounded once, and the
// arrays that each type accepts.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from '../support/precise.js';
import { randomFrom } from '../support/random.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const dtypes = ['float32', 'float16', 'bfloat16', 'float64'] as const;
type DType = (typeof dtypes)[number];

/** Numbers converted to a type, in the array that calls accept. */
function arrayOf(dtype: DType, values: ArrayLike<number>): posenc.ArrayOf<DType> {
  if (dtype === 'float32') return Float32Array.from(values);
  if (dtype === 'float64') return Float64Array.from(values);
  return dtype === 'float16' ? posenc.toFloat16(values) : posenc.toBfloat16(values);
}

function numbersOf(dtype: DType, array: posenc.ArrayOf<DType>): number[] {
  if (dtype === 'float16') return Array.from(posenc.fromFloat16(array));
  if (dtype === 'bfloat16') return Array.from(posenc.fromBfloat16(array));
  return Array.from(array);
}

/** The largest difference of interleaved sines and cosines from the exact ones. */
function worstOf(values: ArrayLike<number>, positions: readonly number[], frequencies: readonly bigint[]) {
  let worst = 0;
  positions.forEach((position, row) => {
    frequencies.forEach((frequency, i) => {
      const { sin, cos } = sineAndCosine(preciseProduct(precise(position), frequency));
      const at = 2 * (row * frequencies.length + i);
      worst = Math.max(
        worst,
        Math.abs((values[at] as number) - sin),
        Math.abs((values[at + 1] as number) - cos),
      );
    });
  });
  return worst;
}

describe('float64', () => {
  it.each([
    { timescales: {} },
    { timescales: { endpoint: true } },
    { timescales: { min: 0.37, max: 5e6, shift: 0.5 } },
    { timescales: { min: 3, max: 3 } },
    { timescales: { min: 10000, max: 1 } },
  ])('is within 1e-14 of the exact value up to 2^24, $timescales', ({ timescales }) => {
    const channels = 48;
    const { endpoint, ...rest } = { endpoint: false, ...timescales };
    const schedule = { ...rest, ...(endpoint ? { shift: 1 } : {}) };
    const frequencies = Array.from({ length: 24 }, (_, i) => preciseFrequency(i, 24, schedule));
    const largest = 2 ** 24 * Math.min(1, timescales.min ?? 1);
    const offsets = [0, -7, 4095, largest - 4, 123456.78125].filter((offset) => Math.abs(offset) < largest);
    for (const offset of offsets) {
      const options = { channels, timescales, dtype: 'float64' } as const;
      const positions = [0, 1, 2, 3].map((i) => offset + i);
      const grid = posenc.encode({ ...options, grid: [4], offset });
      expect(grid).toBeInstanceOf(Float64Array);
      expect(worstOf(grid, positions, frequencies)).toBeLessThan(1e-14);
      const points = posenc.encodeAt(positions, { ...options, axes: 1 });
      expect(worstOf(points, positions, frequencies)).toBeLessThan(1e-14);
      expect(posenc.encode({ ...options, grid: [4], positions: [positions] })).toEqual(points);
    }
  });

  it('uses the given frequencies as exact doubles', () => {
    const frequencies = [3.7, 0.02, 1 / 3];
    const values = posenc.encode({ grid: [3], channels: 6, offset: 1e6, frequencies, dtype: 'float64' });
    expect(worstOf(values, [1e6, 1e6 + 1, 1e6 + 2], frequencies.map(precise))).toBeLessThan(1e-14);
  });

  it('with float32 angles, is the sine of the rounded angle', () => {
    const values = posenc.encode({
      grid: [3],
      channels: 8,
      offset: 70000.5,
      angles: 'float32',
      dtype: 'float64',
    });
    const frequencies = [1, 0.1, 0.01, 0.001].map(Math.fround);
    for (let row = 0; row < 3; ++row) {
      for (const [i, frequency] of frequencies.entries()) {
        const angle = Math.fround(Math.fround(70000.5 + row) * frequency);
        const exact = sineAndCosine(precise(angle));
        expect(Math.abs((values[8 * row + 2 * i] as number) - exact.sin)).toBeLessThan(1e-15);
        expect(Math.abs((values[8 * row + 2 * i + 1] as number) - exact.cos)).toBeLessThan(1e-15);
      }
    }
  });
});

describe('every type', () => {
  const { below, pick } = randomFrom(20261202);

  it.each(dtypes)('is the exact value rounded once: %s, in any layout, order and range', (dtype) => {
    for (let round = 0; round < 60; ++round) {
      const grid = Array.from({ length: pick([1, 2, 3]) }, () => pick([1, 2, 5, 40]));
      const options: posenc.SinusoidalOptions = {
        grid,
        channels: pick([1, 2, 7, 16, 33, 96]),
        layout: pick(['interleaved', 'concatenated'] as const),
        phase: pick(['sin-cos', 'cos-sin'] as const),
        channelsFirst: pick([false, true]),
        split: pick(['even', 'padded'] as const),
        allowEmptyAxes: true,
        offset: pick([0, -17, 1000.5]),
      };
      const plan = new posenc.Sinusoidal({ ...options, dtype });
      expect(plan.dtype).toBe(dtype);
      expect(plan.size).toBe(plan.rowCount * plan.rowLength);
      const whole = numbersOf(dtype, plan.encode());
      const exact = posenc.encode({ ...options, dtype: 'float64' });
      if (dtype === 'float16' || dtype === 'bfloat16') {
        expect(whole).toEqual(numbersOf(dtype, arrayOf(dtype, exact)));
      } else {
        whole.forEach((value, i) => {
          if (!(Math.abs(value - (exact[i] as number)) < 2e-7)) expect.fail(`${i}: ${value}`);
        });
      }
      const from = below(plan.rowCount);
      const part = numbersOf(dtype, plan.encode(undefined, { from, to: plan.rowCount }));
      expect(part).toEqual(whole.slice(from * plan.rowLength));
      // Sums over a batch, in place.
      const x = arrayOf(
        dtype,
        Array.from({ length: 2 * plan.size }, (_, i) => (i % 9) - 4),
      );
      const before = numbersOf(dtype, x);
      expect(plan.add(x)).toBe(x);
      const sums = numbersOf(dtype, x);
      const rounded = numbersOf(
        dtype,
        arrayOf(
          dtype,
          before.map((value, i) => value + (exact[i % plan.size] as number)),
        ),
      );
      const step = { float32: 7e-7, float64: 0, float16: 0, bfloat16: 0 }[dtype];
      sums.forEach((sum, i) => {
        if (!(Math.abs(sum - (rounded[i] as number)) <= step)) expect.fail(`${i}: ${sum}, not ${rounded[i]}`);
      });
      plan.dispose();
    }
  });

  it.each(dtypes)('is the same in wasm memory: %s', (dtype) => {
    const bytes = { float32: 4, float16: 2, bfloat16: 2, float64: 8 }[dtype];
    const options = { grid: [300], channels: 500, dtype };
    const memory = posenc.allocate((300 * 500 * bytes) / 4);
    const { buffer, byteOffset } = memory.array;
    const View = {
      float32: Float32Array,
      float16: Uint16Array,
      bfloat16: Uint16Array,
      float64: Float64Array,
    }[dtype];
    const out = new View(buffer, byteOffset, 300 * 500);
    // The result views the same memory, even if it grew during the call.
    const result = posenc.encode(options, out);
    expect(result.byteOffset).toBe(byteOffset);
    const found = numbersOf(dtype, result);
    expect(found).toEqual(numbersOf(dtype, posenc.encode(options)));
    memory.dispose();
  });

  it.each(dtypes)('works for points: %s, in both orders', (dtype) => {
    const points = Float64Array.from({ length: 2 * 700 }, (_, i) => ((i * 37) % 101) / 3 - 11);
    for (const channels of [1, 10, 64]) {
      const options = { axes: 2, channels, dtype, allowEmptyAxes: true } as const;
      const encoding = new posenc.PointEncoding(options);
      const rows = numbersOf(dtype, encoding.encode(points));
      expect([encoding.axes, encoding.channels, encoding.dtype]).toEqual([2, channels, dtype]);
      expect(numbersOf(dtype, posenc.encodeAt(points, options))).toEqual(rows);
      const exact = posenc.encodeAt(points, { ...options, dtype: 'float64' });
      if (dtype === 'float16' || dtype === 'bfloat16')
        expect(rows).toEqual(numbersOf(dtype, arrayOf(dtype, exact)));
      const columns = numbersOf(dtype, posenc.encodeAt(points, { ...options, channelsFirst: true }));
      columns.forEach((value, i) => {
        if (value !== rows[(i % 700) * channels + Math.floor(i / 700)]) expect.fail(`${i}: ${value}`);
      });
      encoding.dispose();
    }
  });
});

describe('errors', () => {
  const options = { grid: [2], channels: 2 };

  it('unknown types, and arrays of the wrong type', () => {
    const expected = /^dtype is "float8": expected 'float32', 'float16', 'bfloat16' or 'float64'$/;
    expectRefusal(() => posenc.encode({ ...options, dtype: 'float8' as never }), RangeError, expected);
    expectRefusal(() => new posenc.Sinusoidal({ ...options, dtype: 1 as never }), TypeError, /^dtype is 1/);
    const wrong = new Float32Array(4) as never;
    for (const dtype of ['float16', 'bfloat16', 'float64'] as const) {
      const message = new RegExp(`^out is a Float32Array of 4: expected a .* for ${dtype}$`);
      expectRefusal(() => posenc.encode({ ...options, dtype }, wrong), TypeError, message);
      expectRefusal(() => new posenc.Sinusoidal({ ...options, dtype }).encode(wrong), TypeError, message);
      expectRefusal(
        () => posenc.encodeAt([1, 2], { axes: 1, channels: 2, dtype }, wrong),
        TypeError,
        message,
      );
      expectRefusal(() => posenc.add(wrong, { ...options, dtype }), TypeError, /^x is a Float32Array of 4/);
    }
    expectRefusal(
      () => posenc.encode(options, new Float64Array(4) as never),
      TypeError,
      /^out is a Float64Array/,
    );
  });

  it('a disposed PointEncoding', () => {
    const encoding = new posenc.PointEncoding({ axes: 1, channels: 2 });
    encoding.dispose();
    encoding.dispose();
    expectRefusal(
      () => encoding.encode([1]),
      Error,
      /^The plan has been disposed of: create another PointEncoding$/,
    );
  });
});
