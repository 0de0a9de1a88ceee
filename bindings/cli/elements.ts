// The values of arrays in files, of any type of number, exactly: integers of 64 bits as BigInt, everything
// else as a double.
import type { Buffer } from 'node:buffer';
import { fromBfloat16, fromFloat16 } from '../js/index.node.js';

export type ElementType =
  | 'float16'
  | 'bfloat16'
  | 'float32'
  | 'float64'
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'int32'
  | 'uint32'
  | 'int64'
  | 'uint64';

export interface ArrayLayout {
  type: ElementType;
  shape: number[];
  bigEndian: boolean;
  /** The first index runs fastest. */
  fortran: boolean;
}

/** A value of any of the types, exactly. */
export type Value = number | bigint;

export function bytesOf(type: ElementType): number {
  return type === 'bfloat16' ? 2 : Number(type.match(/\d+$/)?.[0]) / 8;
}

/** The values of a shape: infinite where they are more than a double can say. */
export function countOf(shape: readonly number[]): number {
  // Without the first line, Infinity * 0 is NaN, which no comparison refuses.
  if (shape.includes(0)) return 0;
  return shape.reduce((product, length) => product * length, 1);
}

type View =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array;

type ViewConstructor = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View;

const views: Record<Exclude<ElementType, 'float16' | 'bfloat16'>, ViewConstructor> = {
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
};

/** The values of a piece of a file, which begins at a multiple of 8 bytes of its buffer. */
export function decode(piece: Buffer, { type, bigEndian }: ArrayLayout): ArrayLike<Value> {
  const size = bytesOf(type);
  if (bigEndian && size === 2) piece.swap16();
  if (bigEndian && size === 4) piece.swap32();
  if (bigEndian && size === 8) piece.swap64();
  const { buffer, byteOffset } = piece;
  const count = piece.length / size;
  if (type === 'float16') return fromFloat16(new Uint16Array(buffer, byteOffset, count));
  if (type === 'bfloat16') return fromBfloat16(new Uint16Array(buffer, byteOffset, count));
  return new views[type](buffer, byteOffset, count);
}
