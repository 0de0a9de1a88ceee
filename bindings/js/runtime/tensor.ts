// Tensors, which the classes in `compat` take and return: data and a shape, in row-major order.
import { checkFloats, checkLength, checkReachable, kindOf } from '../check/arrays.js';
import { checkInteger, counted, isList, productOf, show, typeError } from '../check/check.js';
import { copyList } from '../check/lists.js';
import { checkDType, type DType, type HalfData, isHalfData } from './dtype.js';
import { type Place, placeOf } from './memory.js';

/** A tensor of float32 values, in row-major order. */
export interface Tensor {
  readonly data: Float32Array;
  readonly shape: readonly number[];
  readonly dtype?: 'float32';
}

/** A tensor of 16-bit values, in row-major order. As input, one with a `Float16Array` needs no `dtype`. */
export interface HalfTensor {
  readonly data: HalfData;
  readonly shape: readonly number[];
  readonly dtype: 'float16' | 'bfloat16';
}

/** A tensor of which only the shape is used. Its values may be of any type if the type of the result is given. */
export interface AnyTensor {
  readonly data: ArrayLike<number> | ArrayLike<bigint>;
  readonly shape: readonly number[];
  readonly dtype?: string;
}

/** The tensor that holds values of a type. */
export type TensorOf<D extends TensorDType> = D extends 'float32' ? Tensor : HalfTensor;

/** The types of tensors. */
export type TensorDType = Exclude<DType, 'float64'>;

const tensorDTypes: readonly TensorDType[] = ['float32', 'float16', 'bfloat16'];

export function checkTensorDType(name: string, value: unknown): TensorDType {
  return checkDType(name, value, tensorDTypes) as TensorDType;
}

/** More than any library's tensors have. */
const maxDimensions = 64;

export function checkShape(name: string, value: unknown): number[] {
  const list = copyList(name, value, 'an array of lengths', maxDimensions, 'the limit for a tensor');
  return list.map((length, axis) => checkInteger(`${name}[${axis}]`, length, 0));
}

/** Checks the number of dimensions; `names` are the names of the expected ones. */
export function checkRank(shape: readonly number[], names: readonly string[]): void {
  if (shape.length === names.length) return;
  throw new RangeError(
    `x has ${counted(shape.length, 'dimension')} (its shape is ${show(shape)}): expected ${names.length}, [${names.join(', ')}]`,
  );
}

/** The parts of a tensor or a shape, each read once. */
export interface TensorParts {
  shape: number[];
  data?: unknown;
  dtype?: unknown;
}

export function checkTensor(x: unknown): TensorParts {
  if (isList(x)) return { shape: checkShape('x', x) };
  if (typeof x !== 'object' || x === null || !('data' in x) || !('shape' in x)) {
    throw typeError('x', x, 'a tensor { data, shape } or a shape');
  }
  const { data, shape: given, dtype } = x as AnyTensor;
  const shape = checkShape('x.shape', given);
  if (!isList(data)) throw typeError('x.data', data, 'an array of values');
  if (kindOf(data) !== undefined) checkReachable('x.data', data);
  checkLength('x.data', data.length, productOf(shape), `as the shape ${show(shape)} requires`);
  return { shape, data, dtype };
}

/** The type of a tensor's values; undefined for integers, doubles and plain arrays. */
export function dtypeOf(data: unknown, dtype: unknown): TensorDType | undefined {
  const given = dtype === undefined ? undefined : checkTensorDType('x.dtype', dtype);
  if (!isHalfData(data)) {
    const floats = kindOf(data) === 'Float32Array';
    return floats && (given === undefined || given === 'float32') ? 'float32' : undefined;
  }
  if (given !== undefined) return given === 'float32' ? undefined : given;
  return kindOf(data) === 'Uint16Array' ? undefined : 'float16';
}

export const whyNotIntegers =
  'integers cannot hold the values of an encoding, which lie between -1 and 1: convert the tensor to float32 first';

/** The type and place of the data of a tensor that an encoding is added to. */
export function checkAddend({ data, dtype, shape }: TensorParts): { type: TensorDType; data: Place<object> } {
  const type = dtypeOf(data, dtype);
  if (type === undefined) {
    throw typeError('x.data', data, `a Float32Array, or float16 or bfloat16 with a dtype; ${whyNotIntegers}`);
  }
  const array = type === 'float32' ? checkFloats('x.data', data) : (data as HalfData & object);
  const place = placeOf('x.data', checkReachable('x.data', array));
  checkLength('x.data', place.length, productOf(shape), `as the shape ${show(shape)} requires`);
  return { type, data: place };
}
