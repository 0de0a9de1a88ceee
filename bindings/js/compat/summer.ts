// positional-encodings' Summer: an encoding added to a tensor.
import { show } from '../check/check.js';
import {
  checkAddend,
  checkTensor,
  type HalfTensor,
  type Tensor,
  type TensorDType,
} from '../runtime/tensor.js';
import { addEncoding } from '../sinusoidal/add-encoding.js';
import { gridOptionsOf, isPositionalEncoding, type PositionalEncoding } from './positional-encodings.js';

/**
 * Adds an encoding to a tensor. Source: tatp22/multidim-positional-encoding, torch_encodings.py.
 */
export class Summer {
  readonly #encoding: PositionalEncoding<TensorDType | undefined>;

  /** @param encoding one of the PositionalEncoding classes */
  constructor(encoding: PositionalEncoding<TensorDType | undefined>) {
    if (!isPositionalEncoding(encoding)) {
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
    const options = gridOptionsOf(this.#encoding, tensor.shape);
    const wanted = this.#encoding.dtype;
    const { type } = checkAddend(tensor);
    if (wanted !== undefined && wanted !== type) {
      throw new TypeError(`x is ${type}, the encoding's dtype ${wanted}: expected the same, or none given`);
    }
    return addEncoding(options, tensor, out);
  }
}
