// Caches and position ids for ONNX Runtime's rotary operators, with the real onnxruntime-web running them.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { positionIds, rotaryCaches } from 'posenc/onnxruntime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largestDistance } from '../support/golden.js';
import type { Operator } from '../support/onnx-models.js';
import { loadOrt, releaseSessions, rotaryEmbedding, runOperator } from '../support/ort.js';
import { randomFrom } from '../support/random.js';

const { Rotary } = posenc;

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});
afterAll(releaseSessions);

const random = randomFrom(23);
const floats = (length: number) => Float32Array.from({ length }, () => 4 * random.next() - 2);

type Ids = readonly number[];
type Domain = Operator['domain'];

const domains: [string, Domain][] = [
  ['ONNX', ''],
  ['com.microsoft', 'com.microsoft'],
];
const pairings = ['halves', 'adjacent'] as const;
const batch = 2;
const seq = 5;
const heads = 3;
/** Of two sequences. */
const ids: Ids = [0, 3, 7, 8, 30, 31, 2, 2, 1, 0];
const cases = domains.flatMap(([name, domain]) =>
  pairings.map((pairing) => [name, pairing, domain] as const),
);

describe.each(cases)('RotaryEmbedding of %s, %s', (_, pairing, domain) => {
  const interleaved = pairings.indexOf(pairing);

  it('of [batch, seq, hidden], partial, equals apply', async (context) => {
    const rotary = new Rotary({ headDim: 16, rotaryDim: 8, pairing });
    const x = floats(batch * seq * heads * 16);
    const y = await rotaryEmbedding(
      domain,
      { interleaved, num_heads: heads, rotary_embedding_dim: 8 },
      rotaryCaches(ort, rotary, { length: 32 }),
      new ort.Tensor('float32', x, [batch, seq, heads * 16]),
      positionIds(ort, ids, { length: 32, shape: [batch, seq] }),
      context,
    );
    const expected = rotary.apply(x.slice(), {
      shape: [batch, seq, heads, 16],
      seqAxis: -3,
      positions: ids,
    });
    expect(largestDistance(y, expected)).toBeLessThan(1e-6);
  });

  it('of [batch, heads, seq, headDim], with YaRN, equals apply', async (context) => {
    const scaling = { type: 'yarn', factor: 8, originalLength: 16 } as const;
    const rotary = new Rotary({ headDim: 16, pairing, scaling });
    const x = floats(batch * heads * seq * 16);
    const shape = [batch, heads, seq, 16];
    const y = await rotaryEmbedding(
      domain,
      { interleaved },
      rotaryCaches(ort, rotary, { length: 32 }),
      new ort.Tensor('float32', x, shape),
      positionIds(ort, ids, { length: 32, shape: [batch, seq] }),
      context,
    );
    expect(rotary.attentionScaling).toBeGreaterThan(1.2);
    expect(largestDistance(y, rotary.apply(x.slice(), { shape, positions: ids }))).toBeLessThan(1e-6);
  });

  it('of float16 is one rounding from the product with rounded caches', async (context) => {
    const rotary = new Rotary({ headDim: 16, pairing });
    const x = posenc.toFloat16(floats(batch * heads * seq * 16)) as Uint16Array;
    const shape = [batch, heads, seq, 16];
    const caches = rotaryCaches(ort, rotary, { length: 32, dtype: 'float16' });
    expect([caches.cosCache.type, caches.cosCache.dims]).toEqual(['float16', [32, 8]]);
    const y = await rotaryEmbedding(
      domain,
      { interleaved },
      caches,
      new ort.Tensor('float16', x, shape),
      positionIds(ort, ids, { length: 32, shape: [batch, seq] }),
      context,
    );
    const [found, values, cos, sin] = [y, x, caches.cosCache.data, caches.sinCache.data].map((each) =>
      posenc.fromFloat16(each as Uint16Array),
    ) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const applied = posenc.fromFloat16(
      rotary.apply(x.slice(), { shape, positions: ids, dtype: 'float16' }) as Uint16Array,
    );
    for (let i = 0; i < found.length; ++i) {
      const [start, at] = [i - (i % 16), i % 16];
      const [pair, second] = pairing === 'halves' ? [at % 8, at >> 3] : [at >> 1, at & 1];
      const other = pairing === 'halves' ? start + pair + 8 * (1 - second) : start + 2 * pair + 1 - second;
      const row = ids[Math.floor(start / 16 / (heads * seq)) * seq + ((start / 16) % seq)] as number;
      const [c, s] = [cos[row * 8 + pair] as number, sin[row * 8 + pair] as number];
      const [a, b] = [values[i] as number, values[other] as number];
      const exact = a * c + (second === 1 ? b : -b) * s;
      // Half an ulp of a float16: 2^-11 of its power of two.
      const half = 2 ** (Math.floor(Math.log2(Math.max(Math.abs(exact), 2 ** -14))) - 11);
      expect(Math.abs((found[i] as number) - exact)).toBeLessThanOrEqual(half * 1.001);
      // `apply` does not round the caches, whose error is up to 2^-12 for each of them.
      const caching = (Math.abs(a) + Math.abs(b)) * 2 ** -12;
      expect(Math.abs((found[i] as number) - (applied[i] as number))).toBeLessThanOrEqual(
        2.002 * half + 3 * caching,
      );
    }
  });
});

describe('RotaryEmbedding', () => {
  const rotary = () => new Rotary({ headDim: 8 });

  it('of com.microsoft takes the position of the first token', async (context) => {
    const x = floats(batch * heads * seq * 8);
    const shape = [batch, heads, seq, 8];
    const y = await rotaryEmbedding(
      'com.microsoft',
      {},
      rotaryCaches(ort, rotary(), { length: 32 }),
      new ort.Tensor('float32', x, shape),
      positionIds(ort, [9], { length: 32, shape: [1] }),
      context,
    );
    expect(largestDistance(y, rotary().apply(x.slice(), { shape, offset: 9 }))).toBeLessThan(1e-6);
  });

  it('takes caches from an offset on', async (context) => {
    const x = floats(2 * 8);
    const shape = [1, 1, 2, 8];
    const y = await rotaryEmbedding(
      '',
      {},
      rotaryCaches(ort, rotary(), { length: 4, offset: 1000 }),
      new ort.Tensor('float32', x, shape),
      positionIds(ort, [3, 1], { length: 4 }),
      context,
    );
    const expected = rotary().apply(x.slice(), { shape, positions: [1003, 1001] });
    expect(largestDistance(y, expected)).toBeLessThan(1e-6);
  });

  it.for(pairings)('of ONNX without position ids takes rows of the tokens: %s', async (pairing, context) => {
    const whole = new Rotary({ headDim: 8, pairing });
    const x = floats(batch * heads * seq * 8);
    const shape = [batch, heads, seq, 8];
    const positions = BigInt64Array.from(ids, BigInt);
    const caches = rotaryCaches(ort, whole, { positions, shape: [batch, seq] });
    expect(caches.sinCache.dims).toEqual([batch, seq, 4]);
    const y = await rotaryEmbedding(
      '',
      { interleaved: pairings.indexOf(pairing) },
      caches,
      new ort.Tensor('float32', x, shape),
      undefined,
      context,
    );
    expect(largestDistance(y, whole.apply(x.slice(), { shape, positions: ids }))).toBeLessThan(1e-6);
  });

  it('of com.microsoft does nothing with scale: caches carry it', async (context) => {
    const x = floats(seq * 8);
    const shape = [1, 1, seq, 8];
    const run = (attributes: Operator['attributes']) =>
      rotaryEmbedding(
        'com.microsoft',
        attributes,
        rotaryCaches(ort, rotary(), { length: 8 }),
        new ort.Tensor('float32', x.slice(), shape),
        positionIds(ort, [0, 1, 2, 3, 4], { length: 8 }),
        context,
      );
    expect(largestDistance(await run({ scale: 2 }), await run({}))).toBe(0);
  });

  it('with xpos takes caches for queries and for keys', async (context) => {
    const xpos = new Rotary({ headDim: 8, xpos: { center: 0 } });
    const x = floats(seq * 8);
    const shape = [1, 1, seq, 8];
    for (const role of ['query', 'key'] as const) {
      const y = await rotaryEmbedding(
        '',
        {},
        rotaryCaches(ort, xpos, { length: 8, role }),
        new ort.Tensor('float32', x, shape),
        positionIds(ort, [0, 1, 2, 3, 4], { length: 8 }),
        context,
      );
      expect(largestDistance(y, xpos.apply(x.slice(), { shape, role }))).toBeLessThan(1e-6);
    }
  });
});

describe('MRotaryEmbedding', () => {
  const layouts = [
    [0, 'float32'],
    [1, 'float32'],
    [0, 'float16'],
  ] as const;
  it.for(layouts)('equals apply: layout %d, %s', async ([layout, dtype], context) => {
    for (const pairing of pairings) {
      const sections = [2, 2, 2];
      const interleaved = layout === 1;
      const rotary = new Rotary({ headDim: 16, rotaryDim: 12, pairing, sections, interleaved });
      const positions = Array.from({ length: 3 * batch * seq }, () => random.below(64));
      const shape = [batch, seq, heads, 16];
      const values = floats(batch * seq * heads * 16);
      const half = posenc.toFloat16(values) as Uint16Array;
      const isHalf = dtype === 'float16';
      const x = isHalf ? posenc.fromFloat16(half) : values;
      const { cosCache, sinCache } = rotaryCaches(ort, rotary, { length: 64, dtype });
      const y = await runOperator(
        {
          name: 'MRotaryEmbedding',
          domain: 'com.microsoft',
          attributes: {
            interleaved: pairings.indexOf(pairing),
            num_heads: heads,
            rotary_embedding_dim: 12,
            mrope_section: sections,
            mrope_layout: layout,
          },
        },
        {
          x: new ort.Tensor(dtype, (isHalf ? half : x) as Float32Array, [batch, seq, heads * 16]),
          ids: positionIds(ort, positions, { length: 64, shape: [3, batch, seq] }),
          cosCache,
          sinCache,
        },
        context,
      );
      const found = isHalf ? posenc.fromFloat16(y as Uint16Array) : y;
      const expected = rotary.apply(x.slice(), { shape, seqAxis: -3, positions });
      // For float16: half an ulp below 4, and up to 2^-12 for each rounded cosine and sine, times values up to 2.
      const most = isHalf ? 2 ** -10 + 4 * 2 ** -12 : 1e-6;
      expect(largestDistance(found, expected)).toBeLessThan(most);
    }
  });
});
