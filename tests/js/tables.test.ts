// Tables of position embeddings at other sizes: against interpolation written out in double, in every type and memory,
// and with taps that a model sums.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { largestDistance } from '../support/golden.js';
import { randomFrom } from '../support/random.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const { resampleTable, interpolationTaps } = posenc;
const random = randomFrom(11);
const tableOf = (count: number) => Float32Array.from({ length: count }, () => 2 * random.next() - 1);

type Options = Parameters<typeof resampleTable>[1];

/** The weights of one axis, [to][from], by the definition of PyTorch, in double. */
function weightsOf(from: number, to: number, { mode, antialias, alignCorners }: Options): number[][] {
  const cubic = (x: number, a: number) => {
    const d = Math.abs(x);
    if (d < 1) return (a + 2) * d ** 3 - (a + 3) * d ** 2 + 1;
    return d < 2 ? a * d ** 3 - 5 * a * d ** 2 + 8 * a * d - 4 * a : 0;
  };
  const hat = (x: number) => Math.max(0, 1 - Math.abs(x));
  const stretch = antialias ? Math.max(from / to, 1) : 1;
  return Array.from({ length: to }, (_, i) => {
    const at = alignCorners ? (to > 1 ? (i * (from - 1)) / (to - 1) : 0) : ((i + 0.5) * from) / to - 0.5;
    const row = new Array<number>(from).fill(0);
    const reach = Math.ceil(2 * stretch) + 1;
    for (let j = Math.floor(at) - reach; j <= at + reach; ++j) {
      const x = (j - at) / stretch;
      const weight = mode === 'bicubic' ? cubic(x, antialias ? -0.5 : -0.75) : hat(x);
      if (antialias && (j < 0 || j >= from)) continue;
      const index = Math.min(Math.max(j, 0), from - 1);
      row[index] = (row[index] as number) + weight;
    }
    const sum = antialias ? row.reduce((a, b) => a + b) : 1;
    return row.map((weight) => weight / sum);
  });
}

function exactTable(table: ArrayLike<number>, options: Options): Float64Array {
  const { from, to, channels, prefix = 0 } = options;
  const [rows, columns] = [weightsOf(from[0], to[0], options), weightsOf(from[1], to[1], options)];
  const out = new Float64Array((prefix + to[0] * to[1]) * channels);
  for (let i = 0; i < prefix * channels; ++i) out[i] = table[i] as number;
  for (let y = 0; y < to[0]; ++y)
    for (let x = 0; x < to[1]; ++x)
      for (let c = 0; c < channels; ++c) {
        let sum = 0;
        for (let j = 0; j < from[0]; ++j)
          for (let k = 0; k < from[1]; ++k) {
            const value = table[(prefix + j * from[1] + k) * channels + c] as number;
            sum += (rows[y]?.[j] as number) * (columns[x]?.[k] as number) * value;
          }
        out[(prefix + y * to[1] + x) * channels + c] = sum;
      }
  return out;
}

const kinds = (['bilinear', 'bicubic'] as const).flatMap((mode) => [
  { mode },
  { mode, antialias: true },
  { mode, alignCorners: true },
]);
const sizes: [from: [number, number], to: [number, number]][] = [
  [
    [4, 7],
    [9, 5],
  ],
  [
    [7, 4],
    [2, 13],
  ],
  [
    [1, 1],
    [3, 2],
  ],
  [
    [5, 6],
    [1, 1],
  ],
  [
    [14, 3],
    [3, 14],
  ],
  [
    [1, 9],
    [6, 1],
  ],
];

describe.each(kinds)('resampleTable, %o', (kind) => {
  it.each(sizes)('%o to %o', (from, to) => {
    for (const channels of [1, 3, 4, 7, 16]) {
      const options = { from, to, channels, prefix: 2, ...kind };
      const table = tableOf((2 + from[0] * from[1]) * channels);
      const exact = exactTable(table, options);
      const found = resampleTable(table, options);
      expect(largestDistance(found, exact)).toBeLessThanOrEqual(2e-7);
      // In wasm memory, either array.
      const x = posenc.allocate(table.length);
      const out = posenc.allocate(exact.length);
      x.array.set(table);
      expectSame(resampleTable(x.array, options, out.array), found);
      expectSame(resampleTable(x.array, options), found);
      expectSame(resampleTable(table, options, out.array), found);
      x.dispose();
      out.dispose();
      for (const [dtype, round, widen] of [
        ['float16', posenc.toFloat16, posenc.fromFloat16],
        ['bfloat16', posenc.toBfloat16, posenc.fromBfloat16],
      ] as const) {
        const halves = round(table) as Uint16Array;
        const result = resampleTable(halves, { ...options, dtype });
        const precise = exactTable(widen(halves), options);
        const wanted = widen(round(precise) as Uint16Array);
        for (const [i, value] of widen(result).entries()) {
          const other = wanted[i] as number;
          // Sums in double decide ties: both neighbours are right then.
          if (value !== other)
            expect(Math.abs((value + other) / 2 - (precise[i] as number))).toBeLessThan(1e-15);
        }
      }
    }
  });

  it('keeps the bits of a table that keeps its size', () => {
    const table = tableOf(31 * 5);
    table.set([Number.NaN, -0, Number.POSITIVE_INFINITY], 20);
    new Uint32Array(table.buffer)[40] = 0x7fa00001; // a signalling NaN
    const options = { from: [5, 6], to: [5, 6], channels: 5, prefix: 1, ...kind } as const;
    expectSame(resampleTable(table, options), table);
  });

  it('keeps the columns of a table that keeps its width', () => {
    const table = tableOf(12);
    table[0] = Number.POSITIVE_INFINITY;
    const found = resampleTable(table, { from: [2, 6], to: [3, 6], channels: 1, ...kind });
    expect(found[1]).not.toBeNaN();
  });
});

it('large tables stay within the bound', () => {
  const options = { from: [37, 37], to: [64, 50], channels: 20, mode: 'bicubic', antialias: true } as const;
  const table = tableOf(37 * 37 * 20).map(Math.sign);
  expect(largestDistance(resampleTable(table, options), exactTable(table, options))).toBeLessThanOrEqual(
    2e-7,
  );
});

describe('interpolationTaps', () => {
  const sumOf = (table: Float32Array, channels: number, taps: posenc.InterpolationTaps) => {
    const [patches, count] = taps.shape;
    return Float64Array.from({ length: patches * channels }, (_, i) => {
      const [patch, c] = [Math.floor(i / channels), i % channels];
      let sum = 0;
      for (let k = 0; k < count; ++k) {
        const row = taps.indices[patch * count + k] as number;
        sum += (taps.weights[patch * count + k] as number) * (table[row * channels + c] as number);
      }
      return sum;
    });
  };

  it.each(['bilinear', 'bicubic'] as const)('%s: sums are what resampleTable gives', (mode) => {
    for (const alignCorners of [false, true])
      for (const [from, to] of sizes) {
        const table = tableOf(from[0] * from[1] * 3);
        const taps = interpolationTaps({ from, to, mode, alignCorners });
        const found = sumOf(table, 3, taps);
        const wanted = resampleTable(table, { from, to, channels: 3, mode, alignCorners });
        expect(largestDistance(found, wanted)).toBeLessThanOrEqual(1e-6);
        const count = taps.shape[1];
        for (let i = 0; i < taps.weights.length; i += count) {
          const sum = taps.weights.subarray(i, i + count).reduce((a, b) => a + b, 0);
          expect(Math.abs(sum - 1)).toBeLessThanOrEqual(1e-6);
        }
      }
  });

  it('several images and frames follow each other, in pieces or not', () => {
    const shared = { from: [9, 9], mode: 'bicubic', merge: 2 } as const;
    const all = interpolationTaps({
      ...shared,
      to: [
        [3, 40, 60],
        [8, 6],
      ],
    });
    const one = interpolationTaps({ ...shared, to: [40, 60] });
    const last = interpolationTaps({ ...shared, to: [8, 6] });
    expect(all.shape).toEqual([3 * 2400 + 48, 16]);
    for (const part of ['indices', 'weights'] as const) {
      const parts = [one, one, one, last].flatMap((taps) => [...taps[part]]);
      expect([...all[part]]).toEqual(parts);
    }
  });

  it('blocks of merge x merge patches', () => {
    const plain = interpolationTaps({ from: [5, 7], to: [4, 6], mode: 'bilinear' });
    const merged = interpolationTaps({ from: [5, 7], to: [4, 6], mode: 'bilinear', merge: 2 });
    let at = 0;
    for (let y = 0; y < 4; y += 2)
      for (let x = 0; x < 6; x += 2)
        for (const [dy, dx] of [
          [0, 0],
          [0, 1],
          [1, 0],
          [1, 1],
        ] as const) {
          const patch = (y + dy) * 6 + x + dx;
          expect([...merged.indices.subarray(at * 4, at * 4 + 4)]).toEqual([
            ...plain.indices.subarray(patch * 4, patch * 4 + 4),
          ]);
          ++at;
        }
  });

  it('fills arrays that are given', () => {
    const options = { from: [5, 7], to: [4, 6], mode: 'bilinear' } as const;
    const wanted = interpolationTaps(options);
    const weights = posenc.allocate(96);
    const out = { indices: new Int32Array(96), weights: weights.array };
    const found = interpolationTaps(options, out);
    expect(found.indices).toBe(out.indices);
    expect([...found.indices]).toEqual([...wanted.indices]);
    expectSame(weights.array, wanted.weights);
    weights.dispose();
  });
});
