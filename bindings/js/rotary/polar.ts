// PoPE, a relative of rotary embeddings: `polar`.
import { checkLength } from '../check/arrays.js';
import { checkInteger, checkObject, rangeError } from '../check/check.js';
import { checkCount, checkNumber, copyNumbers } from '../check/lists.js';
import { newPlace, placeOfValues, resultOf } from '../runtime/dtype.js';
import { checkNoOverlap } from '../runtime/memory.js';
import { withCachedPlan } from '../runtime/plan-cache.js';
import { checkShape } from '../runtime/tensor.js';
import { checkRotaryOptions, maxPairs } from './options.js';
import { RotaryPlan } from './plan.js';
import { checkVectorLength } from './rotary.js';
import { checkVectors, type VectorOptions, vectorKeys } from './vectors.js';

export interface PolarOptions extends VectorOptions {
  /** How many of the dimensions are encoded, from the first one on; all by default. */
  rotaryDim?: number;
  /** The base of the frequencies, above 0: dimension i of d has theta^(-i/d) radians per position. 10000 by default. */
  theta?: number;
  /** For keys: an angle for each head and dimension, [heads, rotaryDim], clamped to [-2 pi, 0]; none by default. */
  bias?: ArrayLike<number>;
}

const polarKeys = new Set([...vectorKeys, 'rotaryDim', 'theta', 'bias']);

/**
 * PoPE, polar coordinate position embedding: softplus(x) as magnitude, and position * frequency, plus `bias`, as
 * angle. Each dimension becomes two, magnitude * cos and magnitude * sin; dimensions from `rotaryDim` on are copied
 * after them. x is [..., heads, seq, dim], or with `seqAxis: -3` [..., seq, heads, dim]; the last axis of the result has
 * dim + rotaryDim values. Returns `out`, by default a new array.
 *
 * Source: Gopalakrishnan et al. 2025, arXiv:2509.10534; lucidrains/PoPE-pytorch.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function polar(x: Float32Array, options: PolarOptions, out?: Float32Array): Float32Array {
  checkObject('options', options, polarKeys);
  const shape = checkShape('shape', options.shape);
  const dim = checkInteger('shape', shape.at(-1), 1);
  const { theta = 10000, bias } = options;
  const rotaryDim = checkInteger('rotaryDim', options.rotaryDim ?? dim, 1);
  if (rotaryDim > dim) throw rangeError('rotaryDim', rotaryDim, `at most ${dim}, the length of a vector`);
  if (rotaryDim > maxPairs) throw rangeError('rotaryDim', rotaryDim, `at most ${maxPairs}`);
  // As many frequencies as a rotary embedding of twice the dimensions has.
  const checked = checkRotaryOptions({ headDim: 2 * rotaryDim, theta });
  checked.fields.headDim = dim;
  const vectors = checkVectors({ ...options, shape }, { dim, axes: 0, heads: 1 });
  // With ids of its own, the first axis is the batch, not the heads.
  const isBatch = shape.length === 3 && vectors.idsPerBatch > 0;
  const heads = vectors.seqAxis === -3 ? vectors.heads : isBatch ? 1 : (shape.at(-3) ?? 1);
  let angles: Float64Array | undefined;
  if (bias !== undefined) {
    const given = copyNumbers('bias', bias, checkNumber);
    checkCount('bias', given.length, heads * rotaryDim, 'number', 'one for each head and dimension');
    // Several batches' heads may follow each other.
    angles = new Float64Array(vectors.heads * rotaryDim);
    for (let at = 0; at < angles.length; at += given.length) angles.set(given, at);
  }
  const from = placeOfValues('x', x, 'float32');
  checkVectorLength(from, vectors);
  const count = (vectors.size / dim) * (dim + rotaryDim);
  const place = out === undefined ? newPlace('float32', count) : placeOfValues('out', out, 'float32');
  checkLength('out', place.length, count, 'as many vectors as x, longer by rotaryDim');
  checkNoOverlap(from, place, false);
  withCachedPlan(
    ['polar', dim, rotaryDim, theta].join(';'),
    () => new RotaryPlan(checked),
    (plan) => {
      plan.checkPositions(vectors.at);
      plan.writePolar(vectors, angles, from, place);
    },
  );
  return resultOf('float32', place, out === undefined);
}
