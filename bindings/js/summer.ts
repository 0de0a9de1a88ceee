// Encodings added to a tensor: positional-encodings' Summer, and AllenNLP's module, which only adds.
import { checkApart, checkFinite, checkFloats, checkLength, checkObject, rangeError, show } from './check.js';
import type { PositionalEncoding } from './encodings.js';
import { asHalfData, bitsOf, type DType, halfTypeOf } from './half.js';
import { withPlan } from './plans.js';
import { presets } from './presets.js';
import { draftOfGrid, type SinusoidalOptions } from './spec.js';
import { checkAddend, checkTensor, type HalfTensor, type Tensor } from './tensor.js';

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
    const { shape, data, dtype } = checkTensor(x);
    const parts = this.#encoding.partsOf(shape);
    const wanted = this.#encoding.dtype;
    const { type } = checkAddend(data, dtype);
    if (wanted !== undefined && wanted !== type) {
      throw new TypeError(`x is ${type}, the encoding's dtype ${wanted}: expected the same, or none given`);
    }
    return addEncoding(this.#encoding.gridOptions(parts), { shape, data, dtype }, out);
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
    const { shape, data, dtype } = checkTensor(x);
    if (shape.length !== 3) {
      throw new RangeError(
        `x has the shape ${show(shape)} of ${shape.length} dimensions: expected 3, [batch, timesteps, hidden]`,
      );
    }
    const [, timesteps, channels] = shape as [number, number, number];
    const { minTimescale, maxTimescale } = this;
    const options = presets.allennlp({ grid: [timesteps], channels, minTimescale, maxTimescale });
    return addEncoding(options, { shape, data, dtype }, out);
  }
}

function checkPositive(name: string, value: unknown): number {
  if (checkFinite(name, value) <= 0) throw rangeError(name, value, 'a number above 0');
  return value as number;
}

/** x + the encoding of options whose shape is that of each of the batch. */
export function addEncoding(
  options: SinusoidalOptions,
  x: { shape: number[]; data?: unknown; dtype?: unknown },
  out: unknown,
): Tensor | HalfTensor {
  const { shape } = x;
  const { type, data } = checkAddend(x.data, x.dtype);
  if (type === 'float32') {
    const from = data as Float32Array;
    const target = out === undefined ? new Float32Array(from.length) : checkFloats('out', out);
    checkLength('out', target, from.length, 'as many as x');
    checkApart(from, target);
    if (from.length > 0) withPlan(draftOfGrid(options), (plan) => plan.add(from, target));
    return { data: target, shape };
  }
  const from = data as Uint16Array;
  const target = out === undefined ? new Uint16Array(from.length) : bitsOf(out);
  if (target === undefined) throw new TypeError(`out is ${show(out)}: expected ${type}, as x is`);
  checkLength('out', target, from.length, 'as many as x');
  checkApart(from, target);
  if (from.length > 0) {
    withPlan(draftOfGrid(options), (plan) => plan.addHalf(halfTypeOf(type), from, target));
  }
  const data16 = out === undefined ? asHalfData(type, target) : (out as HalfTensor['data']);
  return { data: data16, shape, dtype: type };
}
