// The classes named after the originals: every golden case, also expressed as plain options.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import allennlp from '../golden/allennlp-sinusoidal.json';
import float32 from '../golden/float32-angles.json';
import version5 from '../golden/positional-encodings-5.json';
import version6 from '../golden/positional-encodings-6.json';
import { bound, type GoldenCase, largestDistance, takeOf } from '../support/golden.js';
import { classes, productOf } from '../support/kit.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const casesOf = (file: unknown) => file as GoldenCase[];
interface Args {
  class: keyof typeof classes;
  channels: number;
  input_shape: number[];
  summer?: boolean;
  input_dtype?: 'int64' | 'float64' | 'float16' | 'bfloat16';
  dtype_override?: string;
}

/** Half an ulp of the values of a case, plus the library's bound. */
function toleranceOf({ exact, input }: GoldenCase, dtype?: string): number {
  const largest = Math.max(1, ...exact.map(Math.abs));
  if (dtype === 'float16') return largest * 2 ** -11;
  if (dtype === 'bfloat16') return largest * 2 ** -8;
  return bound + (input ? largest * 2 ** -24 : 0);
}

function check(testCase: GoldenCase, values: ArrayLike<number>, shape: readonly number[], dtype?: string) {
  const found = takeOf(values, shape, testCase.take);
  const tolerance = toleranceOf(testCase, dtype);
  expect(largestDistance(found, testCase.exact)).toBeLessThanOrEqual(tolerance);
  if (testCase.original) {
    const allowed = tolerance + 1.005 * (testCase.max_abs_diff ?? 0);
    expect(largestDistance(found, testCase.original)).toBeLessThanOrEqual(allowed);
  }
}

for (const [name, file, layout] of [
  ['positional-encodings 6', version6, 'interleaved'],
  ['positional-encodings 5', version5, 'concatenated'],
] as const) {
  describe(name, () => {
    for (const testCase of casesOf(file)) {
      it(testCase.id, () => {
        const args = testCase.args as unknown as Args;
        const { input_shape: shape, input_dtype: type } = args;
        const encoding = new classes[args.class](args.channels, { layout });
        const x = { data: Float32Array.from(testCase.input ?? new Float32Array(productOf(shape))), shape };
        if (testCase.raises || testCase.id.includes('declared5-on-10')) {
          expect(() => encoding.encode(x)).toThrow(RangeError);
          expect(() => new posenc.Summer(encoding).encode(x)).toThrow(/expected (at most 5|3|4)/);
          return;
        }
        if (type === 'int64') {
          const integers = { data: new BigInt64Array(productOf(shape)), shape };
          expect(() => encoding.encode(integers)).toThrow(
            /x\.data is a BigInt64Array of \d+.*integers cannot hold/,
          );
          if (args.dtype_override === undefined) return;
          const typed = new classes[args.class](args.channels, { layout, dtype: 'float32' });
          check(testCase, typed.encode(integers).data, shape);
          return;
        }
        if (type === 'float64') {
          check(testCase, encoding.encode({ data: new Float64Array(productOf(shape)), shape }).data, shape);
          return;
        }
        if (type === 'float16' || type === 'bfloat16') {
          const half = encoding.encode({ data: new Uint16Array(productOf(shape)), shape, dtype: type });
          expect(half.dtype).toBe(type);
          const values = type === 'float16' ? posenc.fromFloat16(half.data) : posenc.fromBfloat16(half.data);
          check(testCase, values, shape, type);
          return;
        }
        const result = args.summer ? new posenc.Summer(encoding).encode(x) : encoding.encode(x);
        expect(result.shape).toEqual(shape);
        check(testCase, result.data, shape);
        // Plain options give the same result.
        const first = encoding.encode({ ...x, data: x.data.fill(0) });
        const options = presetOf(layout, args, shape);
        expectSame(posenc.add(x.data.fill(0), options), first.data);
      });
    }
  });
}

function presetOf(layout: string, args: Args, [, ...sizes]: readonly number[]) {
  const channels = (args.class.includes('Permute') ? sizes.shift() : sizes.pop()) as number;
  const grid = sizes;
  return posenc.presets.positionalEncodings({
    grid,
    channels,
    declaredChannels: args.channels,
    channelsFirst: args.class.includes('Permute'),
    version: layout === 'concatenated' ? 5 : 6,
  });
}

describe('AllenNLP', () => {
  for (const testCase of casesOf(allennlp).filter(({ variant }) => !variant)) {
    it(testCase.id, () => {
      const args = testCase.args as unknown as {
        min_timescale: number;
        max_timescale: number;
        input_shape: number[];
      };
      const shape = args.input_shape;
      const encoding = new posenc.SinusoidalPositionalEncoding({
        minTimescale: args.min_timescale,
        maxTimescale: args.max_timescale,
      });
      const x = { data: Float32Array.from(testCase.input ?? new Float32Array(productOf(shape))), shape };
      const before = x.data.slice();
      const result = encoding.encode(x);
      expect(result.shape).toEqual(shape);
      expectSame(x.data, before);
      check(testCase, result.data, shape);
      const out = new Float32Array(x.data.length);
      expect(encoding.encode(x, out).data).toBe(out);
      expectSame(out, result.data);
      expect(encoding.encode(x, x.data).data).toBe(x.data);
      expectSame(x.data, result.data);
    });
  }

  it('returns a tensor without channels or time steps unchanged', () => {
    for (const shape of [
      [1, 3, 0],
      [2, 0, 7],
    ]) {
      const x = { data: new Float32Array(0), shape };
      const result = new posenc.SinusoidalPositionalEncoding().encode(x);
      expect([result.shape, result.data.length]).toEqual([shape, 0]);
    }
  });
});

describe("angles: 'float32'", () => {
  for (const testCase of casesOf(float32)) {
    it(`${testCase.id} is as close to the original as to the exact value`, () => {
      const { layout, channels } = testCase.args as unknown as { layout: 'interleaved'; channels: number };
      const { frequencies = [], positions = [], original = [] } = testCase;
      const encoding = new posenc.PositionalEncoding1D(channels, { layout, frequencies, angles: 'float32' });
      // All positions, if the result stays small enough.
      const length = channels <= 16 ? 1000004 : 131072;
      const near = positions.filter((position) => position < length);
      const { data } = encoding.encode([1, length, channels]);
      const found = takeOf(data, [length, channels], [{ axis: 0, indices: near }]);
      expect(near.length).toBe(channels <= 16 ? positions.length : positions.length - 1);
      const places = near.map((position) => positions.indexOf(position));
      const expected = takeOf(original, [positions.length, channels], [{ axis: 0, indices: places }]);
      // posenc is within 1.2e-7 here, and float32 sines of the originals within 2^-24.
      expect(largestDistance(found, expected)).toBeLessThanOrEqual(bound);
    });
  }
});
