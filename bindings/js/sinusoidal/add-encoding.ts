// Adds an encoding to a tensor, in the tensor's own type. The encoding has the shape of one element of the batch.
// `compat` and the adapters use it.
import { checkLength } from '../check/arrays.js';
import { newPlace, placeOfValues, resultOf } from '../runtime/dtype.js';
import { checkNoOverlap } from '../runtime/memory.js';
import { checkAddend, type HalfTensor, type Tensor, type TensorParts } from '../runtime/tensor.js';
import { checkGridOptions, type SinusoidalOptions } from './options.js';
import { withGridPlan } from './plan.js';

/** Looks up the arrays' places before making the plan, which may grow wasm memory and detach arrays there. */
export function addEncoding(options: SinusoidalOptions, x: TensorParts, out: unknown): Tensor | HalfTensor {
  const { shape } = x;
  const { type, data: from } = checkAddend(x);
  const given = out === undefined ? undefined : placeOfValues('out', out, type);
  if (given !== undefined) {
    checkLength('out', given.length, from.length, 'as many as x');
    checkNoOverlap(from, given, true);
  }
  const to = given ?? newPlace(type, from.length);
  if (from.length > 0) withGridPlan(checkGridOptions(options), (plan) => plan.add(type, from, to));
  const data = resultOf(type, to, given === undefined);
  if (type === 'float32') return { data: data as Float32Array, shape };
  return { data: data as HalfTensor['data'], shape, dtype: type };
}
