// Positions of a call: in order from an offset, or a list of ids.
import { kindOf, lengthOf } from '../check/arrays.js';
import {
  checkChoice,
  checkFinite,
  checkInteger,
  counted,
  listOf,
  rangeError,
  typeError,
} from '../check/check.js';
import { checkCount, copyNumbers } from '../check/lists.js';

/**
 * Position ids, in any list; `BigInt64Array` too, as models take them. Integers of at least 0, or for an embedding that
 * was made with `axes` any finite numbers.
 */
export type PositionIds = ArrayLike<number> | BigInt64Array | BigUint64Array;

/** Where in a list of positions those of an embedding of several axes are. */
export interface AxisPlace {
  /**
   * With `axes`: whether `positions` is [axes, seq], or [axes, batch, seq], as models with M-RoPE have it ('first', the
   * default), or [seq, axes], or [batch, seq, axes], as diffusion models have it ('last').
   */
  positionAxis?: 'first' | 'last';
}

/** The positions of rows 0, 1, ...: those from `first` on, the same on all axes, or those of the list. */
export interface Positions {
  readonly first: number;
  /** [count, axes], or without axes [count]. */
  readonly list: Float64Array | undefined;
  readonly count: number;
  /** 0 for integers on one axis. */
  readonly axes: number;
  /** Whether the caller's list was [axes, count]. */
  readonly axisFirst?: boolean;
  /** The last position + 1, or the largest one in the list, rounded down, + 1. */
  readonly length: number;
  /** The argument that `first` comes from. */
  readonly name: string;
}

const checkId = (name: string, value: unknown) => checkInteger(name, value, 0);

/** `count` positions from an offset. */
export function positionsFrom(offset: unknown, count: number, name = 'offset'): Positions {
  const first = offset === undefined ? 0 : checkInteger(name, offset, 0);
  return { first, list: undefined, count, axes: 0, length: first + count, name };
}

/** A copy of a list of ids. */
export function copyPositions(ids: unknown, axes = 0, positionAxis?: unknown): Positions {
  if (positionAxis !== undefined && axes === 0) {
    throw typeError('positionAxis', positionAxis, 'none, since axes was not given');
  }
  const isLast = checkChoice('positionAxis', positionAxis ?? 'first', ['first', 'last']) === 1;
  const kind = kindOf(ids) ?? '';
  const numbers = kind.startsWith('Big')
    ? listOf(lengthOf(ids as object), (i) => Number((ids as BigInt64Array)[i]))
    : ids;
  if (axes > 0) return copyVectors(copyNumbers('positions', numbers), axes, isLast);
  const list = copyNumbers('positions', numbers, checkId);
  let largest = -1;
  for (let i = 0; i < list.length; ++i) {
    const id = list[i] as number;
    if (!(Number.isSafeInteger(id) && id >= 0)) checkId(`positions[${i}]`, id);
    if (id > largest) largest = id;
  }
  return { first: 0, list, count: list.length, axes, length: largest + 1, name: 'positions' };
}

/** The positions in a list of coordinates. */
function copyVectors(given: Float64Array, axes: number, isLast: boolean): Positions {
  const count = given.length / axes;
  if (!Number.isInteger(count)) {
    throw new RangeError(
      `positions has ${counted(given.length, 'value')}: expected a multiple of ${axes}, one for each axis`,
    );
  }
  let largest = 0;
  for (const value of given) if (value > largest) largest = value;
  const list = isLast || axes === 1 ? given : new Float64Array(given.length);
  if (list !== given) {
    for (let axis = 0, from = 0; axis < axes; ++axis) {
      for (let to = axis; to < list.length; to += axes) list[to] = given[from++] as number;
    }
  }
  const length = Math.floor(largest) + 1;
  return { first: 0, list, count, axes, axisFirst: !isLast, length, name: 'positions' };
}

/** The positions of a range as vectors, the same on all axes. */
export function asVectors({ first, list, count, axes: _, ...rest }: Positions, axes: number): Positions {
  if (list !== undefined) return { first, list, count, axes, ...rest };
  const vectors = new Float64Array(count * axes);
  for (let i = 0; i < vectors.length; ++i) vectors[i] = first + Math.floor(i / axes);
  return { first: 0, list: vectors, count, axes, ...rest };
}

/** The positions that a call gives as `positions` or as `offset`. */
export function checkPositions(
  offset: unknown,
  ids: unknown,
  count: number,
  axes: number,
  positionAxis: unknown,
): Positions {
  if (ids === undefined) return positionsFrom(offset, count);
  if (offset !== undefined) throw new TypeError('offset and positions are both given: expected one of them');
  return copyPositions(ids, axes, positionAxis);
}

/** Checks that no position is above `largest`, whose angle is the largest that can be reduced. */
export function checkLargest(positions: Positions, largest: number): void {
  const { first, list, count, axes, axisFirst, length, name } = positions;
  if (axes === 0 && length - 1 <= largest) return;
  const why = `at most ${largest}, where an angle reaches 2^50 radians`;
  if (list === undefined) throw rangeError(name, first, `positions of ${why}`);
  const at = list.findIndex((id) => Math.abs(id) > largest);
  if (at < 0) return;
  const given = axisFirst ? (at % axes) * count + Math.floor(at / axes) : at;
  const what = axes === 0 ? why : `a magnitude of ${why}`;
  throw rangeError(`${name}[${given}]`, list[at], what);
}

/** `count` positions, the distance `by`, whose sign is lost without axes. */
export function distances(by: unknown, axes: number, count: number): Positions {
  if (axes === 0)
    return positionsFrom(Math.abs(checkInteger('by', by, -Number.MAX_SAFE_INTEGER)), count, 'by');
  const given =
    typeof by === 'number' ? new Float64Array(axes).fill(checkFinite('by', by)) : copyNumbers('by', by);
  checkCount('by', given.length, axes, 'number', 'one for each axis');
  const list = new Float64Array(count * axes);
  for (let at = 0; at < list.length; at += axes) list.set(given, at);
  return { first: 0, list, count, axes, length: 1, name: 'by' };
}
