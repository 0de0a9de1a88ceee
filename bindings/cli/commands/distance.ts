// The distance of two values. It is never 0 for different values, even for 64-bit integers that no double can
// hold.
import type { Value } from '../../formats/decode.js';

/** Up to this number every integer is exact as a double. */
const exactIntegers = 2 ** 53;

/**
 * |x - y|. It is exact for two integers (a BigInt if one of them is a BigInt) and rounded once for others. NaN
 * has distance 0 from NaN, and an infinite distance from every number.
 */
export function distance(x: Value, y: Value): Value {
  if (typeof x === 'number' && typeof y === 'number') return distanceOfDoubles(x, y);
  if (typeof x === 'bigint' && typeof y === 'bigint') return magnitude(x - y);
  return typeof x === 'bigint' ? distanceOfMixed(x, y as number) : distanceOfMixed(y as bigint, x);
}

function distanceOfDoubles(x: number, y: number): number {
  if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return 0;
  const apart = Math.abs(x - y);
  return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
}

function distanceOfMixed(x: bigint, y: number): Value {
  if (Number.isInteger(y)) return magnitude(x - BigInt(y));
  if (!Number.isFinite(y)) return Number.POSITIVE_INFINITY;
  // y has a fraction, so |y| is below 2^52. The result is not 0, however x is rounded.
  return Math.abs(Number(x) - y);
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** Turns a BigInt into a number if no digits are lost. */
export function simplest(x: Value): Value {
  return typeof x === 'bigint' && x <= exactIntegers && x >= -exactIntegers ? Number(x) : x;
}

/** NaN, infinities and integers beyond 2^53 become strings, because JSON has no numbers for them. */
export function jsonOf(x: Value): number | string {
  const value = simplest(x);
  return typeof value === 'bigint' || !Number.isFinite(value) ? String(value) : value;
}
