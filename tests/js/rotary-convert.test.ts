// Conversions: permuted projections give the same attention with the other pairing; tables keep their values.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { largestDistance } from '../support/golden.js';
import { randomFrom } from '../support/random.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;

describe('convertPairing', () => {
  const [heads, headDim, hidden] = [3, 10, 7];
  const random = randomFrom(5);
  const randoms = (count: number) => Float32Array.from({ length: count }, () => random.next() - 0.5);
  const project = (weights: Float32Array, x: Float32Array) =>
    Float32Array.from({ length: heads * headDim }, (_, row) =>
      x.reduce((sum, value, i) => sum + value * (weights[row * hidden + i] as number), 0),
    );

  it.each([{ headDim }, { headDim, rotaryDim: 6 }, { headDim, rotaryDim: 4, rotaryStart: 3 }])(
    'keeps the products of queries and keys: %j',
    (dimensions) => {
      const [wq, wk] = [randoms(heads * headDim * hidden), randoms(heads * headDim * hidden)];
      const [x, y] = [randoms(hidden), randoms(hidden)];
      const convert = (weights: Float32Array) =>
        posenc.convertPairing(weights, { ...dimensions, from: 'adjacent', to: 'halves', hidden });
      const products = (pairing: 'halves' | 'adjacent', q: Float32Array, k: Float32Array) => {
        const rotary = new Rotary({ ...dimensions, pairing });
        const shape = [1, heads, headDim];
        rotary.apply(q, { shape, seqAxis: -3, offset: 9 });
        rotary.apply(k, { shape, seqAxis: -3, offset: 4 });
        return Array.from({ length: heads }, (_, head) => {
          const at = head * headDim;
          return q
            .subarray(at, at + headDim)
            .reduce((sum, value, i) => sum + value * (k[at + i] as number), 0);
        });
      };
      const expected = products('adjacent', project(wq, x), project(wk, y));
      const found = products('halves', project(convert(wq), x), project(convert(wk), y));
      expect(largestDistance(found, expected)).toBeLessThan(1e-5);
    },
  );

  it('moves rows of every type, and back', () => {
    const weights = Int8Array.from({ length: 2 * 8 * 3 }, (_, i) => i);
    const options = { headDim: 8, hidden: 3 } as const;
    const halves = posenc.convertPairing(weights, { ...options, from: 'adjacent', to: 'halves' });
    // Row 1 of the halves is the first of the second pair, row 4 the second of the first.
    expect([...halves.subarray(3, 6)]).toEqual([6, 7, 8]);
    expect([...halves.subarray(12, 15)]).toEqual([3, 4, 5]);
    const out = new Int8Array(weights.length);
    expect(posenc.convertPairing(halves, { ...options, from: 'halves', to: 'adjacent' }, out)).toBe(out);
    expect(out).toEqual(weights);
  });

  it('converts a bias, which has no columns', () => {
    const bias = Float32Array.of(0, 1, 2, 3);
    expect([...posenc.convertPairing(bias, { headDim: 4, from: 'adjacent', to: 'halves' })]).toEqual([
      0, 2, 1, 3,
    ]);
  });
});

describe('convertForm', () => {
  const forms = ['half', 'doubled', 'repeated'] as const;
  it.each(forms.flatMap((from) => forms.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    const rotary = new Rotary({ headDim: 12 });
    for (const dtype of ['float32', 'float16', 'float64'] as const) {
      const tableOf = (form: (typeof forms)[number]) => rotary.cosSin({ length: 5 }, { form, dtype }).cos;
      const found = posenc.convertForm(tableOf(from) as Float32Array, { rotaryDim: 12, from, to });
      expect(found).toEqual(tableOf(to));
    }
  });
});

describe('bad input', () => {
  it('name what does not fit', () => {
    const weights = new Float32Array(24);
    const base = { headDim: 4, from: 'halves', to: 'adjacent' } as const;
    expectRefusal(
      () => posenc.convertPairing(weights, { ...base, hidden: 5 }),
      RangeError,
      /^weights has 24 values: expected a multiple of headDim times hidden, 20/,
    );
    expectRefusal(
      () => posenc.convertPairing(weights, { ...base, to: 'x' as never }),
      RangeError,
      /^to is "x"/,
    );
    expectRefusal(
      () => posenc.convertPairing([] as never, base),
      TypeError,
      /^weights is \[\]: expected a typed array/,
    );
    expectRefusal(() => posenc.convertPairing(weights, base, weights), RangeError, /^out overlaps weights/);
    expectRefusal(
      () => posenc.convertPairing(weights, base, new Int8Array(24) as never),
      TypeError,
      /^out is an Int8Array/,
    );
    expectRefusal(
      () => posenc.convertForm(Float32Array.of(1, 2, 1, 3), { rotaryDim: 4, from: 'doubled', to: 'half' }),
      RangeError,
      /^table\[3\] is 3: expected 2, as in table\[1\], in the form 'doubled'/,
    );
    expectRefusal(
      () => posenc.convertForm(weights, { rotaryDim: 10, from: 'half', to: 'doubled' }),
      RangeError,
      /^table has 24 values: expected rows of 5/,
    );
  });
});
