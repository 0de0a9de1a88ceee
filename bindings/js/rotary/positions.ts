// Positions of a call: in order from an offset, or a list of ids.
import { kindOf, lengthOf } from '../check/arrays.js';
import { checkInteger, listOf, rangeError } from '../check/check.js';
import { copyNumbers } from '../check/lists.js';

/** Position ids: integers of at least 0, in any list; `BigInt64Array` too, as models take them. */
export type PositionIds = ArrayLike<number> | BigInt64Array | BigUint64Array;

/** The positions of rows 0, 1, ...: those from `first` on, or those of the list. */
export interface Positions {
  readonly first: number;
  readonly list: Float64Array | undefined;
  /** The last position + 1, or the largest one in the list + 1. */
  readonly length: number;
  /** The argument that `first` comes from. */
  readonly name: string;
}

const checkId = (name: string, value: unknown) => checkInteger(name, value, 0);

/** `count` positions from an offset. */
export function positionsFrom(offset: unknown, count: number, name = 'offset'): Positions {
  const first = offset === undefined ? 0 : checkInteger(name, offset, 0);
  return { first, list: undefined, length: first + count, name };
}

/** A copy of a list of ids. */
export function copyPositions(ids: unknown): Positions {
  const kind = kindOf(ids) ?? '';
  const numbers = kind.startsWith('Big')
    ? listOf(lengthOf(ids as object), (i) => Number((ids as BigInt64Array)[i]))
    : ids;
  const list = copyNumbers('positions', numbers, checkId);
  let largest = -1;
  for (let i = 0; i < list.length; ++i) {
    const id = list[i] as number;
    if (!(Number.isSafeInteger(id) && id >= 0)) checkId(`positions[${i}]`, id);
    if (id > largest) largest = id;
  }
  return { first: 0, list, length: largest + 1, name: 'positions' };
}

/** The positions that a call gives as `positions` or as `offset`. */
export function checkPositions(offset: unknown, ids: unknown, count: number): Positions {
  if (ids === undefined) return positionsFrom(offset, count);
  if (offset !== undefined) throw new TypeError('offset and positions are both given: expected one of them');
  return copyPositions(ids);
}

/** Checks that no position is above `largest`, whose angle is the largest that can be reduced. */
export function checkLargest({ first, list, length, name }: Positions, largest: number): void {
  if (length - 1 <= largest) return;
  const why = `at most ${largest}, where an angle reaches 2^50 radians`;
  if (list === undefined) throw rangeError(name, first, `positions of ${why}`);
  const at = list.findIndex((id) => id > largest);
  throw rangeError(`positions[${at}]`, list[at], why);
}
