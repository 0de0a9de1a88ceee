// The class Summer of positional-encodings: adds an encoding to a tensor.
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

  /** @param encoding an instance of a PositionalEncoding class */
  constructor(encoding: PositionalEncoding<TensorDType | undefined>) {
    if (!isPositionalEncoding(encoding)) {
      throw new TypeError(
        `encoding is ${show(encoding)}: expected an instance of a PositionalEncoding class`,
      );
    }
    this.#encoding = encoding;
  }

  /**
   * x + encoding, written into `out` (by default a new array), which may be x.data. Sums are rounded once, to the
   * tensor's own type.
   *
   * @throws TypeError for integers, which cannot hold an encoding; RangeError for a shape that the encoding does
   *   not accept. `out` is then unchanged.
   */
  encode(x: Tensor, out?: Float32Array): Tensor;
  encode(x: HalfTensor, out?: HalfTensor['data']): HalfTensor;
  encode(x: Tensor | HalfTensor, out?: Tensor['data'] | HalfTensor['data']): Tensor | HalfTensor {
    const tensor = checkTensor(x);
    const options = gridOptionsOf(this.#encoding, tensor.shape);
    const wanted = this.#encoding.dtype;
    const { type } = checkAddend(tensor);
    if (wanted !== undefined && wanted !== type) {
      throw new TypeError(
        `x is ${type}, but the encoding's dtype is ${wanted}: expected the same dtype, or none`,
      );
    }
    return addEncoding(options, tensor, out);
  }
}
