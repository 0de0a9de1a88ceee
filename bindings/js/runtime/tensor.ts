// Tensors as the classes with the originals' names take and give them: data and a shape, row-major.
import { checkFloats, checkLength, checkReachable, kindOf } from '../check/arrays.js';
import { checkInteger, isList, productOf, show, typeError } from '../check/check.js';
import { copyList } from '../check/lists.js';
import { checkDType, type DType, type HalfData, isHalfData } from './dtype.js';
import { type Place, placeOf } from './memory.js';

/** float32 values. */
export interface Tensor {
  readonly data: Float32Array;
  readonly shape: readonly number[];
  readonly dtype?: 'float32';
}

/** Values of 16 bits; `dtype` says which, a `Float16Array` needs none. */
export interface HalfTensor {
  readonly data: HalfData;
  readonly shape: readonly number[];
  readonly dtype: 'float16' | 'bfloat16';
}

/** What only its shape is wanted of: the values may be of any type, where a result's type is given. */
export interface AnyTensor {
  readonly data: ArrayLike<number> | ArrayLike<bigint>;
  readonly shape: readonly number[];
  readonly dtype?: string;
}

/** The result's tensor for a type. */
export type TensorOf<D extends TensorDType> = D extends 'float32' ? Tensor : HalfTensor;

/** The types of tensors: what models compute in. */
export type TensorDType = Exclude<DType, 'float64'>;

const tensorDTypes: readonly TensorDType[] = ['float32', 'float16', 'bfloat16'];

export function checkTensorDType(name: string, value: unknown): TensorDType {
  return checkDType(name, value, tensorDTypes) as TensorDType;
}

/** As many dimensions as any library's tensors have, and more. */
const mostDimensions = 64;

export function checkShape(name: string, value: unknown): number[] {
  const list = copyList(name, value, 'an array of lengths', mostDimensions, 'the dimensions of a tensor');
  return list.map((length, axis) => checkInteger(`${name}[${axis}]`, length, 0));
}

/** A tensor or a shape alone, each part of it read once. */
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
  checkLength('x.data', data.length, productOf(shape), `as the shape ${show(shape)} says`);
  return { shape, data, dtype };
}

/** The type of the values that a tensor holds; none for integers, doubles and arrays. */
export function dtypeOf(data: unknown, dtype: unknown): TensorDType | undefined {
  const given = dtype === undefined ? undefined : checkTensorDType('x.dtype', dtype);
  if (!isHalfData(data)) {
    const floats = kindOf(data) === 'Float32Array';
    return floats && (given === undefined || given === 'float32') ? 'float32' : undefined;
  }
  if (given !== undefined) return given === 'float32' ? undefined : given;
  return kindOf(data) === 'Uint16Array' ? undefined : 'float16';
}

export const integersRefused =
  'the values of an encoding lie between -1 and 1, and integers would keep none of them: convert it to float32 first';

/** The data of a tensor that something is added to. */
export function checkAddend({ data, dtype, shape }: TensorParts): { type: TensorDType; data: Place<object> } {
  const type = dtypeOf(data, dtype);
  if (type === undefined) {
    throw typeError(
      'x.data',
      data,
      `a Float32Array, or float16 or bfloat16 with their dtype; ${integersRefused}`,
    );
  }
  const array = type === 'float32' ? checkFloats('x.data', data) : (data as HalfData & object);
  const place = placeOf('x.data', checkReachable('x.data', array));
  checkLength('x.data', place.length, productOf(shape), `as the shape ${show(shape)} says`);
  return { type, data: place };
}
