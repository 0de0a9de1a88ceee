// From the golden files' configs, which have Hugging Face's new keys, to options. Written for the tests alone: the
// library's own reader of configs is tested against other cases.
import type { RotaryOptions } from 'posenc';

export interface RopeConfig {
  head_dim: number;
  max_position_embeddings: number;
  original_max_position_embeddings?: number;
  rope_parameters: Record<string, number | string | boolean | number[] | null>;
}

export function rotaryOptionsOf(config: RopeConfig, length?: number): RotaryOptions {
  const { head_dim: headDim, max_position_embeddings: max, rope_parameters: rope } = config;
  const type = rope.rope_type as string;
  const originalLength =
    config.original_max_position_embeddings ?? (rope.original_max_position_embeddings as number) ?? max;
  const ratio = max / originalLength;
  const keys: Record<string, Record<string, unknown>> = {
    default: {},
    linear: { factor: rope.factor },
    dynamic: { factor: rope.factor, originalLength: max },
    yarn: {
      factor: rope.factor ?? ratio,
      originalLength,
      betaFast: rope.beta_fast,
      betaSlow: rope.beta_slow,
      truncate: rope.truncate,
      attentionFactor: rope.attention_factor,
      mscale: rope.mscale,
      mscaleAllDim: rope.mscale_all_dim,
    },
    longrope: {
      shortFactor: rope.short_factor,
      longFactor: rope.long_factor,
      originalLength,
      factor: rope.factor ?? ratio,
    },
    llama3: {
      factor: rope.factor,
      lowFreqFactor: rope.low_freq_factor,
      highFreqFactor: rope.high_freq_factor,
      originalLength,
    },
    proportional: { partial: rope.partial_rotary_factor, factor: rope.factor },
  };
  const given = Object.entries(keys[type] ?? {}).filter(([, value]) => value !== undefined);
  const partial = type === 'proportional' ? undefined : (rope.partial_rotary_factor as number | undefined);
  return {
    headDim,
    theta: rope.rope_theta as number,
    ...(partial !== undefined && { rotaryDim: Math.trunc(headDim * partial) }),
    ...(type !== 'default' && { scaling: { type, ...Object.fromEntries(given) } as never }),
    ...(length !== undefined && { length }),
  };
}
