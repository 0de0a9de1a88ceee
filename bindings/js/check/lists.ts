// Lists as callers pass them: arrays, typed arrays, and whatever has a length and numbered elements. The
// length and every element are read once, before anything is computed: getters and proxies may answer
// otherwise the second time, and shared memory may change.
import { isShared, kindOf, lengthOf, lossOf, newArray } from './arrays.js';
import { checkFinite, isList, listOf, typeError } from './check.js';

interface Readable {
  list: ArrayLike<unknown>;
  length: number;
}

function readable(name: string, value: unknown, what: string): Readable {
  if (kindOf(value) !== undefined) {
    const loss = lossOf(value as object);
    if (loss !== undefined) throw new TypeError(`${name} ${loss}`);
    return { list: value as ArrayLike<unknown>, length: lengthOf(value as object) };
  }
  const length = isList(value) ? value.length : Number.NaN;
  if (!Number.isSafeInteger(length) || length < 0) throw typeError(name, value, what);
  return { list: value as ArrayLike<unknown>, length };
}

/** A list's elements, in an array of our own. */
export function copyList(name: string, value: unknown, what: string, most: number, why: string): unknown[] {
  const { list, length } = readable(name, value, what);
  if (length > most) {
    throw new RangeError(`${name} has ${length} entries: expected at most ${most}, ${why}`);
  }
  return listOf(length, (i) => list[i]);
}

/** Axes are bounded before anything is made for each: their tables take a KiB each, or more. */
export const mostAxes = 65536;
export const tooManyAxes = 'each of which has tables of its own';

/** A list with an element for each axis, of as many as there are. */
export function copyAxes(name: string, value: unknown, what: string): unknown[] {
  return copyList(name, value, what, mostAxes, tooManyAxes);
}

/** As `copyList`, of `count` elements. */
export function copyCount(
  name: string,
  value: unknown,
  what: string,
  count: number,
  words: string,
): unknown[] {
  const { list, length } = readable(name, value, what);
  checkCount(name, length, count, words);
  return listOf(length, (i) => list[i]);
}

export function checkCount(name: string, length: number, expected: number, words: string): void {
  if (length !== expected)
    throw new RangeError(`${name} has ${length} entries: expected ${expected} ${words}`);
}

/** A list's numbers, in an array of our own. They must be finite unless `check` is another. */
export function copyNumbers(
  name: string,
  value: unknown,
  check: (name: string, value: unknown) => unknown = checkFinite,
): Float64Array<ArrayBuffer> {
  const { list, length } = readable(name, value, 'an array or typed array of numbers');
  if (length === 0) return new Float64Array(0);
  // A length alone is not a list: there must be a first number before memory is taken for all.
  const first = list[0];
  check(`${name}[0]`, first);
  const tooMany = `${name} has ${length} values, more than an array can hold here`;
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

const numberKinds = /* @__PURE__ */ new Set([
  ...['Int', 'Uint', 'Float'].flatMap((kind) => [8, 16, 32, 64].map((bits) => `${kind}${bits}Array`)),
  'Uint8ClampedArray',
]);

/** Whether a list is a typed array of numbers that stay as they are while a call lasts. */
export function isSteady(value: unknown): value is Float64Array<ArrayBuffer> {
  const kind = kindOf(value);
  return kind !== undefined && numberKinds.has(kind) && !isShared(value as object);
}
