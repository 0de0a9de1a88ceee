// The values of arrays in files, of any type of number, as doubles: exact, but for integers beyond 2^53.
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

export function bytesOf(type: ElementType): number {
  return type === 'bfloat16' ? 2 : Number(type.match(/\d+$/)?.[0]) / 8;
}

type View =
  | Float32Array
  | Float64Array
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array;

type ViewConstructor = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => View;

const views: Partial<Record<ElementType, ViewConstructor>> = {
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
};

/** The values of a piece of a file, which begins at a multiple of 8 bytes of its buffer. */
export function decode(piece: Buffer, { type, bigEndian }: ArrayLayout): ArrayLike<number> {
  const size = bytesOf(type);
  if (bigEndian && size === 2) piece.swap16();
  if (bigEndian && size === 4) piece.swap32();
  if (bigEndian && size === 8) piece.swap64();
  const { buffer, byteOffset } = piece;
  const count = piece.length / size;
  if (type === 'float16') return fromFloat16(new Uint16Array(buffer, byteOffset, count));
  if (type === 'bfloat16') return fromBfloat16(new Uint16Array(buffer, byteOffset, count));
  if (type === 'int64') return Float64Array.from(new BigInt64Array(buffer, byteOffset, count), Number);
  if (type === 'uint64') return Float64Array.from(new BigUint64Array(buffer, byteOffset, count), Number);
  return new (views[type] as ViewConstructor)(buffer, byteOffset, count);
}
