// The rotary operators of ONNX Runtime, and caches for them, against the numbers of the originals.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { positionIds, type RotaryCaches, rotaryCaches } from 'posenc/onnxruntime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import multiGolden from '../golden/mrotary-onnx.json';
import golden from '../golden/onnx-rotary.json';
import { bound, largestDistance } from '../support/golden.js';
import type { Operator } from '../support/onnx-models.js';
import { loadOrt, releaseSessions, rotaryEmbedding, runOperator } from '../support/ort.js';

const { Rotary } = posenc;

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});
afterAll(releaseSessions);

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
