// Rotary embeddings: accuracy at long positions, the same bits however a result is asked for, layouts, number types,
// and the properties of rotations.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound, largestDistance } from '../support/golden.js';
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from '../support/precise.js';
import { randomFrom } from '../support/random.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;
const vectorBound = 3e-7;
const farthest = 2 ** 24;

function randomValues(count: number, seed: number, largest = 2): Float32Array {
  const random = randomFrom(seed);
  return Float32Array.from({ length: count }, () => (random.next() - 0.5) * 2 * largest);
}

/** Cosine and sine of each pair at a position, in 200-bit arithmetic. */
function exactRow(position: number, pairs: number, theta: number) {
  return Array.from({ length: pairs }, (_, j) =>
    sineAndCosine(preciseProduct(precise(position), preciseFrequency(j, pairs, { max: theta }))),
  );
}

describe('accuracy', () => {
  const random = randomFrom(7);
  const positions = [0, 1, 31, 32, 8191, 8192, 131071, farthest - 1, farthest];
  for (let i = 0; i < 12; ++i) positions.push(random.below(farthest));

  it.each([
    [128, 10000],
    [64, 1e6],
    [20, 500000],
    [2, 10000],
  ])('of tables: %i dimensions, theta %d, positions up to 2^24', (headDim, theta) => {
    const rotary = new Rotary({ headDim, theta });
    const pairs = headDim / 2;
    const { cos, sin } = rotary.cosSin({ positions });
    const doubles = rotary.cosSin({ positions }, { dtype: 'float64' });
    let largest = 0;
    let largestOfDoubles = 0;
    positions.forEach((position, row) => {
      // The frequencies themselves, as doubles, are within 1e-15.
      const exact = Array.from(rotary.frequencies, (w) =>
        sineAndCosine(preciseProduct(precise(position), precise(w))),
      );
      exactRow(position, pairs, theta).forEach((value, j) => {
        const at = row * pairs + j;
        for (const [found, part, best] of [
          [cos, 'cos', doubles.cos],
          [sin, 'sin', doubles.sin],
        ] as const) {
          largest = Math.max(largest, Math.abs((found[at] as number) - value[part]));
          const distance = Math.abs((best[at] as number) - (exact[j]?.[part] as number));
          largestOfDoubles = Math.max(largestOfDoubles, distance);
        }
      });
    });
    expect(largest).toBeLessThanOrEqual(bound);
    expect(largestOfDoubles).toBeLessThanOrEqual(1e-14);
  });

  it.each(['halves', 'adjacent'] as const)('of rotated vectors, %s', (pairing) => {
    for (const headDim of [64, 20, 6]) {
      const rotary = new Rotary({ headDim, pairing });
      const pairs = headDim / 2;
      const x = randomValues(positions.length * headDim, headDim);
      const found = rotary.apply(x.slice(), { shape: [positions.length, headDim], positions });
      let worst = 0;
      positions.forEach((position, row) => {
        exactRow(position, pairs, 10000).forEach(({ cos, sin }, j) => {
          const [i, k] = pairing === 'halves' ? [j, j + pairs] : [2 * j, 2 * j + 1];
          const [a, b] = [x[row * headDim + i] as number, x[row * headDim + k] as number];
          const scale = Math.max(Math.abs(a), Math.abs(b));
          const [first, second] = [found[row * headDim + i] as number, found[row * headDim + k] as number];
          const distance = Math.max(
            Math.abs(first - (a * cos - b * sin)),
            Math.abs(second - (b * cos + a * sin)),
          );
          worst = Math.max(worst, distance / scale);
        });
      });
      expect(worst).toBeLessThanOrEqual(vectorBound);
    }
  });
});

describe('the same bits', () => {
  const yarn = { type: 'yarn', factor: 4, originalLength: 4096 } as const;
  it.each([
    ['plain', { headDim: 64 }],
    ['no whole cache lines', { headDim: 36 }],
    ['scaled', { headDim: 128, theta: 1e6, scaling: yarn }],
  ] as const)('of tables by offset, by ids and in parts: %s', (_name, options) => {
    const rotary = new Rotary(options);
    for (const form of ['half', 'doubled', 'repeated'] as const) {
      const offset = 8100;
      const length = 200;
      const whole = rotary.cosSin({ length, offset }, { form });
      const width = whole.shape[1] as number;
      const ids = Array.from({ length }, (_, i) => offset + i);
      const byId = rotary.cosSin({ positions: ids }, { form });
      expectSame(byId.cos, whole.cos);
      expectSame(byId.sin, whole.sin);
      const shuffled = ids.map((_, i) => ids[(i * 37) % length] as number);
      const inNoOrder = rotary.cosSin({ positions: BigInt64Array.from(shuffled, BigInt) }, { form });
      shuffled.forEach((id, row) => {
        const at = (id - offset) * width;
        expectSame(
          inNoOrder.sin.subarray(row * width, (row + 1) * width),
          whole.sin.subarray(at, at + width),
        );
      });
      const part = rotary.cosSin({ length: 50, offset: offset + 77 }, { form });
      expectSame(part.cos, whole.cos.subarray(77 * width, 127 * width));
    }
  });

  it('of a half, doubled and repeated', () => {
    const rotary = new Rotary({ headDim: 12 });
    const [half, doubled, repeated] = (['half', 'doubled', 'repeated'] as const).map(
      (form) => rotary.cosSin({ length: 300, offset: 5 }, { form, dtype: 'float64' }).cos,
    ) as [Float64Array, Float64Array, Float64Array];
    for (let row = 0; row < 300; ++row) {
      const values = [...half.subarray(row * 6, row * 6 + 6)];
      expect([...doubled.subarray(row * 12, row * 12 + 12)]).toEqual([...values, ...values]);
      expect([...repeated.subarray(row * 12, row * 12 + 12)]).toEqual(
        values.flatMap((value) => [value, value]),
      );
    }
  });

  it.each([
    [[3, 4, 700, 32], -2],
    [[3, 700, 4, 32], -3],
    [[700, 32], -2],
    [[5, 1, 32], -2],
  ] as const)(
    'of vectors %j, axis %i: in wasm memory, in JavaScript memory, in place, by id',
    (shape, seqAxis) => {
      const rotary = new Rotary({ headDim: 32, rotaryDim: 20, rotaryStart: 8, pairing: 'adjacent' });
      const count = shape.reduce((product: number, length) => product * length, 1);
      const seq = shape[shape.length + seqAxis] as number;
      const x = randomValues(count, 3);
      const offset = 8000;
      const expected = rotary.apply(x, { shape, seqAxis, offset }, new Float32Array(count));
      const positions = Array.from({ length: seq }, (_, i) => offset + i);
      expectSame(rotary.apply(x.slice(), { shape, seqAxis, positions }), expected);
      const [from, to] = [posenc.allocate(count), posenc.allocate(count)];
      from.array.set(x);
      expectSame(rotary.apply(from.array, { shape, seqAxis, offset }, to.array), expected);
      expectSame(rotary.apply(from.array, { shape, seqAxis, offset }), expected);
      expectSame(rotary.apply(x, { shape, seqAxis, offset }, to.array), expected);
      // One position at a time, as in decoding.
      if (shape.length === 2) {
        for (let row = 0; row < seq; row += 97) {
          const vector = x.slice(row * 32, row * 32 + 32);
          expectSame(
            rotary.apply(vector, { shape: [1, 32], offset: offset + row }),
            expected.subarray(row * 32, row * 32 + 32),
          );
        }
      }
      for (const { dispose } of [from, to]) dispose();
    },
  );

  it('of dimensions that do not rotate, whatever they hold', () => {
    const rotary = new Rotary({ headDim: 10, rotaryDim: 4, rotaryStart: 3 });
    const x = new Uint32Array(20).fill(0x7fc12345);
    const values = new Float32Array(x.buffer);
    const out = rotary.apply(values, { shape: [2, 10], offset: 9 }, new Float32Array(20));
    const bits = new Uint32Array(out.buffer);
    for (const i of [0, 1, 2, 7, 8, 9, 10, 19]) expect(bits[i]).toBe(0x7fc12345);
  });
});

describe('position ids', () => {
  it.each([-2, -3] as const)('of each batch, axis %i', (seqAxis) => {
    const rotary = new Rotary({ headDim: 8 });
    const shape = seqAxis === -2 ? [2, 3, 4, 8] : [2, 4, 3, 8];
    const x = randomValues(2 * 3 * 4 * 8, 5);
    const ids = [3, 0, 0, 77, 9, 10, 11, 12];
    const whole = rotary.apply(x.slice(), { shape, seqAxis, positions: ids });
    for (const batch of [0, 1]) {
      const part = x.slice(batch * 96, batch * 96 + 96);
      const positions = ids.slice(batch * 4, batch * 4 + 4);
      const alone = rotary.apply(part, { shape: [1, ...shape.slice(1)], seqAxis, positions });
      expectSame(alone, whole.subarray(batch * 96, batch * 96 + 96));
    }
  });

  it('choose the factors of LongRoPE and dynamic NTK by this call alone', () => {
    const factors = (factor: number) => Array.from({ length: 4 }, (_, j) => factor + j);
    const rotary = new Rotary({
      headDim: 8,
      scaling: {
        type: 'longrope',
        shortFactor: factors(1),
        longFactor: factors(3),
        originalLength: 16,
        factor: 4,
      },
    });
    const short = new Rotary({ headDim: 8, frequencies: rotary.frequenciesFor(16) });
    const long = new Rotary({ headDim: 8, frequencies: rotary.frequenciesFor(17) });
    const unscaled = (table: Float32Array) => table.map((value) => value / rotary.attentionScaling);
    for (const [length, same] of [
      [16, short],
      [17, long],
      [16, short],
    ] as const) {
      const { cos } = rotary.cosSin({ length });
      expect(largestDistance(unscaled(cos), same.cosSin({ length }).cos)).toBeLessThan(3 * bound);
      const atLast = rotary.cosSin({ positions: [0, length - 1] }).cos;
      expect([...atLast.subarray(4)]).toEqual([...cos.subarray(-4)]);
    }
    expect([...rotary.frequenciesFor(17)]).not.toEqual([...rotary.frequenciesFor(16)]);
  });
});

describe('rotations', () => {
  const rotary = () => new Rotary({ headDim: 64, theta: 500000 });
  const shape = [1, 64];
  const norm = (x: Float32Array) => Math.sqrt(x.reduce((sum, value) => sum + value * value, 0));

  it('keep norms, and are undone by their inverse', () => {
    const values = randomValues(64 * 50, 11);
    const embedding = rotary();
    const rotated = embedding.apply(values.slice(), { shape: [50, 64], offset: 123456 });
    for (let row = 0; row < 50; ++row) {
      const [before, after] = [values, rotated].map((all) => norm(all.subarray(row * 64, row * 64 + 64)));
      expect(Math.abs((after as number) / (before as number) - 1)).toBeLessThan(3e-7);
    }
    const back = embedding.apply(rotated, { shape: [50, 64], offset: 123456, inverse: true });
    expect(largestDistance(back, values)).toBeLessThanOrEqual(4e-7 * 2);
  });

  it('make products of q and k depend on their distance alone', () => {
    const embedding = rotary();
    const [q, k] = [randomValues(64, 1), randomValues(64, 2)];
    const productAt = (position: number, distance: number) => {
      const a = embedding.apply(q.slice(), { shape, offset: position + distance });
      const b = embedding.apply(k.slice(), { shape, offset: position });
      return a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
    };
    for (const distance of [0, 1, 5, 1000]) {
      const expected = productAt(0, distance);
      for (const position of [1, 17, 4095, 100000]) {
        expect(Math.abs(productAt(position, distance) - expected)).toBeLessThan(64 * 2 * 2 * 6e-7);
      }
    }
  });

  it('shift moves keys to other positions', () => {
    const embedding = new Rotary({
      headDim: 16,
      scaling: { type: 'yarn', factor: 8, originalLength: 64 },
      pairing: 'adjacent',
    });
    const keys = randomValues(2 * 6 * 16, 4);
    const at = (offset: number) => embedding.apply(keys.slice(), { shape: [2, 6, 16], offset });
    for (const [from, by] of [
      [0, 40],
      [1000, -1000],
      [77, 0],
    ] as const) {
      const moved = embedding.shift(at(from), by, { shape: [2, 6, 16] });
      expect(largestDistance(moved, at(from + by))).toBeLessThan(2 * embedding.attentionScaling * 4e-7);
    }
    const out = new Float32Array(keys.length);
    expect(embedding.shift(at(5), 2, { shape: [2, 6, 16] }, out)).toBe(out);
    expect(largestDistance(out, at(7))).toBeLessThan(2 * embedding.attentionScaling * 4e-7);
  });

  it('shift moves keys with xPos, whose scales move too', () => {
    const embedding = new Rotary({ headDim: 16, xpos: { base: 64, center: 3 } });
    const keys = randomValues(6 * 16, 4);
    const at = (offset: number) => embedding.apply(keys.slice(), { shape: [6, 16], offset, role: 'key' });
    for (const by of [30, -20]) {
      const moved = embedding.shift(at(25), by, { shape: [6, 16] });
      expect(largestDistance(moved, at(25 + by))).toBeLessThan(1e-5);
    }
  });

  it('rerotate equals apply of the other embedding', () => {
    const scaling = (factor: number) => ({ type: 'yarn', factor, originalLength: 128 }) as const;
    const from = new Rotary({ headDim: 24, rotaryDim: 16, scaling: scaling(2) });
    const to = new Rotary({ headDim: 24, rotaryDim: 16, scaling: scaling(16) });
    const shape = [2, 3, 50, 24];
    const keys = randomValues(2 * 3 * 50 * 24, 9);
    const positions = Array.from({ length: 100 }, (_, i) => (i * 71) % 1000);
    const rotated = from.apply(keys.slice(), { shape, positions });
    const moved = posenc.rerotate(rotated, { from, to, shape, positions });
    expect(moved).toBe(rotated);
    const expected = to.apply(keys.slice(), { shape, positions });
    expect(largestDistance(moved, expected)).toBeLessThan(2 * to.attentionScaling * 5e-7);
  });

  it('rerotate switches the factors of LongRoPE', () => {
    const scaling = {
      type: 'longrope',
      shortFactor: [1, 1.1, 1.2, 1.3],
      longFactor: [1, 3, 9, 27],
      originalLength: 32,
      factor: 8,
    } as const;
    const [short, long] = [32, 33].map((length) => new Rotary({ headDim: 8, scaling, length })) as [
      posenc.Rotary,
      posenc.Rotary,
    ];
    const keys = randomValues(32 * 8, 6);
    const cached = short.apply(keys.slice(), { shape: [32, 8] });
    const moved = posenc.rerotate(cached.slice(), { from: short, to: long, shape: [32, 8] });
    const expected = long.apply(keys.slice(), { shape: [32, 8] });
    expect(largestDistance(moved, expected)).toBeLessThan(2 * long.attentionScaling * 5e-7);
    expect(largestDistance(expected, cached)).toBeGreaterThan(0.1);
  });

  it('applyBoth rotates q and k as apply does', () => {
    const embedding = rotary();
    const [q, k] = [randomValues(2 * 8 * 5 * 64, 1), randomValues(2 * 2 * 5 * 64, 2)];
    const [qShape, kShape] = [
      [2, 8, 5, 64],
      [2, 2, 5, 64],
    ];
    const expected = [
      embedding.apply(q.slice(), { shape: qShape as number[], offset: 40 }),
      embedding.apply(k.slice(), { shape: kShape as number[], offset: 40 }),
    ] as const;
    embedding.applyBoth(q, k, { shape: qShape as number[], keyShape: kShape as number[], offset: 40 });
    expectSame(q, expected[0]);
    expectSame(k, expected[1]);
  });
});
