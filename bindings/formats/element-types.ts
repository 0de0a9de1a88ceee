// The number types of the arrays in files, and how many bytes their values take.

import type { DType } from '../js/index.node.js';

/** The types that encodings are written in. */
export const dtypes = ['float32', 'float16', 'bfloat16', 'float64'] as const satisfies readonly DType[];

const arrays = {
  float32: Float32Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  float64: Float64Array,
} satisfies Record<DType, unknown>;

/** The types that are written: those of encodings, and int64 for ids. */
export type WrittenType = DType | 'int64';

/** Values as they are written: 16-bit types as their bits. */
export type Values = InstanceType<(typeof arrays)[DType]>;

/** An array for values that are to be written. */
export function newValues(dtype: DType, count: number): Values {
  return new arrays[dtype](count);
}

/** The types that are read. */
export type ElementType =
  | DType
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64';

/** How the values of an array are stored. */
export interface ArrayLayout {
  type: ElementType;
  shape: number[];
  bigEndian: boolean;
  /** Whether the first index changes fastest. */
  fortran: boolean;
}

/** The bytes of one value. */
export function bytesOf(type: ElementType): number {
  return type === 'bfloat16' ? 2 : Number(type.match(/\d+$/)?.[0]) / 8;
}

/** The number of values in a shape. Infinity if it is too large for a double. */
export function countOf(shape: readonly number[]): number {
  // Infinity * 0 would be NaN, and every comparison with NaN is false.
  return shape.includes(0) ? 0 : shape.reduce((product, length) => product * length, 1);
}
