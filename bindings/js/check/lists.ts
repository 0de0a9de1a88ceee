// Copies lists: arrays, typed arrays, and any array-like object. The length and each element are read once,
// before anything is computed: a getter or proxy may return something else the second time, and shared memory
// may change.
import { isShared, kindOf, lengthOf, newArray, whyUnreachable } from './arrays.js';
import { checkFinite, counted, isList, listOf, typeError } from './check.js';

export interface Readable {
  list: ArrayLike<unknown>;
  length: number;
}

/** A list that can be read, and its length. */
export function checkReadable(name: string, value: unknown, what: string): Readable {
  if (kindOf(value) !== undefined) {
    const problem = whyUnreachable(value as object);
    if (problem !== undefined) throw new TypeError(`${name} ${problem}`);
    return { list: value as ArrayLike<unknown>, length: lengthOf(value as object) };
  }
  const length = isList(value) ? value.length : Number.NaN;
  if (!Number.isSafeInteger(length) || length < 0) throw typeError(name, value, what);
  return { list: value as ArrayLike<unknown>, length };
}

const entries = (count: number) => counted(count, 'entry', 'entries');

/** A copy of a list of at most `max` elements. `what` is the expected type, `why` the reason for the limit. */
export function copyList(name: string, value: unknown, what: string, max: number, why: string): unknown[] {
  const { list, length } = checkReadable(name, value, what);
  if (length > max) {
    throw new RangeError(`${name} has ${entries(length)}: expected at most ${max}, ${why}`);
  }
  return listOf(length, (i) => list[i]);
}

/** Limits the number of axes before memory is allocated for them: the tables of an axis take a KiB or more. */
export const maxAxes = 65536;
export const whyMaxAxes = 'since each axis has its own tables';

/** A copy of a list whose length is the number of axes. */
export function copyAxes(name: string, value: unknown, what: string): unknown[] {
  return copyList(name, value, what, maxAxes, whyMaxAxes);
}

/** A copy of a list that has one element (a `noun`) for each of `axisCount` axes. */
export function copyPerAxis(
  name: string,
  value: unknown,
  what: string,
  axisCount: number,
  noun: string,
): unknown[] {
  const { list, length } = checkReadable(name, value, what);
  checkCount(name, length, axisCount, noun, 'one for each axis');
  return listOf(length, (i) => list[i]);
}

/** Checks the length of a list of `noun`s; `why` says where the expected length comes from. */
export function checkCount(name: string, length: number, expected: number, noun: string, why: string): void {
  if (length === expected) return;
  throw new RangeError(`${name} has ${entries(length)}: expected ${counted(expected, noun)}, ${why}`);
}

/** A copy of a list of numbers as doubles. By default they must be finite; `check` replaces that check. */
export function copyNumbers(
  name: string,
  value: unknown,
  check: (name: string, value: unknown) => unknown = checkFinite,
): Float64Array<ArrayBuffer> {
  const { list, length } = checkReadable(name, value, 'an array or typed array of numbers');
  if (length === 0) return new Float64Array(0);
  // Any object may claim a large length: check the first number before allocating for all.
  const first = list[0];
  check(`${name}[0]`, first);
  const tooMany = `${name} has ${length} values, more than an array can hold`;
  const numbers = newArray((count) => new Float64Array(count), length, tooMany);
  numbers[0] = first as number;
  for (let i = 1; i < length; ++i) {
    const item = list[i];
    if (typeof item !== 'number' || !Number.isFinite(item)) check(`${name}[${i}]`, item);
    numbers[i] = item as number;
  }
  return numbers;
}

export function checkNumber(name: string, value: unknown): number {
  if (typeof value !== 'number') throw typeError(name, value, 'a number');
  return value;
}

const numberKinds = /^(Int|Uint|Float)\d+(Clamped)?Array$/;

/** Whether a list is a typed array of numbers on unshared memory, which cannot change during a call. */
export function isUnsharedNumbers(value: unknown): value is Float64Array<ArrayBuffer> {
  const kind = kindOf(value);
  return kind !== undefined && numberKinds.test(kind) && !isShared(value as object);
}
