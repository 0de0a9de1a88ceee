// Converts numbers to and from float16 and bfloat16. The core does the rounding (src/base/half.hpp).
import { bufferOf, byteOffsetOf, checkReachable, lengthOf, newFloats, newHalves } from '../check/arrays.js';
import { checkInteger, rangeError } from '../check/check.js';
import { checkNumber, copyNumbers, isUnsharedNumbers } from '../check/lists.js';
import { asHalfData, codeOf, type HalfData, type HalfDType, isHalfData } from './dtype.js';
import { heapDoubles, heapHalves } from './heap.js';
import { placeOf } from './memory.js';
import { getNative } from './module.js';
import { stream } from './stream.js';

/**
 * Rounds numbers to float16: once, to nearest with ties to even. Numbers from 65520 on become infinite. Returns a
 * `Float16Array` if the platform has it, otherwise a `Uint16Array` with the bits.
 *
 * @throws TypeError for an element that is not a number.
 */
export function toFloat16(values: ArrayLike<number>): HalfData {
  return asHalfData('float16', round('float16', values));
}

/**
 * Rounds numbers to bfloat16: once, to nearest with ties to even. Returns the bits.
 *
 * @throws TypeError for an element that is not a number.
 */
export function toBfloat16(values: ArrayLike<number>): Uint16Array {
  return round('bfloat16', values);
}

/**
 * Converts float16 to float32, exactly. Takes bits (integers from 0 to 65535) or a `Float16Array`.
 *
 * @throws TypeError or RangeError for an element of a list that is not such an integer.
 */
export function fromFloat16(halves: HalfData | ArrayLike<number>): Float32Array {
  return widen('float16', halves);
}

/**
 * Converts bfloat16 to float32, exactly. Takes bits: integers from 0 to 65535.
 *
 * @throws TypeError or RangeError for an element of a list that is not such an integer.
 */
export function fromBfloat16(halves: ArrayLike<number>): Float32Array {
  return widen('bfloat16', halves);
}

function round(dtype: HalfDType, values: ArrayLike<number>): Uint16Array {
  const native = getNative();
  const numbers = isUnsharedNumbers(values)
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

/** The bits of half data: a view of the caller's array, or a copy if it is a list or on shared memory. */
function bitsOf(name: string, halves: HalfData | ArrayLike<number>): Uint16Array<ArrayBuffer> {
  if (isHalfData(halves) && isUnsharedNumbers(halves)) {
    checkReachable(name, halves);
    return new Uint16Array(bufferOf(halves), byteOffsetOf(halves), lengthOf(halves));
  }
  return Uint16Array.from(copyNumbers(name, halves, checkBits));
}

function checkBits(name: string, value: unknown): void {
  if (checkInteger(name, value, 0) > 65535) {
    throw rangeError(name, value, 'an integer below 65536, the bits of a number');
  }
}
