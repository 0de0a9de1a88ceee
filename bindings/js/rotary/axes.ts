// The options of rotary embeddings of several axes: their public types, and a check of each.
import { checkBoolean, checkInteger, rangeError, typeError } from '../check/check.js';
import { checkCount, copyNumbers } from '../check/lists.js';
import type { Fields, Lists } from './record.js';

/**
 * Rotary embeddings of several axes. The angle of pair j at the position p, which has a coordinate on each axis, is the
 * sum of p[a] * weight[a][j] over the axes a. Which weights there are, `sections`, `axisDims` or `matrix` says.
 */
export interface AxesOptions {
  /**
   * The number of axes, from 1 to 16; by default as many as `sections` or `axisDims`, or one. If given, positions may be
   * any numbers: negative and fractional ones too.
   */
  axes?: number;
  /**
   * M-RoPE: numbers of pairs. The pairs of section k follow axis k modulo `axes`; the frequencies are those of one axis.
   * Source: Wang et al. 2024, arXiv:2409.12191 (Qwen2-VL), as in transformers.
   */
  sections?: readonly number[];
  /**
   * Whether sections alternate, as in Qwen3-VL: pair j follows axis j modulo `axes`, if j is below `axes` times that
   * axis's section, otherwise the first axis. One section for each axis. False by default.
   */
  interleaved?: boolean;
  /**
   * The dimensions of each axis: even numbers, whose sum is `rotaryDim`. The pairs of an axis follow those of the one
   * before, and pair j of d/2 on an axis of d dimensions has theta^(-2j/d) radians per unit. Source: the axial embeddings
   * of FLUX, SAM 2, rope-vit and others; `rotaryPresets` has their options.
   */
  axisDims?: readonly number[];
  /**
   * Instead of `theta`, `scaling` and `frequencies`, all weights in radians per unit: [axes, pairs], or for weights that
   * differ by head [heads, axes, pairs]. Source: Heo et al. 2024, arXiv:2403.13298 (rope-vit, mixed).
   */
  matrix?: ArrayLike<number>;
}

export const axesKeys = ['axes', 'sections', 'interleaved', 'axisDims', 'matrix'] as const;
const kinds = ['sections', 'axisDims', 'matrix'] as const;
const maxAxes = 16;

const sumOf = (list: Float64Array) => list.reduce((sum, value) => sum + value, 0);

function integers(name: string, value: unknown, count: number): Float64Array {
  const list = copyNumbers(name, value, (at, item) => checkInteger(at, item, 0));
  for (const [i, item] of list.entries()) checkInteger(`${name}[${i}]`, item, 0);
  if (list.length === 0 || list.length > count) {
    throw rangeError(name, value, `from 1 to ${count} numbers`);
  }
  return list;
}

/** A copy of `axisDims`, if given. */
export function copyAxisDims(value: unknown): Float64Array | undefined {
  if (value === undefined) return undefined;
  const dims = integers('axisDims', value, maxAxes);
  for (const [i, dim] of dims.entries()) {
    if (dim % 2 !== 0)
      throw rangeError(`axisDims[${i}]`, dim, 'an even number, since dimensions rotate in pairs');
  }
  return dims;
}

/** What the options give together with `axisDims`, which has been copied: fields, and lists to which fields point. */
export function checkAxes(
  options: AxesOptions & { [key: string]: unknown },
  axisDims: Float64Array | undefined,
  fields: Fields,
  lists: Lists,
): void {
  const { axes, sections, interleaved, matrix } = options;
  const given = kinds.filter((key) => options[key] !== undefined);
  if (given.length > 1)
    throw new TypeError(`${given[0]} and ${given[1]} are both given: expected one of them`);
  if (interleaved !== undefined && sections === undefined) {
    throw typeError('interleaved', interleaved, 'none without sections');
  }
  if (axes === undefined && given.length === 0) return;
  const { pairs } = fields;
  const list = sections === undefined ? undefined : integers('sections', sections, pairs);
  fields.axes = checkInteger('axes', axes ?? axisDims?.length ?? list?.length ?? 1, 1);
  if (fields.axes > maxAxes) throw rangeError('axes', fields.axes, `at most ${maxAxes}`);
  if (options.xpos !== undefined) throw typeError('xpos', options.xpos, 'none with axes');
  if (list !== undefined) {
    fields.interleaved = Number(interleaved !== undefined && checkBoolean('interleaved', interleaved));
    if (fields.interleaved) {
      checkCount(
        'sections',
        list.length,
        fields.axes,
        'number',
        'one for each axis, since they are interleaved',
      );
    }
    if (sumOf(list) !== pairs) {
      throw rangeError('sections', sections, `numbers whose sum is ${pairs}, the number of pairs`);
    }
    fields.sectionCount = list.length;
    lists.sections = list;
  } else if (axisDims !== undefined) {
    checkCount('axisDims', axisDims.length, fields.axes, 'number', 'one for each axis');
    if (sumOf(axisDims) !== 2 * pairs) {
      throw rangeError('axisDims', options.axisDims, `numbers whose sum is rotaryDim, ${2 * pairs}`);
    }
    lists.axisPairs = axisDims.map((dim) => dim / 2);
  } else if (matrix !== undefined) {
    for (const key of ['theta', 'scaling', 'frequencies']) {
      if (options[key] !== undefined) {
        throw new TypeError(`matrix and ${key} are both given: expected one of them`);
      }
    }
    const weights = copyNumbers('matrix', matrix);
    const perHead = fields.axes * pairs;
    if (weights.length === 0 || weights.length % perHead !== 0) {
      throw new RangeError(
        `matrix has ${weights.length} values: expected a multiple of axes times pairs, ${perHead}`,
      );
    }
    fields.matrixHeads = weights.length / perHead;
    lists.matrix = weights;
  } else if (fields.axes > 1) {
    throw rangeError('axes', axes, '1, or sections, axisDims or matrix with it');
  }
}
