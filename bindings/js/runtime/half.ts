// Conversions to and from float16 and bfloat16. Rounding is the core's (half.hpp): to nearest, ties to even, once.
import { bufferOf, byteOffsetOf, checkReachable, lengthOf, newFloats, newHalves } from '../check/arrays.js';
import { checkInteger, rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isSteady } from '../check/lists.js';
import { asHalfData, codeOf, type HalfData, type HalfDType, isHalfData } from './dtype.js';
import { heapDoubles, heapHalves } from './heap.js';
import { placeOf } from './memory.js';
import { getNative } from './module.js';
import { stream } from './stream.js';

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

function round(dtype: HalfDType, values: ArrayLike<number>): Uint16Array {
  const native = getNative();
  const numbers = isSteady(values)
    ? checkReachable('values', values)
    : copyNumbers('values', values, checkNumber);
  const count = lengthOf(numbers);
  const bits = newHalves(count);
  const { pointScratch, scratchPoints } = native;
  const pieceAt = () => scratchPoints;
  stream({ bytes: 2, count, pieceAt, out: placeOf('out', bits) }, (done, length, _, out) => {
    const doubles = heapDoubles();
    for (let i = 0; i < length; ++i) doubles[pointScratch / 8 + i] = numbers[done + i] as number;
    native.roundToHalf(codeOf(dtype), pointScratch, length, out);
  });
  return bits;
}

function widen(dtype: HalfDType, halves: HalfData | ArrayLike<number>): Float32Array {
  const native = getNative();
  const bits = bitsOf('halves', halves);
  const count = bits.length;
  const floats = newFloats(count);
  const { pointScratch, scratchPoints } = native;
  const pieceAt = () => scratchPoints;
  stream({ bytes: 4, count, pieceAt, out: placeOf('out', floats) }, (done, length, _, out) => {
    heapHalves().set(bits.subarray(done, done + length), pointScratch / 2);
    native.fromHalf(codeOf(dtype), pointScratch, length, out);
  });
  return floats;
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
