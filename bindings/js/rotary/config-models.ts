// What single models add to the common rules of config.ts: defaults of their classes in transformers, keys and quirks.
// A model has the rules of each row that its model_type matches; later rows win.

export interface ModelRules {
  /** `head_dim` of a config that has none; otherwise it is hidden_size / num_attention_heads. */
  readonly headDim?: number;
  readonly hiddenSize?: number;
  readonly heads?: number;
  /** `qk_rope_head_dim`: multi-head latent attention rotates a part of the head that is kept apart. */
  readonly latentDim?: number;
  readonly theta?: number;
  readonly partial?: number;
  /** `rotary_dim` in place of a partial factor. */
  readonly rotaryDim?: number;
  /** Pairs are 2j and 2j + 1. */
  readonly adjacent?: boolean;
  /** The class of type 'default' reads no partial_rotary_factor. */
  readonly whole?: boolean;
  /** `original_max_position_embeddings` next to the parameters. */
  readonly originalLength?: number;
  /** The old names 'su' and 'yarn' mean 'longrope'. */
  readonly oldLongRope?: boolean;
  /** The model interleaves its M-RoPE, whatever `mrope_interleaved` says; these are its sections by default. */
  readonly mropeSection?: readonly number[];
  /** `rope_parameters` of a config that has none. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** `rope_parameters` has an object for each of these. */
  readonly labels?: readonly string[];
  /** The theta of sliding layers: `rope_local_base_freq`. */
  readonly localTheta?: number;
  /** `global_head_dim`: the head dimension of full attention. */
  readonly globalHeadDim?: number;
  /** Every how many layers one has full attention. */
  readonly pattern?: number;
  /** The other layers of `pattern` have linear attention, and no rotary embedding. */
  readonly linear?: boolean;
  /** Layers with full attention have no rotary embedding. */
  readonly fullWithout?: boolean;
  /** Every how many layers one has no rotary embedding. */
  readonly noRopeInterval?: number;
  /** Two sets, 'main' and 'compress', of the last dimensions. */
  readonly compressed?: boolean;
  /** Positions of another kind: learned, sinusoidal, or biases. */
  readonly other?: boolean;
  /** A partial factor with type 'default' is an error. */
  readonly unclear?: boolean;
}

export const byAttention = ['full_attention', 'sliding_attention'];

const rows: readonly (readonly [RegExp, ModelRules])[] = [
  [/^(llama|mi(ni)?stral|qwen2)/, { hiddenSize: 4096, heads: 32, whole: true }],
  [/^llama4/, { headDim: 128, theta: 5e5, adjacent: true, noRopeInterval: 4 }],
  [/^mixtral/, { theta: 1e6 }],
  [/^smollm3/, { theta: 2e6, whole: true, noRopeInterval: 4 }],
  [/^qwen2(_5)?_vl/, { theta: 1e6, hiddenSize: 8192, heads: 64 }],
  [/^qwen3$/, { headDim: 128 }],
  [/^qwen3_vl/, { headDim: 128, theta: 5e5, mropeSection: [24, 20, 20] }],
  [/^qwen3_(5|next)/, { headDim: 256, partial: 0.25, pattern: 4, linear: true }],
  [/^qwen3_5/, { mropeSection: [11, 11, 10] }],
  [/^phi$/, { partial: 0.5 }],
  [/^phi3/, { originalLength: 4096, oldLongRope: true }],
  [/^(gpt_neox|stablelm)$/, { partial: 0.25 }],
  [/^(gptj|codegen)/, { rotaryDim: 64 }],
  [/^(gptj|codegen|cohere|helium|(ernie4_5(_moe)?|glm(4|4v|4v_text)?)$)/, { adjacent: true }],
  [/^glm(4|4v|4v_text|4_moe)?$/, { partial: 0.5 }],
  [/^cohere2/, { pattern: 4, fullWithout: true }],
  [/^gemma/, { headDim: 256, whole: true }],
  [/^(gemma3|t5gemma2)/, { headDim: 256, theta: 1e6, localTheta: 1e4, pattern: 6 }],
  [
    /^gemma4/,
    {
      globalHeadDim: 512,
      pattern: 6,
      labels: byAttention,
      parameters: {
        sliding_attention: { rope_theta: 1e4 },
        full_attention: { rope_type: 'proportional', partial_rotary_factor: 0.25, rope_theta: 1e6 },
      },
    },
  ],
  [
    /^gpt_oss/,
    {
      headDim: 64,
      theta: 15e4,
      parameters: { rope_type: 'yarn', factor: 32, truncate: false, original_max_position_embeddings: 4096 },
    },
  ],
  [/^deepseek_v[23]/, { latentDim: 64 }],
  [/^minicpm3/, { adjacent: false }],
  [/^deepseek_v4/, { headDim: 512, adjacent: true, compressed: true }],
  [/^lfm3/, { unclear: true }],
  [
    /^(gpt2|gpt_bigcode|gpt_neo|opt|bloom|mpt|t5|mt5|umt5|bart|mbart|whisper|bert|roberta|xlm-roberta|vit|clip)$/,
    { other: true },
  ],
];

export function rulesOf(modelType: string): ModelRules {
  return Object.assign({}, ...rows.map(([pattern, rules]) => pattern.test(modelType) && rules));
}
