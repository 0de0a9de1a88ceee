// The options of rotary embeddings: their public types, and a check of each.
import {
  checkBoolean,
  checkChoice,
  checkFinite,
  checkInteger,
  checkObject,
  checkPositive,
  rangeError,
} from '../check/check.js';
import { checkCount, copyNumbers } from '../check/lists.js';
import { type AxesOptions, axesKeys, checkAxes, copyAxisDims } from './axes.js';
import type { Fields, Lists } from './record.js';
import { pairingNames, scalingNames } from './wire.js';

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
  /** The part of the pairs that rotate, above 0 and at most 1; 1 by default. */
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

/**
 * Which dimensions form a pair. 'halves' (GPT-NeoX, and Llama in transformers): j and j + rotaryDim/2. 'adjacent'
 * (RoFormer, GPT-J, Llama as published by Meta): 2j and 2j + 1.
 */
export type Pairing = 'halves' | 'adjacent';

export interface RotaryOptions extends AxesOptions {
  /** The dimensions of a head: a positive integer. */
  headDim: number;
  /** How many of them rotate: an even number; by default all from `rotaryStart` on, or the sum of `axisDims`. */
  rotaryDim?: number;
  /** The first dimension that rotates; 0 by default. */
  rotaryStart?: number;
  /** The base of the frequencies, above 0: pair j of d/2 has theta^(-2j/d) radians per position. 10000 by default. */
  theta?: number;
  /** Which dimensions form a pair; 'halves' by default. */
  pairing?: Pairing;
  /** How the frequencies are changed for sequences longer than the model was trained with; none by default. */
  scaling?: RotaryScaling;
  /** Instead of `theta` and `scaling`: the frequencies in radians per position, one for each pair. */
  frequencies?: ArrayLike<number>;
  /**
   * Fixes the length for the scalings 'dynamic' and 'longrope', whose frequencies depend on it. By default it is that
   * of each call: its last position + 1.
   */
  length?: number;
  /**
   * xPos: `apply` also scales pair j of position t by ((2j + 0.4d) / (1.4d))^((t - center) / base), queries by that
   * and keys by its inverse, where d is `rotaryDim`. Source: Sun et al. 2022, arXiv:2212.10554; `center` as in
   * rotary-embedding-torch.
   */
  xpos?: {
    /** A number above 0; 512 by default. */
    base?: number;
    /** The position whose scale is 1; by default half the number of positions of each call, rounded down. */
    center?: number;
  };
}

const optionKeys = /* @__PURE__ */ new Set<string>([
  ...axesKeys,
  'headDim',
  'rotaryDim',
  'rotaryStart',
  'theta',
  'pairing',
  'scaling',
  'frequencies',
  'length',
  'xpos',
]);

type ScalingType = RotaryScaling['type'];

/** The keys of each scaling besides its type; those in `required` have no default. */
const scalingKeys: Readonly<Record<ScalingType, { required: string[]; optional: string[] }>> = {
  linear: { required: ['factor'], optional: [] },
  dynamic: { required: ['factor', 'originalLength'], optional: [] },
  yarn: {
    required: ['factor', 'originalLength'],
    optional: ['betaFast', 'betaSlow', 'truncate', 'attentionFactor', 'mscale', 'mscaleAllDim'],
  },
  longrope: {
    required: ['shortFactor', 'longFactor', 'originalLength'],
    optional: ['factor', 'attentionFactor'],
  },
  llama3: { required: ['factor', 'lowFreqFactor', 'highFreqFactor', 'originalLength'], optional: [] },
  proportional: { required: [], optional: ['partial', 'factor'] },
};

/** Checked options: the fields of the record for the core, and the lists to which three of them point. */
export interface CheckedRotary {
  readonly fields: Fields;
  readonly lists: Readonly<Lists>;
  /** The fixed length, if any. */
  readonly length: number | undefined;
  readonly center: number | undefined;
}

/** The most pairs of a plan in the core. */
export const maxPairs = 8192;
/** Frequencies and their inverses stay ordinary doubles. */
const maxTheta = 2 ** 1000;

export function checkRotaryOptions(options: RotaryOptions): CheckedRotary {
  checkObject('options', options, optionKeys);
  const { pairing = 'halves', scaling, frequencies, length, xpos } = options;
  const { axes, sections, interleaved, axisDims: givenDims, matrix } = options;
  const { theta: givenTheta } = options;
  const theta = givenTheta === undefined ? 10000 : givenTheta;
  const headDim = checkInteger('headDim', options.headDim, 1);
  const rotaryStart = checkInteger('rotaryStart', options.rotaryStart ?? 0, 0);
  if (rotaryStart >= headDim) throw rangeError('rotaryStart', rotaryStart, `less than headDim, ${headDim}`);
  const room = headDim - rotaryStart;
  const axisDims = copyAxisDims(givenDims);
  const sum = axisDims?.reduce((total, dim) => total + dim, 0);
  const rotaryDim = checkInteger('rotaryDim', options.rotaryDim ?? sum ?? room, 2);
  if (rotaryDim > room) {
    const what = rotaryStart > 0 ? 'headDim - rotaryStart' : 'headDim';
    throw rangeError('rotaryDim', rotaryDim, `at most ${room}, ${what}`);
  }
  if (rotaryDim % 2 !== 0) {
    const name = options.rotaryDim === undefined && rotaryStart === 0 ? 'headDim' : 'rotaryDim';
    throw rangeError(name, rotaryDim, 'an even number, since dimensions rotate in pairs');
  }
  const pairs = rotaryDim / 2;
  if (pairs > maxPairs) throw rangeError('rotaryDim', rotaryDim, `at most ${2 * maxPairs}`);
  checkPositive('theta', theta);
  if (theta > maxTheta || theta < 1 / maxTheta) throw rangeError('theta', theta, 'from 2^-1000 to 2^1000');
  const fields: Fields = {
    headDim,
    rotaryStart,
    pairs,
    pairing: checkChoice('pairing', pairing, pairingNames),
    theta,
    scaling: 0,
    factor: 1,
    originalLength: 0,
    betaFast: 32,
    betaSlow: 1,
    truncate: 1,
    mscale: 0,
    mscaleAllDim: 0,
    lowFreqFactor: 0,
    highFreqFactor: 0,
    partial: 1,
    attentionFactor: 0,
    xposBase: 0,
    shortFactor: 0,
    longFactor: 0,
    frequencies: 0,
    axes: 0,
    interleaved: 0,
    matrixHeads: 1,
    sectionCount: 0,
    sections: 0,
    axisPairs: 0,
    matrix: 0,
  };
  const lists: Lists = {};
  const addList = (field: keyof Fields, name: string, value: unknown, check?: typeof checkPositive) => {
    const list = copyNumbers(name, value, check);
    if (check !== undefined) for (const [i, number] of list.entries()) check(`${name}[${i}]`, number);
    checkCount(name, list.length, pairs, 'number', 'one for each pair');
    lists[field] = list;
  };
  if (frequencies !== undefined) {
    for (const key of ['theta', 'scaling'] as const) {
      if (options[key] !== undefined) {
        throw new TypeError(`frequencies and ${key} are both given: expected one of them`);
      }
    }
    addList('frequencies', 'frequencies', frequencies);
  }
  if (scaling !== undefined) checkScaling(scaling, fields, addList);
  checkAxes(
    {
      axes,
      sections,
      interleaved,
      axisDims: givenDims,
      matrix,
      theta: givenTheta,
      scaling,
      frequencies,
      xpos,
    },
    axisDims,
    fields,
    lists,
  );
  if (fields.scaling > 1 && axisDims !== undefined) {
    throw rangeError('scaling.type', scaling?.type, "'linear' with axisDims");
  }
  let center: number | undefined;
  if (xpos !== undefined) {
    checkObject('xpos', xpos, new Set(['base', 'center']));
    fields.xposBase = checkPositive('xpos.base', xpos.base ?? 512);
    if (xpos.center !== undefined) center = checkFinite('xpos.center', xpos.center);
  }
  return {
    fields,
    lists,
    length: length === undefined ? undefined : checkInteger('length', length, 1),
    center,
  };
}

type AddList = (field: keyof Fields, name: string, value: unknown, check: typeof checkPositive) => void;

/** Checks a scaling, and puts its numbers into `fields`. */
function checkScaling(scaling: RotaryScaling, fields: Fields, addList: AddList): void {
  const { type } = checkObject('scaling', scaling, anyKeys) as RotaryScaling;
  fields.scaling = 1 + checkChoice('scaling.type', type, scalingNames.slice(1));
  const { required, optional } = scalingKeys[type];
  checkObject('scaling', scaling, new Set(['type', ...required, ...optional]));
  const given = scaling as unknown as Record<string, unknown>;
  for (const key of [...required, ...optional] as (keyof Fields)[]) {
    const value = given[key];
    if (value === undefined && optional.includes(key)) continue;
    const name = `scaling.${key}`;
    if (key === 'shortFactor' || key === 'longFactor') addList(key, name, value, checkPositive);
    else if (key === 'truncate') fields.truncate = Number(checkBoolean(name, value));
    else if (key === 'originalLength') fields.originalLength = checkInteger(name, value, 1);
    else fields[key] = checkPositive(name, value);
  }
  const { factor, theta, pairs, lowFreqFactor, highFreqFactor, partial } = fields;
  if (factor < 1) throw rangeError('scaling.factor', factor, 'a number of at least 1');
  if (partial > 1) throw rangeError('scaling.partial', partial, 'a number above 0 and at most 1');
  if (lowFreqFactor > highFreqFactor) {
    throw rangeError('scaling.lowFreqFactor', lowFreqFactor, `at most highFreqFactor, ${highFreqFactor}`);
  }
  if (type === 'yarn' && theta <= 1) throw rangeError('theta', theta, 'a number above 1 for yarn');
  if (type === 'longrope' && fields.originalLength < 2) {
    throw rangeError('scaling.originalLength', fields.originalLength, 'at least 2 for longrope');
  }
  if (type === 'dynamic' && pairs < 2) throw rangeError('rotaryDim', 2 * pairs, 'at least 4 for dynamic');
  if ((fields.mscale === 0) !== (fields.mscaleAllDim === 0)) fields.mscale = fields.mscaleAllDim = 0;
}

const anyKeys = /* @__PURE__ */ new Set([
  'type',
  ...Object.values(scalingKeys).flatMap(({ required, optional }) => [...required, ...optional]),
]);
