// The golden cases that grid options can express, as options; used to check every backend.
import { presets, type SinusoidalOptions } from 'posenc';
import { expect } from 'vitest';
import allennlp from '../golden/allennlp-sinusoidal.json';
import float32 from '../golden/float32-angles.json';
import mae from '../golden/mae-sincos.json';
import version5 from '../golden/positional-encodings-5.json';
import version6 from '../golden/positional-encodings-6.json';
import t2t from '../golden/t2t-timing.json';
import whisper from '../golden/whisper-sinusoids.json';
import { bound, type GoldenCase, largestDistance, takeOf } from './golden.js';
import { productOf } from './kit.js';

export interface Known {
  golden: GoldenCase;
  options: SinusoidalOptions;
  /** The array that the encoding is added to, if any. */
  x?: Float32Array;
  /** The shape of the values, with `prefix` zeros before them. */
  shape: readonly number[];
  prefix?: number;
}

const casesOf = (file: unknown) => (file as GoldenCase[]).filter(({ raises }) => !raises);

/** Except those where the original divides by zero, which the presets refuse. */
const finiteOf = (file: unknown, kept = '') =>
  casesOf(file).filter(
    ({ id, original, variant }) => variant || id === kept || original?.every(Number.isFinite),
  );

/** The batch of x, or zeros if none is stored. */
function batchOf(golden: GoldenCase, shape: readonly number[], options: SinusoidalOptions): Known {
  return { golden, options, shape, x: Float32Array.from(golden.input ?? new Float32Array(productOf(shape))) };
}

function ofClasses(file: unknown, layout: 'interleaved' | 'concatenated'): Known[] {
  return casesOf(file)
    .filter(({ id, args }) => {
      const { input_dtype: type, dtype_override: override } = args as Record<string, unknown>;
      return !id.includes('declared5-on-10') && type === undefined && override === undefined;
    })
    .map((golden) => {
      const args = golden.args as unknown as { class: string; channels: number; input_shape: number[] };
      const channelsFirst = args.class.includes('Permute');
      const [, ...inner] = args.input_shape;
      const channels = channelsFirst ? (inner[0] as number) : (inner.at(-1) as number);
      const grid = channelsFirst ? inner.slice(1) : inner.slice(0, -1);
      const declaredChannels = args.channels;
      const options = { grid, channels, declaredChannels, channelsFirst, layout, allowEmptyAxes: true };
      return batchOf(golden, args.input_shape, options);
    });
}

/** AllenNLP and tensor2tensor share this code, which multiplies by min where their documentation divides. */
function ofTimingSignal(golden: GoldenCase): Known {
  const args = golden.args as unknown as {
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
  const startIndex = args.start_index ?? 0;
  const coded = presets.tensor2tensor({ grid, channels, minTimescale: min, maxTimescale: max, startIndex });
  const documented = { ...coded, timescales: { min, max, endpoint: true } };
  return batchOf(golden, shape, golden.variant ? documented : coded);
}

function ofWhisper(golden: GoldenCase): Known {
  const {
    length,
    channels,
    max_timescale: max,
  } = golden.args as unknown as Record<'length' | 'channels' | 'max_timescale', number>;
  const options = presets.whisper({ grid: [length], channels, maxTimescale: max });
  return { golden, options, shape: [length, channels] };
}

function ofMae(golden: GoldenCase): Known {
  const args = golden.args as unknown as {
    embed_dim: number;
    grid_size: number;
    cls_token?: boolean;
    pos?: number[];
  };
  const { embed_dim: channels, grid_size: size, pos } = args;
  const common = { channels, layout: 'concatenated' } as const;
  if (pos) {
    return {
      golden,
      options: { ...common, grid: [pos.length], positions: [pos] },
      shape: [pos.length, channels],
    };
  }
  // The first half of the channels encodes the column, the second the row.
  const prefix = args.cls_token ? channels : 0;
  const options = presets.mae({ grid: [size, size], channels });
  return { golden, options, shape: [size * size + prefix / channels, channels], prefix };
}

export const knownCases: Readonly<Record<string, readonly Known[]>> = {
  'positional-encodings 6': ofClasses(version6, 'interleaved'),
  'positional-encodings 5': ofClasses(version5, 'concatenated'),
  AllenNLP: casesOf(allennlp).map(ofTimingSignal),
  // With one axis, the single frequency is that of get_timing_signal_1d.
  tensor2tensor: finiteOf(t2t, 't2t-nd-1x4x2').map(ofTimingSignal),
  Whisper: finiteOf(whisper).map(ofWhisper),
  MAE: casesOf(mae).map(ofMae),
};

/** Half an ulp of the largest possible magnitude of a sum, for results with inputs. */
function toleranceOf(golden: GoldenCase): number {
  const largest = Math.max(1, ...golden.exact.map(Math.abs));
  return bound + (golden.input ? largest * 2 ** -24 : 0);
}

export function checkKnown({ golden, shape, prefix = 0 }: Known, values: Float32Array): void {
  const whole = new Float32Array(prefix + values.length);
  whole.set(values, prefix);
  expect(whole.length).toBe(productOf(shape));
  const found = takeOf(whole, shape, golden.take);
  expect(largestDistance(found, golden.exact)).toBeLessThanOrEqual(toleranceOf(golden));
  // Some originals divide by zero, and only have an exact value.
  if (golden.original?.every(Number.isFinite)) {
    // The difference is stored to three digits.
    const allowed = toleranceOf(golden) + 1.005 * (golden.max_abs_diff ?? 0);
    expect(largestDistance(found, golden.original)).toBeLessThanOrEqual(allowed);
  }
}

/** Angles rounded as PyTorch rounds them, at positions up to a million. */
export const float32Cases = (float32 as unknown as GoldenCase[]).map((golden) => {
  const { layout, channels } = golden.args as unknown as {
    layout: 'interleaved' | 'concatenated';
    channels: number;
  };
  const { positions = [], frequencies = [], exact_of_float32_angle: exact = [], original = [] } = golden;
  const common = { channels, layout, frequencies, angles: 'float32' } as const;
  return { id: golden.id, positions, common, exact, original };
});
