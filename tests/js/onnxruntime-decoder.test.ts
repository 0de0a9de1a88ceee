// A decoder of two layers, whose GroupQueryAttention takes cosines and sines as inputs.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { rotaryCaches } from 'posenc/onnxruntime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { largestDistance } from '../support/golden.js';
import { decode, decoder, decoderModel, decoderWeights } from '../support/onnx-models.js';
import { loadOrt, releaseSessions, sessionOf } from '../support/ort.js';
import { randomFrom } from '../support/random.js';

const { Rotary } = posenc;

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});
afterAll(releaseSessions);

describe('a decoder with GroupQueryAttention', () => {
  const { width, kvHeads, headDim, layers } = decoder;
  const tokens = 20;
  const weights = decoderWeights(randomFrom(64));
  const bytes = decoderModel(weights);
  const random = randomFrom(20);
  const input = Float32Array.from({ length: tokens * width }, () => 4 * random.next() - 2);
  const plain = () => new Rotary({ headDim });
  const yarn = () =>
    new Rotary({ headDim, theta: 500, scaling: { type: 'yarn', factor: 4, originalLength: 8 } });

  /** The outputs for the input, passed in parts of these lengths. */
  async function run(session: Ort.InferenceSession, rotary: posenc.Rotary, parts: readonly number[]) {
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
