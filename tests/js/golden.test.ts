// The originals' own numbers: for every case that a grid's options can say.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import allennlp from '../golden/allennlp-sinusoidal.json';
import float32 from '../golden/float32-angles.json';
import mae from '../golden/mae-sincos.json';
import version5 from '../golden/positional-encodings-5.json';
import version6 from '../golden/positional-encodings-6.json';
import t2t from '../golden/t2t-timing.json';
import whisper from '../golden/whisper-sinusoids.json';
import { bound, type GoldenCase, largestDistance, takeOf } from './golden.js';

beforeAll(() => posenc.init());

const casesOf = (file: unknown) => file as GoldenCase[];

/** Half a unit in the last place of the largest magnitude that a sum can have, for results with inputs. */
function toleranceOf(testCase: GoldenCase): number {
  const largest = Math.max(1, ...testCase.exact.map(Math.abs));
  return bound + (testCase.input ? largest * 2 ** -24 : 0);
}

function check(testCase: GoldenCase, values: ArrayLike<number>, shape: readonly number[]) {
  const found = takeOf(values, shape, testCase.take);
  expect(largestDistance(found, testCase.exact)).toBeLessThanOrEqual(toleranceOf(testCase));
  // Some originals divide by zero, and have only an exact value.
  if (testCase.original?.every(Number.isFinite)) {
    // The difference is stored with three digits.
    const allowed = toleranceOf(testCase) + 1.005 * (testCase.max_abs_diff ?? 0);
    expect(largestDistance(found, testCase.original)).toBeLessThanOrEqual(allowed);
  }
}

/** A batch of x (zeros when none is stored) plus the encoding. */
function batchOf(
  testCase: GoldenCase,
  shape: readonly number[],
  options: posenc.SinusoidalOptions,
): Float32Array {
  const x = Float32Array.from(testCase.input ?? new Float32Array(shape.reduce((a, b) => a * b, 1)));
  return posenc.add(x, options);
}

for (const [name, file, layout] of [
  ['positional-encodings 6', version6, 'interleaved'],
  ['positional-encodings 5', version5, 'concatenated'],
] as const) {
  describe(name, () => {
    const told = casesOf(file).filter((testCase) => {
      const { input_dtype: type, dtype_override: override } = testCase.args as {
        input_dtype?: string;
        dtype_override?: string;
      };
      return (
        !testCase.raises &&
        !testCase.id.includes('declared5-on-10') &&
        type === undefined &&
        override === undefined
      );
    });
    it('has the cases', () => expect(told.length).toBeGreaterThan(60));
    for (const testCase of told) {
      it(testCase.id, () => {
        const args = testCase.args as unknown as { class: string; channels: number; input_shape: number[] };
        const channelsFirst = args.class.includes('Permute');
        const [, ...inner] = args.input_shape;
        const present = channelsFirst ? (inner[0] as number) : (inner.at(-1) as number);
        const grid = channelsFirst ? inner.slice(1) : inner.slice(0, -1);
        const options = {
          grid,
          channels: args.channels,
          channelsFirst,
          layout,
          allowEmptyAxes: true,
        } as const;
        if (present === args.channels) {
          check(testCase, batchOf(testCase, args.input_shape, options), args.input_shape);
          return;
        }
        // More channels declared than the tensor has: it gets the first of them.
        expect(channelsFirst).toBe(false);
        const points = grid.reduce((a, b) => a * b, 1);
        const declared = takeOf(
          posenc.encode(options),
          [points, args.channels],
          [{ axis: 1, indices: Array.from({ length: present }, (_, c) => c) }],
        );
        check(testCase, declared, args.input_shape);
      });
    }
  });
}

describe('AllenNLP', () => {
  for (const testCase of casesOf(allennlp)) {
    it(testCase.id, () => {
      const args = testCase.args as unknown as {
        min_timescale: number;
        max_timescale: number;
        input_shape: number[];
      };
      const { min_timescale: min, max_timescale: max, input_shape: shape } = args;
      const [, length, hidden] = shape as [number, number, number];
      const n = Math.floor(hidden / 2);
      const asDocumented = { timescales: { min, max, endpoint: true } };
      // Its code multiplies by min where its text divides.
      const step = n > 1 ? Math.log(max / min) / (n - 1) : 0;
      const asCoded = { frequencies: Array.from({ length: n }, (_, i) => min * Math.exp(-i * step)) };
      const options = {
        grid: [length],
        channels: hidden,
        layout: 'concatenated',
        split: 'padded',
        allowEmptyAxes: true,
        ...(testCase.variant || min === 1 ? asDocumented : asCoded),
      } as const;
      check(testCase, batchOf(testCase, shape, options), shape);
    });
  }
});

describe('tensor2tensor', () => {
  for (const testCase of casesOf(t2t)) {
    it(testCase.id, () => {
      const args = testCase.args as unknown as {
        length?: number;
        channels?: number;
        start_index?: number;
        min_timescale: number;
        max_timescale: number;
        input_shape?: number[];
      };
      const shape = args.input_shape ?? [1, args.length as number, args.channels as number];
      const grid = shape.slice(1, -1);
      const channels = shape.at(-1) as number;
      const { min_timescale: min, max_timescale: max } = args;
      const n = Math.floor(channels / (2 * grid.length));
      const step = n > 1 ? Math.log(max / min) / (n - 1) : 0;
      const options = {
        grid,
        channels,
        layout: 'concatenated',
        split: 'padded',
        allowEmptyAxes: true,
        offset: args.start_index ?? 0,
        ...(testCase.variant || min === 1
          ? { timescales: { min, max, endpoint: true } }
          : { frequencies: Array.from({ length: n }, (_, i) => min * Math.exp(-i * step)) }),
      } as const;
      check(testCase, batchOf(testCase, shape, options), shape);
    });
  }
});

describe('Whisper', () => {
  for (const testCase of casesOf(whisper).filter(({ raises }) => !raises)) {
    it(testCase.id, () => {
      const { length, channels, max_timescale: max } = testCase.args as Record<string, number>;
      const options = {
        grid: [length as number],
        channels: channels as number,
        layout: 'concatenated',
        timescales: { max, endpoint: true },
      } as const;
      check(testCase, posenc.encode(options), [length as number, channels as number]);
    });
  }
});

describe('MAE', () => {
  for (const testCase of casesOf(mae).filter(({ raises }) => !raises)) {
    it(testCase.id, () => {
      const args = testCase.args as unknown as {
        embed_dim: number;
        grid_size?: number;
        cls_token?: boolean;
        pos?: number[];
      };
      const layout = 'concatenated';
      if (args.pos) {
        const options = {
          grid: [args.pos.length],
          positions: [args.pos],
          channels: args.embed_dim,
          layout,
        } as const;
        check(testCase, posenc.encode(options), [args.pos.length, args.embed_dim]);
        check(testCase, posenc.encodeAt(args.pos, { axes: 1, channels: args.embed_dim, layout }), [
          args.pos.length,
          args.embed_dim,
        ]);
        return;
      }
      const size = args.grid_size as number;
      // The first half of the channels is the column, the second the row.
      const grid = posenc.encode({ grid: [size, size], channels: args.embed_dim, layout, axisOrder: [1, 0] });
      const prefix = args.cls_token ? args.embed_dim : 0;
      const values = new Float32Array(prefix + grid.length);
      values.set(grid, prefix);
      check(testCase, values, [values.length / args.embed_dim, args.embed_dim]);
    });
  }
});

describe("angles: 'float32'", () => {
  for (const testCase of casesOf(float32)) {
    it(testCase.id, () => {
      const { layout, channels } = testCase.args as unknown as {
        layout: 'interleaved' | 'concatenated';
        channels: number;
      };
      const {
        positions = [],
        frequencies = [],
        exact_of_float32_angle: exact = [],
        original = [],
      } = testCase;
      const common = { channels, layout, frequencies, angles: 'float32' } as const;
      expect(Math.max(...positions)).toBe(1000003);
      for (const values of [
        posenc.encode({ grid: [positions.length], positions: [positions], ...common }),
        posenc.encodeAt(positions, { axes: 1, ...common }),
        positions.flatMap((offset) => [...posenc.encode({ grid: [1], offset, ...common })]),
      ]) {
        expect(largestDistance(values, exact)).toBeLessThanOrEqual(bound);
        expect(largestDistance(values, original)).toBeLessThanOrEqual(2.5e-7);
      }
    });
  }
});
