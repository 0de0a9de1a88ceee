// How far two values are apart, never 0 for two that differ: integers of 64 bits, which a double may not
// hold, are taken as they are.
import type { Value } from '../../formats/decode.js';

/** Below it, every integer is a double. */
const exactIntegers = 2 ** 53;

/**
 * |x - y|: exact between two integers, as a BigInt where one of them is; otherwise rounded once. None between
 * the same, also where both are NaN; infinite where one of them is.
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
  // y has a fraction, so it is below 2^52, and the difference is not 0 however x is rounded.
  return Math.abs(Number(x) - y);
}

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** A number where it is one exactly, which is quicker to reckon with and is shown as others are. */
export function simplest(x: Value): Value {
  return typeof x === 'bigint' && x <= exactIntegers && x >= -exactIntegers ? Number(x) : x;
}

/** As JSON has no NaN, no infinities and no exact integers beyond 2^53, those are strings. */
export function jsonOf(x: Value): number | string {
  const value = simplest(x);
  return typeof value === 'bigint' || !Number.isFinite(value) ? String(value) : value;
}
