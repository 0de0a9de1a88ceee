// Encodings added to a tensor: positional-encodings' Summer, and AllenNLP's module, which only adds.
import { checkLength, checkReachable, newFloats, newHalves } from '../check/arrays.js';
import { checkObject, checkPositive, show } from '../check/check.js';
import { asHalfData, type DType, halfTypeOf, isHalfData } from '../runtime/half.js';
import { checkApart, currentArray, type Place, placeOf, placeOfFloats } from '../runtime/memory.js';
import { withPlan } from '../runtime/plan-cache.js';
import {
  checkAddend,
  checkTensor,
  type HalfTensor,
  type Tensor,
  type TensorParts,
} from '../runtime/tensor.js';
import { draftOfGrid, type SinusoidalOptions } from '../sinusoidal/options.js';
import { presets } from '../sinusoidal/presets.js';
import type { PositionalEncoding } from './positional-encodings.js';

/**
 * Adds an encoding to a tensor. Source: tatp22/multidim-positional-encoding, torch_encodings.py.
 */
export class Summer {
  readonly #encoding: PositionalEncoding<DType | undefined>;

  /** @param encoding one of the PositionalEncoding classes */
  constructor(encoding: PositionalEncoding<DType | undefined>) {
    if (typeof encoding?.partsOf !== 'function') {
      throw new TypeError(`encoding is ${show(encoding)}: expected one of the PositionalEncoding classes`);
    }
    this.#encoding = encoding;
  }

  /**
   * x + encoding, in the tensor's own type, rounded once; into `out` when it is given, which may be
   * x.data, else into a new array.
   *
   * @throws TypeError for integers, which could hold nothing of an encoding; RangeError for a shape that
   *   the encoding does not take. `out` is then as it was.
   */
  encode(x: Tensor, out?: Float32Array): Tensor;
  encode(x: HalfTensor, out?: HalfTensor['data']): HalfTensor;
  encode(x: Tensor | HalfTensor, out?: Tensor['data'] | HalfTensor['data']): Tensor | HalfTensor {
    const tensor = checkTensor(x);
    const parts = this.#encoding.partsOf(tensor.shape);
    const wanted = this.#encoding.dtype;
    const { type } = checkAddend(tensor);
    if (wanted !== undefined && wanted !== type) {
      throw new TypeError(`x is ${type}, the encoding's dtype ${wanted}: expected the same, or none given`);
    }
    return addEncoding(this.#encoding.gridOptions(parts), tensor, out);
  }
}

export interface SinusoidalPositionalEncodingOptions {
  /** 1 by default; as AllenNLP's code has it: the frequencies are multiplied by it. */
  minTimescale?: number;
  /** 10000 by default. */
  maxTimescale?: number;
}

const timescaleKeys = new Set(['minTimescale', 'maxTimescale']);

/**
 * AllenNLP's SinusoidalPositionalEncoding: all sines, then all cosines, a zero for an odd channel, added
 * to [batch, timesteps, hidden]. Frequency i of n is min * (min/max)^(i/(n-1)), as its code has it (its
 * text would have 1/min for the first min); with one frequency it is min. Source: allenai/allennlp,
 * nn/util.py, add_positional_features.
 */
export class SinusoidalPositionalEncoding {
  readonly minTimescale: number;
  readonly maxTimescale: number;

  constructor(options: SinusoidalPositionalEncodingOptions = {}) {
    checkObject('options', options, timescaleKeys);
    this.minTimescale = checkPositive('minTimescale', options.minTimescale ?? 1);
    this.maxTimescale = checkPositive('maxTimescale', options.maxTimescale ?? 10000);
  }

  /**
   * x + encoding, into `out` when it is given, which may be x.data, else into a new array.
   *
   * @throws RangeError for a tensor of another rank; TypeError for integers. `out` is then as it was.
   */
  encode(x: Tensor, out?: Float32Array): Tensor;
  encode(x: HalfTensor, out?: HalfTensor['data']): HalfTensor;
  encode(x: Tensor | HalfTensor, out?: Tensor['data'] | HalfTensor['data']): Tensor | HalfTensor {
    const tensor = checkTensor(x);
    const { shape } = tensor;
    if (shape.length !== 3) {
      throw new RangeError(
        `x has the shape ${show(shape)} of ${shape.length} dimensions: expected 3, [batch, timesteps, hidden]`,
      );
    }
    const [, timesteps, channels] = shape as [number, number, number];
    const { minTimescale, maxTimescale } = this;
    const options = presets.allennlp({ grid: [timesteps], channels, minTimescale, maxTimescale });
    return addEncoding(options, tensor, out);
  }
}

/**
 * x + the encoding of options whose shape is that of each of the batch. The places of the arrays are known
 * before a plan is made, which may let wasm memory grow.
 */
export function addEncoding(options: SinusoidalOptions, x: TensorParts, out: unknown): Tensor | HalfTensor {
  const { shape } = x;
  const { type, data: from } = checkAddend(x);
  const given = out === undefined ? undefined : placeOfSum(type, out);
  if (given !== undefined) {
    checkLength('out', given.length, from.length, 'as many as x');
    checkApart(from, given, true);
  }
  const add = (to: Place<object>) => {
    if (from.length === 0) return;
    withPlan(draftOfGrid(options), (plan) => {
      if (type === 'float32') plan.add(from as Place, to as Place);
      else plan.addHalf(halfTypeOf(type), from, to);
    });
  };
  if (type === 'float32') {
    const to = given ?? placeOf('out', newFloats(from.length));
    add(to);
    return { data: currentArray(to) as Float32Array, shape };
  }
  const to = given ?? placeOf('out', newHalves(from.length));
  add(to);
  const data = currentArray(to) as HalfTensor['data'];
  return { data: given === undefined ? asHalfData(type, data as Uint16Array) : data, shape, dtype: type };
}

function placeOfSum(type: DType, out: unknown): Place<object> {
  if (type === 'float32') return placeOfFloats('out', out);
  if (!isHalfData(out)) throw new TypeError(`out is ${show(out)}: expected ${type}, as x is`);
  return placeOf('out', checkReachable('out', out));
}
