// Reads the values of an array from bytes, without rounding: 64-bit integers as BigInt, all other types as
// numbers.
import type { Buffer } from 'node:buffer';
import { fromBfloat16, fromFloat16 } from '../js/index.node.js';
import { type ArrayLayout, bytesOf, type ElementType } from './element-types.js';

/** A value of any type, not rounded. */
export type Value = number | bigint;

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

/** The values in `piece`, which must start at a multiple of 8 bytes in its buffer. May swap its bytes. */
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
