// Caches and position ids for ONNX Runtime's rotary operators, with the real onnxruntime-web running them.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { positionIds, type RotaryCaches, rotaryCaches } from 'posenc/onnxruntime';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import multiGolden from '../golden/mrotary-onnx.json';
import golden from '../golden/onnx-rotary.json';
import { bound, largestDistance } from '../support/golden.js';
import {
  decode,
  decoder,
  decoderModel,
  decoderWeights,
  type Operator,
  oneOperator,
} from '../support/onnx-models.js';
import { loadOrt } from '../support/ort.js';
import { randomFrom } from '../support/random.js';

const { Rotary } = posenc;

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});

const sessions: Ort.InferenceSession[] = [];
afterAll(async () => {
  for (const session of sessions) await session.release();
});

/** A session; the test is skipped, visibly, if the runtime does not have its operator for the type. */
async function sessionOf(model: Uint8Array, what: string, { skip }: TestContext) {
  try {
    const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
    sessions.push(session);
    return session;
  } catch (error) {
    if (!/not implemented|NOT_IMPLEMENTED|no kernel|not a registered/i.test(String(error))) throw error;
    console.warn(`SKIPPED: ${what}; this build of ONNX Runtime does not have it`);
    return skip(`ONNX Runtime has no ${what}`);
  }
}

type Data = Float32Array | Uint16Array;

async function runOperator(operator: Operator, inputs: Record<string, Ort.Tensor>, context: TestContext) {
  const type = inputs.x?.type;
  const session = await sessionOf(oneOperator(operator, inputs), `${operator.name} of ${type}`, context);
  const { y } = await session.run(inputs);
  return y?.data as Data;
}

const random = randomFrom(23);
const floats = (length: number) => Float32Array.from({ length }, () => 4 * random.next() - 2);

type Ids = readonly number[];
type Domain = Operator['domain'];

/** RotaryEmbedding of either domain, whose inputs come in different orders. */
function rotaryEmbedding(
  domain: Domain,
  attributes: Operator['attributes'],
  { cosCache, sinCache }: RotaryCaches<typeof Ort>,
  x: Ort.Tensor,
  ids: Ort.Tensor | undefined,
  context: TestContext,
) {
  const caches = { cos: cosCache, sin: sinCache };
  const inputs: Record<string, Ort.Tensor> =
    domain === '' ? { x, ...caches, ...(ids && { ids }) } : { x, ids: ids as Ort.Tensor, ...caches };
  return runOperator({ name: 'RotaryEmbedding', domain, attributes }, inputs, context);
}

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

/** The values of x, pair j of which is rotated by position ids[axes[j]]. */
function rotateByAxis(
  rotary: posenc.Rotary,
  x: Float32Array,
  shape: readonly number[],
  positions: readonly Ids[],
  axes: Ids,
) {
  const rotated = positions.map((each) => rotary.apply(x.slice(), { shape, seqAxis: -3, positions: each }));
  const pairs = axes.length;
  return x.map((value, i) => {
    const at = i % rotary.headDim;
    if (at >= 2 * pairs) return value;
    const pair = rotary.pairing === 'halves' ? at % pairs : at >> 1;
    return rotated[axes[pair] as number]?.[i] as number;
  });
}

describe('MRotaryEmbedding', () => {
  const layouts = [
    [0, 'float32'],
    [1, 'float32'],
    [0, 'float16'],
  ] as const;
  it.for(layouts)('equals apply by axis: layout %d, %s', async ([layout, dtype], context) => {
    for (const pairing of pairings) {
      const rotary = new Rotary({ headDim: 16, rotaryDim: 12, pairing });
      const axes = layout === 0 ? [0, 0, 1, 1, 2, 2] : [0, 1, 2, 0, 1, 2];
      const positions = Array.from({ length: 3 }, () =>
        Array.from({ length: batch * seq }, () => random.below(64)),
      );
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
            mrope_section: [2, 2, 2],
            mrope_layout: layout,
          },
        },
        {
          x: new ort.Tensor(dtype, (isHalf ? half : x) as Float32Array, [batch, seq, heads * 16]),
          ids: positionIds(ort, positions.flat(), { length: 64, shape: [3, batch, seq] }),
          cosCache,
          sinCache,
        },
        context,
      );
      const found = isHalf ? posenc.fromFloat16(y as Uint16Array) : y;
      const expected = rotateByAxis(rotary, x, shape, positions, axes);
      // For float16: half an ulp below 4, and up to 2^-12 for each rounded cosine and sine, times values up to 2.
      const most = isHalf ? 2 ** -10 + 4 * 2 ** -12 : 1e-6;
      expect(largestDistance(found, expected)).toBeLessThan(most);
    }
  });
});

interface GoldenRotary {
  id: string;
  args: Record<string, unknown> & { position_ids?: unknown };
  input?: number[];
  input_shape: number[];
  cos_cache?: number[];
  cos_cache_shape?: number[];
  sin_cache?: number[];
  exact?: number[];
  raises?: string;
}

/** The attributes among the arguments of a case. */
function attributesOf({ args }: GoldenRotary, names: readonly string[]): Operator['attributes'] {
  const given = names.filter((name) => args[name] !== undefined && args[name] !== null);
  return Object.fromEntries(given.map((name) => [name, args[name] as number]));
}

function stored(each: GoldenRotary) {
  const dims = each.cos_cache_shape as number[];
  const cache = (values?: number[]) => new ort.Tensor('float32', Float32Array.from(values ?? []), dims);
  return { cosCache: cache(each.cos_cache), sinCache: cache(each.sin_cache) };
}

const inputOf = ({ input, input_shape }: GoldenRotary) =>
  new ort.Tensor('float32', Float32Array.from(input ?? []), input_shape);

function checkCaches(
  each: GoldenRotary,
  rotary: posenc.Rotary,
  { cosCache, sinCache }: RotaryCaches<typeof Ort>,
) {
  expect(cosCache.dims).toEqual(each.cos_cache_shape);
  expect(rotary.attentionScaling).toBe(1);
  expect(largestDistance(cosCache.data as Float32Array, each.cos_cache ?? [])).toBeLessThanOrEqual(bound);
  expect(largestDistance(sinCache.data as Float32Array, each.sin_cache ?? [])).toBeLessThanOrEqual(bound);
}

const named = (list: unknown): [string, GoldenRotary][] =>
  (list as GoldenRotary[]).map((each) => [each.id, each]);

describe('golden', () => {
  it.for(named(golden))('RotaryEmbedding: %s', async ([, each], context) => {
    const positions = each.args.position_ids as number[][] | null;
    const [rows = 0, seqOrPairs = 0, last] = each.cos_cache_shape as number[];
    if (positions === null) {
      // These caches are for positions 0, 0.5, 1, ...
      const pairs = last as number;
      const frequencies = Array.from({ length: pairs }, (_, j) => 0.5 * 10000 ** (-j / pairs));
      const rotary = new Rotary({ headDim: 2 * pairs, frequencies });
      const shape = [rows, seqOrPairs];
      checkCaches(
        each,
        rotary,
        rotaryCaches(ort, rotary, { positions: Array.from(Array(rows * seqOrPairs).keys()), shape }),
      );
    } else {
      const rotary = new Rotary({ headDim: 2 * seqOrPairs });
      checkCaches(each, rotary, rotaryCaches(ort, rotary, { length: rows }));
      const shape = [positions.length, positions[0]?.length as number];
      const make = () => positionIds(ort, positions.flat(), { length: rows, shape });
      if (/out-of-range|negative/.test(each.id)) {
        expect(make).toThrow(/ids\[1\] is (8|-1): expected an integer of at least 0 and below length, 8/);
        return;
      }
    }
    const dims = positions === null ? [] : [positions.length, positions[0]?.length as number];
    const y = await rotaryEmbedding(
      '',
      attributesOf(each, ['interleaved', 'rotary_embedding_dim', 'num_heads']),
      stored(each),
      inputOf(each),
      positions === null ? undefined : positionIds(ort, positions.flat(), { length: rows, shape: dims }),
      context,
    );
    expect(largestDistance(y, each.exact as number[])).toBeLessThan(1e-6);
  });

  const multi = named(multiGolden).filter(([, each]) => each.cos_cache !== undefined);
  it('of MRotaryEmbedding exist', () => expect(multi.length).toBeGreaterThan(14));

  it.for(multi)('MRotaryEmbedding: %s', async ([id, each], context) => {
    const [rows = 0, pairs = 0] = each.cos_cache_shape as number[];
    // The caches of ONNX Runtime's own tests are made up.
    if (!id.startsWith('ort-test')) {
      const rotary = new Rotary({ headDim: 2 * pairs });
      checkCaches(each, rotary, rotaryCaches(ort, rotary, { length: rows }));
    }
    const positions = each.args.position_ids as number[][][];
    const shape = [3, positions[0]?.length as number, positions[0]?.[0]?.length as number];
    const names = [
      'num_heads',
      'rotary_embedding_dim',
      'mrope_section',
      'mrope_layout',
      'interleaved',
      'scale',
    ];
    const y = await runOperator(
      { name: 'MRotaryEmbedding', domain: 'com.microsoft', attributes: attributesOf(each, names) },
      {
        x: inputOf(each),
        ids: positionIds(ort, positions.flat(2), { length: rows, shape }),
        ...stored(each),
      },
      context,
    );
    const largest = Math.max(1, ...(each.input ?? []).map(Math.abs));
    expect(largestDistance(y, each.exact as number[])).toBeLessThan(3e-7 * largest);
  });
});

describe('a decoder with GroupQueryAttention', () => {
  const { width, kvHeads, headDim, layers } = decoder;
  const tokens = 20;
  const weights = decoderWeights(randomFrom(64));
  const bytes = decoderModel(weights);
  const input = floats(tokens * width);
  const plain = () => new Rotary({ headDim });
  const yarn = () =>
    new Rotary({ headDim, theta: 500, scaling: { type: 'yarn', factor: 4, originalLength: 8 } });

  /** The outputs for the input, passed in parts of these lengths. */
  async function run(session: Ort.InferenceSession, rotary: posenc.Rotary, parts: Ids) {
    const { cosCache: cos, sinCache: sin } = rotaryCaches(ort, rotary, { length: 32 });
    let past = 0;
    const empty = () => new ort.Tensor('float32', new Float32Array(0), [1, kvHeads, 0, headDim]);
    const earlier: Record<string, Ort.Tensor> = {};
    for (let i = 0; i < layers; ++i) {
      earlier[`pastKey${i}`] = empty();
      earlier[`pastValue${i}`] = empty();
    }
    const found: number[] = [];
    for (const count of parts) {
      const total = past + count;
      const x = input.slice(past * width, total * width);
      const results = await session.run({
        ...earlier,
        x: new ort.Tensor('float32', x, [1, count, width]),
        seqlensK: new ort.Tensor('int32', [total - 1], [1]),
        total: new ort.Tensor('int32', [total], [1]),
        cos,
        sin,
      });
      for (let i = 0; i < layers; ++i) {
        earlier[`pastKey${i}`] = results[`key${i}`] as Ort.Tensor;
        earlier[`pastValue${i}`] = results[`value${i}`] as Ort.Tensor;
        expect(results[`key${i}`]?.dims).toEqual([1, kvHeads, total, headDim]);
      }
      found.push(...((results.y as Ort.Tensor).data as Float32Array));
      past = total;
    }
    return found;
  }

  it('gives for 12 tokens and then 8 what it gives for 20, and what apply gives, for any caches', async (context) => {
    const before = bytes.slice();
    const session = await sessionOf(bytes, 'GroupQueryAttention', context);
    const results: number[][] = [];
    for (const rotary of [plain(), yarn()]) {
      const whole = await run(session, rotary, [tokens]);
      const parts = await run(session, rotary, [12, 1, 1, 1, 1, 1, 1, 1, 1]);
      expect(largestDistance(parts, whole)).toBeLessThan(1e-5);
      const expected = decode(weights, input, (x, shape) => {
        rotary.apply(x, { shape, seqAxis: -3 });
      });
      expect(largestDistance(whole, expected)).toBeLessThan(1e-4);
      results.push(whole);
    }
    expect(largestDistance(results[0] as number[], results[1] as number[])).toBeGreaterThan(0.01);
    expect(bytes).toEqual(before);
  });
});

describe('position ids', () => {
  it.each([
    ['numbers', [0, 5, 2]],
    ['BigInts', [0n, 5n, 2n]],
    ['both', [0, 5n, 2]],
    ['a BigInt64Array', BigInt64Array.of(0n, 5n, 2n)],
    ['an Int32Array', Int32Array.of(0, 5, 2)],
    ['any list', { length: 3, 0: 0, 1: 5, 2: 2 }],
  ] as [string, ArrayLike<number | bigint>][])('of %s', (_, given) => {
    const tensor = positionIds(ort, given, { length: 6 });
    expect(tensor).toBeInstanceOf(ort.Tensor);
    expect([tensor.type, tensor.dims]).toEqual(['int64', [1, 3]]);
    expect(tensor.data).toEqual(BigInt64Array.of(0n, 5n, 2n));
    expect(tensor.data).not.toBe(given);
  });

  it('may be none', () => {
    expect(positionIds(ort, [], { length: 0 }).dims).toEqual([1, 0]);
    expect(positionIds(ort, [], { length: 4, shape: [3, 0, 2] }).dims).toEqual([3, 0, 2]);
    expect(rotaryCaches(ort, new Rotary({ headDim: 4 }), { length: 0 }).cosCache.dims).toEqual([0, 2]);
  });
});

describe('errors name the argument', () => {
  const rotary = () => new Rotary({ headDim: 8 });
  const ids = (given: unknown, options: object = { length: 8 }) =>
    positionIds(ort, given as number[], options as { length: number });
  const caches = (options: object) => rotaryCaches(ort, rotary(), options as { length: number });
  const range = 'expected an integer of at least 0 and below length, 8';
  const cases: [string, () => unknown, RegExp | string][] = [
    ['a negative id', () => ids([0, -1, -2]), `ids[1] is -1: ${range}`],
    ['a fraction', () => ids([0.5]), `ids[0] is 0.5: ${range}`],
    ['an id equal to length', () => ids([1, 7, 8]), `ids[2] is 8: ${range}`],
    ['a huge id', () => ids([2 ** 60]), `ids[0] is ${2 ** 60}: ${range}`],
    ['NaN', () => ids([Number.NaN]), `ids[0] is NaN: ${range}`],
    ['Infinity', () => ids([Number.POSITIVE_INFINITY]), `ids[0] is Infinity: ${range}`],
    ['a huge BigInt', () => ids([1n, 2n ** 70n]), `ids[1] is ${2n ** 70n}n: ${range}`],
    ['a negative BigInt', () => ids(BigInt64Array.of(-1n)), `ids[0] is -1n: ${range}`],
    ['an id of a cache without rows', () => ids([0], { length: 0 }), 'ids[0] is 0: expected an integer'],
    ['a string', () => ids(['1']), 'ids[0] is "1": expected a number or a BigInt'],
    ['no list', () => ids(5), 'ids is 5: expected a list of position ids'],
    ['ids without a length', () => ids([0], {}), 'length is undefined: expected a number'],
    [
      'too few ids for the shape',
      () => ids([0, 1, 2], { length: 8, shape: [2, 2] }),
      'ids has 3 values: expected 4, as the shape [2, 2] requires',
    ],
    ['an unknown option of ids', () => ids([0], { length: 8, offset: 1 }), 'options.offset is unknown'],
    ['no library for ids', () => positionIds(null as never, [0], { length: 8 }), 'ort is null: expected'],
    ['no library', () => rotaryCaches({} as never, rotary(), { length: 8 }), 'ort is an object: expected'],
    ...[undefined, null, 5, {}].map((wrong): [string, () => unknown, RegExp] => [
      `a rotary that is ${JSON.stringify(wrong)}`,
      () => rotaryCaches(ort, wrong as never, { length: 8 }),
      /^rotary is (undefined|null|5|an object): expected a Rotary$/,
    ]),
    ['no options', () => caches(undefined as never), 'options is undefined: expected an object'],
    ['caches without a length', () => caches({}), 'length is undefined: expected a number'],
    ['a negative offset', () => caches({ length: 8, offset: -1 }), 'offset is -1: expected an integer'],
    ['a fractional offset', () => caches({ length: 8, offset: 0.5 }), 'offset is 0.5: expected an integer'],
    [
      'a huge offset',
      () => caches({ length: 8, offset: 2 ** 53 - 1 }),
      'offset is 9007199254740991: expected',
    ],
    ['float64', () => caches({ length: 8, dtype: 'float64' }), `dtype is "float64": expected 'float32' or`],
    ['positions and a length', () => caches({ length: 8, positions: [1] }), 'length and positions are both'],
    [
      'a shape without positions',
      () => caches({ length: 8, shape: [8] }),
      'shape is [8]: expected none without positions',
    ],
    [
      'a shape of other positions',
      () => caches({ positions: [1, 2], shape: [3, 1] }),
      'positions has 2 values: expected 3',
    ],
    ['a role without xpos', () => caches({ length: 8, role: 'key' }), 'role is "key": expected none'],
    ['a misspelt option', () => caches({ length: 8, type: 'float16' }), 'options.type is unknown'],
  ];
  it.each(cases)('%s', (_, act, message) => {
    expect(act).toThrow(message);
  });

  it('once the rotary was disposed of', () => {
    const disposed = rotary();
    disposed.dispose();
    expect(() => rotaryCaches(ort, disposed, { length: 8 })).toThrow(/disposed of/);
  });
});
