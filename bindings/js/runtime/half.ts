// float16 and bfloat16: conversions, and encodings in them. Rounding is the core's (half.hpp): to
// nearest, ties to even, once.
import {
  bufferOf,
  byteOffsetOf,
  checkReachable,
  kindOf,
  lengthOf,
  newFloats,
  newHalves,
} from '../check/arrays.js';
import { checkInteger, rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isSteady } from '../check/lists.js';
import type { HalfType } from '../sinusoidal/plan.js';
import { getNative, heapDoubles, heapFloats, heapHalves } from './module.js';

/** The types of a result: float32; float16 (IEEE binary16); bfloat16 (the upper half of a float32). */
export type DType = 'float32' | 'float16' | 'bfloat16';

/** A `Float16Array`, on platforms that have it. */
export interface Float16Data {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly length: number;
  readonly BYTES_PER_ELEMENT: number;
  [index: number]: number;
}

/** 16 bits for each value: as they are in a `Uint16Array`, or as numbers in a `Float16Array`. */
export type HalfData = Uint16Array | Float16Data;

type Float16Constructor = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => Float16Data;
const { Float16Array } = globalThis as { Float16Array?: Float16Constructor };

export function halfTypeOf(dtype: 'float16' | 'bfloat16'): HalfType {
  return dtype === 'float16' ? 0 : 1;
}

/** The bits as the platform shows float16: as a `Float16Array` where there is one. */
export function asHalfData(dtype: 'float16' | 'bfloat16', bits: Uint16Array): HalfData {
  if (dtype === 'bfloat16' || Float16Array === undefined) return bits;
  return new Float16Array(bits.buffer, bits.byteOffset, bits.length);
}

/** Whether an array holds 16 bits for each value. */
export function isHalfData(data: unknown): data is HalfData & object {
  const kind = kindOf(data);
  return kind === 'Uint16Array' || kind === 'Float16Array';
}

/**
 * Numbers rounded once to float16: to nearest, ties to even; what is too large becomes infinite.
 * The result is a `Float16Array` where the platform has it, else the bits.
 */
export function toFloat16(values: ArrayLike<number>): HalfData {
  return asHalfData('float16', round('float16', values));
}

/** Numbers rounded once to bfloat16; the result holds the bits. */
export function toBfloat16(values: ArrayLike<number>): Uint16Array {
  return round('bfloat16', values);
}

/** float16 bits, or a `Float16Array`, as float32: exact. */
export function fromFloat16(halves: HalfData | ArrayLike<number>): Float32Array {
  return widen('float16', halves);
}

/** bfloat16 bits as float32: exact. */
export function fromBfloat16(halves: ArrayLike<number>): Float32Array {
  return widen('bfloat16', halves);
}

function round(dtype: 'float16' | 'bfloat16', values: ArrayLike<number>): Uint16Array {
  const native = getNative();
  const numbers = isSteady(values)
    ? checkReachable('values', values)
    : copyNumbers('values', values, checkNumber);
  const count = lengthOf(numbers);
  const out = newHalves(count);
  const { scratch, pointScratch, scratchPoints } = native;
  for (let done = 0; done < count; done += scratchPoints) {
    const length = Math.min(scratchPoints, count - done);
    const doubles = heapDoubles();
    for (let i = 0; i < length; ++i) doubles[pointScratch / 8 + i] = numbers[done + i] as number;
    native.roundToHalf(halfTypeOf(dtype), pointScratch, length, scratch);
    out.set(heapHalves().subarray(scratch / 2, scratch / 2 + length), done);
  }
  return out;
}

function widen(dtype: 'float16' | 'bfloat16', halves: HalfData | ArrayLike<number>): Float32Array {
  const native = getNative();
  const bits = bitsOf('halves', halves);
  const out = newFloats(bits.length);
  const { scratch, pointScratch, scratchPoints } = native;
  for (let done = 0; done < bits.length; done += scratchPoints) {
    const length = Math.min(scratchPoints, bits.length - done);
    heapHalves().set(bits.subarray(done, done + length), pointScratch / 2);
    native.fromHalf(halfTypeOf(dtype), pointScratch, length, scratch);
    out.set(heapFloats().subarray(scratch / 4, scratch / 4 + length), done);
  }
  return out;
}

/** The bits of half data, in place; those of a list of integers, or of shared memory, in a copy. */
function bitsOf(name: string, halves: HalfData | ArrayLike<number>): Uint16Array<ArrayBuffer> {
  if (isHalfData(halves) && isSteady(halves)) {
    checkReachable(name, halves);
    return new Uint16Array(bufferOf(halves), byteOffsetOf(halves), lengthOf(halves));
  }
  return Uint16Array.from(copyNumbers(name, halves, checkBits));
}

function checkBits(name: string, value: unknown): void {
  if (checkInteger(name, value, 0) > 65535) {
    throw rangeError(name, value, 'the bits of a number, below 65536');
  }
}
