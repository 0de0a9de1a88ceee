// x + the encoding of options whose shape is that of each of the batch, in the tensor's own type: what the
// classes with the originals' names and the adapters share.
import { checkLength } from '../check/arrays.js';
import { newPlace, placeOfValues, resultOf } from '../runtime/dtype.js';
import { checkApart } from '../runtime/memory.js';
import { checkAddend, type HalfTensor, type Tensor, type TensorParts } from '../runtime/tensor.js';
import { checkGridOptions, type SinusoidalOptions } from './options.js';
import { withGridPlan } from './plan.js';

/** The places of the arrays are known before a plan is made, which may let wasm memory grow. */
export function addEncoding(options: SinusoidalOptions, x: TensorParts, out: unknown): Tensor | HalfTensor {
  const { shape } = x;
  const { type, data: from } = checkAddend(x);
  const given = out === undefined ? undefined : placeOfValues('out', out, type);
  if (given !== undefined) {
    checkLength('out', given.length, from.length, 'as many as x');
    checkApart(from, given, true);
  }
  const to = given ?? newPlace(type, from.length);
  if (from.length > 0) withGridPlan(checkGridOptions(options), (plan) => plan.add(type, from, to));
  const data = resultOf(type, to, given === undefined);
  if (type === 'float32') return { data: data as Float32Array, shape };
  return { data: data as HalfTensor['data'], shape, dtype: type };
}
