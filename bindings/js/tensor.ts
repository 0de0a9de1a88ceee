// Tensors as the classes with the originals' names take and give them: data and a shape, row-major.
import {
  checkChoice,
  checkFloats,
  checkInteger,
  checkLength,
  checkList,
  isDetached,
  isList,
  productOf,
  show,
  typeError,
} from './check.js';
import { bitsOf, type DType, type HalfData } from './half.js';

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
export type TensorOf<D extends DType> = D extends 'float32' ? Tensor : HalfTensor;

const dtypes: DType[] = ['float32', 'float16', 'bfloat16'];

export function checkDType(name: string, value: unknown): DType {
  return dtypes[checkChoice(name, value, dtypes)] as DType;
}

export function checkShape(name: string, value: unknown): number[] {
  const list = checkList(name, value, 'an array of lengths');
  return Array.from(list, (length, axis) => checkInteger(`${name}[${axis}]`, length, 0));
}

/** The shape of a tensor or a shape alone, and the tensor's data. */
export function checkTensor(x: unknown): { shape: number[]; data?: unknown; dtype?: unknown } {
  if (isList(x)) return { shape: checkShape('x', x) };
  if (typeof x !== 'object' || x === null || !('data' in x) || !('shape' in x)) {
    throw typeError('x', x, 'a tensor { data, shape } or a shape');
  }
  const shape = checkShape('x.shape', x.shape);
  const data = checkList('x.data', x.data, 'an array of values');
  checkLength('x.data', data as Float32Array, productOf(shape), `as the shape ${show(shape)} says`);
  return { shape, data, dtype: (x as AnyTensor).dtype };
}

/** The type of the values that a tensor holds; none for integers, doubles and arrays. */
export function dtypeOf(data: unknown, dtype: unknown): DType | undefined {
  const given = dtype === undefined ? undefined : checkDType('x.dtype', dtype);
  if (bitsOf(data) === undefined) {
    const floats = Object.prototype.toString.call(data) === '[object Float32Array]';
    return floats && (given === undefined || given === 'float32') ? 'float32' : undefined;
  }
  if (given !== undefined) return given === 'float32' ? undefined : given;
  return data instanceof Uint16Array ? undefined : 'float16';
}

export const integersRefused =
  'the values of an encoding lie between -1 and 1, and integers would keep none of them: convert it to float32 first';

/** The data of a tensor that something is added to. */
export function checkAddend(
  data: unknown,
  dtype: unknown,
): { type: DType; data: Float32Array | Uint16Array } {
  const type = dtypeOf(data, dtype);
  if (type === undefined) {
    throw typeError(
      'x.data',
      data,
      `a Float32Array, or float16 or bfloat16 with their dtype; ${integersRefused}`,
    );
  }
  if (type === 'float32') return { type, data: checkFloats('x.data', data) };
  const bits = bitsOf(data) as Uint16Array;
  if (bits.length === 0 && isDetached(bits.buffer)) throw new TypeError('x.data is detached');
  return { type, data: bits };
}
