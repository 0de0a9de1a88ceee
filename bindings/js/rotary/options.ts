// The options of rotary embeddings: their public types, and a check of each. The core checks whether they fit
// together (errors.ts has those messages).

/** Frequencies divided by `factor`. Source: Chen et al. 2023, arXiv:2306.15595 (position interpolation). */
export interface LinearScaling {
  type: 'linear';
  /** A number of at least 1. */
  factor: number;
}

/**
 * Dynamic NTK: for a length S above `originalLength`, L, theta becomes theta * (factor * S/L - (factor - 1))^(d/(d-2)),
 * where d is `rotaryDim`. Source: transformers, modeling_rope_utils.py.
 */
export interface DynamicScaling {
  type: 'dynamic';
  /** A number of at least 1. */
  factor: number;
  /** The length that the model was trained with: a positive integer. */
  originalLength: number;
}

/**
 * YaRN: high frequencies stay, low ones are divided by `factor`, with a ramp between them. Source: Peng et al. 2023,
 * arXiv:2309.00071, as in transformers' modeling_rope_utils.py.
 */
export interface YarnScaling {
  type: 'yarn';
  /** A number of at least 1. */
  factor: number;
  /** The length that the model was trained with: a positive integer. */
  originalLength: number;
  /** Rotations over `originalLength` above which a frequency stays; 32 by default. */
  betaFast?: number;
  /** Rotations over `originalLength` below which a frequency is divided by `factor`; 1 by default. */
  betaSlow?: number;
  /** Whether the ends of the ramp are rounded to whole pairs; true by default. */
  truncate?: boolean;
  /** The attention scaling; by default 0.1 ln(factor) + 1, or what `mscale` and `mscaleAllDim` give together. */
  attentionFactor?: number;
  /** With `mscaleAllDim`: the attention scaling is (0.1 mscale ln(factor) + 1) / (0.1 mscaleAllDim ln(factor) + 1). */
  mscale?: number;
  mscaleAllDim?: number;
}

/**
 * LongRoPE: each frequency is divided by a factor of its own, from `shortFactor` up to `originalLength`, and from
 * `longFactor` for longer sequences. Source: Ding et al. 2024, arXiv:2402.13753, as in transformers.
 */
export interface LongRopeScaling {
  type: 'longrope';
  /** Numbers above 0, one for each pair. */
  shortFactor: ArrayLike<number>;
  longFactor: ArrayLike<number>;
  /** The length that the model was trained with: a positive integer. */
  originalLength: number;
  /** How many times longer the sequences may be, at least 1: gives the attention scaling. */
  factor?: number;
  /** The attention scaling; by default sqrt(1 + ln(factor) / ln(originalLength)), or 1 without a factor. */
  attentionFactor?: number;
}

/**
 * Llama 3.1: wavelengths above originalLength / lowFreqFactor are multiplied by `factor`, those below
 * originalLength / highFreqFactor stay, with a ramp between them. Source: transformers' modeling_rope_utils.py.
 */
export interface Llama3Scaling {
  type: 'llama3';
  /** A number of at least 1. */
  factor: number;
  /** A number above 0, and at most `highFreqFactor`. */
  lowFreqFactor: number;
  highFreqFactor: number;
  /** The length that the model was trained with: a positive integer. */
  originalLength: number;
}

/**
 * Gemma 4: the first `partial` of the pairs rotate, with exponents over the whole `rotaryDim`; the frequencies of the
 * others are 0. Source: transformers' modeling_rope_utils.py.
 */
export interface ProportionalScaling {
  type: 'proportional';
  /** The part of the pairs that rotate, from 0 to 1; 1 by default. */
  partial?: number;
  /** Divides the frequencies: a number of at least 1, 1 by default. */
  factor?: number;
}

export type RotaryScaling =
  | LinearScaling
  | DynamicScaling
  | YarnScaling
  | LongRopeScaling
  | Llama3Scaling
  | ProportionalScaling;

export interface RotaryOptions {
  /** The dimensions of a head: a positive integer. */
  headDim: number;
  /** How many of them rotate: an even number; by default all from `rotaryStart` on. */
  rotaryDim?: number;
  /** The first dimension that rotates; 0 by default. */
  rotaryStart?: number;
  /** The base of the frequencies, above 0: pair j of d/2 has theta^(-2j/d) radians per position. 10000 by default. */
  theta?: number;
  /**
   * Which dimensions form a pair. 'halves' (the default; GPT-NeoX, and Llama in transformers): j and j + rotaryDim/2.
   * 'adjacent' (RoFormer, GPT-J, Llama as published by Meta): 2j and 2j + 1.
   */
  pairing?: 'halves' | 'adjacent';
  /** How the frequencies are changed for sequences longer than the model was trained with; none by default. */
  scaling?: RotaryScaling;
  /** Instead of `theta` and `scaling`: the frequencies in radians per position, one for each pair. */
  frequencies?: ArrayLike<number>;
  /**
   * Fixes the length for the scalings 'dynamic' and 'longrope', whose frequencies depend on it. By default it is that of
   * each call: its last position + 1.
   */
  length?: number;
}
