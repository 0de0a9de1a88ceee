// Lists of ids: those that callers give, of any type, and the arrays that they get.
import { checkLength, checkReachable, kindOf, newArray } from '../check/arrays.js';
import { checkInteger, isList, listOf, rangeError, typeError } from '../check/check.js';
import { checkCount, checkReadable } from '../check/lists.js';
import { heapDoubles } from '../runtime/heap.js';
import { currentArray, type Place, placeOf, viewAt } from '../runtime/memory.js';
import { getNative, linearMemory } from '../runtime/module.js';
import { stream } from '../runtime/stream.js';

/** Integers of at least 0, as numbers or BigInts, in any list: an array, a typed array, the data of a tensor. */
export type IdList = ArrayLike<number> | ArrayLike<bigint>;

/** Grids as lists of lengths, or all lengths in one list, as the data of a tensor has them. */
export type GridList = ArrayLike<IdList> | IdList;

/** The types of results. ONNX models take int64. */
export type IdDType = 'int32' | 'int64';

/** The array that holds ids of a type. */
export type IdArrayOf<D extends IdDType> = { int32: Int32Array; int64: BigInt64Array }[D];

/** Position ids, in row-major order, and their shape. */
export interface ShapedIds<D extends IdDType> {
  positions: IdArrayOf<D>;
  shape: number[];
}

/** Ids fit into int32, and so does a number of them. */
export const largestId = 2 ** 31 - 1;

export const idDTypes: readonly IdDType[] = ['int32', 'int64'];

/** A list that a caller gives, before it is copied into wasm memory. */
export interface GivenIds {
  readonly name: string;
  readonly list: ArrayLike<unknown>;
  /** Its values in a typed array, which is the list itself if it is one. */
  readonly place: Place<object>;
  /** The number of `idTypeNames` that can hold them. */
  readonly type: 0 | 1 | 2;
}

/** Checks that a list has `count` elements, if given, and reads those of an untyped list. */
export function checkIds(name: string, value: unknown, count?: number): GivenIds {
  const { list, length } = checkReadable(name, value, 'a list of integers');
  if (count !== undefined) checkLength(name, length, count, 'as the shape requires');
  const kind = kindOf(list);
  const type = kind === undefined || /^F/.test(kind) ? 2 : /^B/.test(kind) ? 1 : 0;
  return { name, list, place: placeOf(name, kind ? list : copyIds(name, list, length)), type };
}

function copyIds(name: string, list: ArrayLike<unknown>, length: number): Float64Array {
  const first = length > 0 ? numberAt(name, list, 0) : 0; // before allocating for a length that may be a lie
  const tooMany = `${name} has ${length} values, more than an array can hold`;
  const numbers = newArray((count) => new Float64Array(count), length, tooMany);
  for (let i = 0; i < length; ++i) numbers[i] = i === 0 ? first : numberAt(name, list, i);
  return numbers;
}

function numberAt(name: string, list: ArrayLike<unknown>, i: number): number {
  const item = list[i];
  if (typeof item === 'number') return item;
  if (typeof item === 'bigint') return Number(item);
  throw typeError(`${name}[${i}]`, item, 'a number or a BigInt');
}

/** The lengths of grids, `width` for each, in one list. */
export function checkGrids(name: string, value: unknown, width: number): number[] {
  const { list, length } = checkReadable(name, value, 'a list of grids');
  const what = ['frames', 'rows', 'columns'].slice(-width).join(', ');
  const first = list[0];
  if (length === 0 || typeof first === 'number' || typeof first === 'bigint') {
    if (length % width !== 0) {
      throw new RangeError(`${name} has ${length} entries: expected ${width} for each grid, ${what}`);
    }
    return listOf(length, (i) => checkSize(i === 0 ? first : list[i], name, i));
  }
  const sizes: number[] = [];
  for (let i = 0; i < length; ++i) {
    const grid = i === 0 ? first : list[i];
    if (!isList(grid)) throw typeError(`${name}[${i}]`, grid, `[${what}]`);
    if (grid.length !== width) checkCount(`${name}[${i}]`, grid.length, width, 'length', what);
    for (let j = 0; j < width; ++j) sizes.push(checkSize(grid[j], name, i, j));
  }
  return sizes;
}

/** A length of a grid. Its name is made only for an error. */
function checkSize(value: unknown, name: string, ...at: number[]): number {
  const size = typeof value === 'bigint' ? Number(value) : value;
  if (Number.isInteger(size) && (size as number) >= 1 && (size as number) <= largestId) return size as number;
  const path = `${name}${at.map((i) => `[${i}]`).join('')}`;
  checkInteger(path, size, 1);
  throw rangeError(path, value, `at most ${largestId}`);
}

/** Checks that `merge` patches fit into the rows and columns of grids of three lengths. */
export function checkMerge(name: string, merge: number, grids: readonly number[], gridsName: string): void {
  grids.forEach((length, i) => {
    if (i % 3 === 0 || length % merge === 0) return;
    throw rangeError(
      `${gridsName}[${Math.floor(i / 3)}][${i % 3}]`,
      length,
      `a multiple of ${name}, ${merge}`,
    );
  });
}

/** The place of an array for `count` ids, if one is given. */
export function checkOut(
  dtype: IdDType,
  out: unknown,
  count: number,
  why: string,
): Place<object> | undefined {
  if (out === undefined) return undefined;
  const kind = dtype === 'int32' ? 'Int32Array' : 'BigInt64Array';
  if (kindOf(out) !== kind) throw typeError('out', out, `an array of the type ${kind}, for ${dtype}`);
  const place = placeOf('out', checkReachable('out', out as object));
  checkLength('out', place.length, count, why);
  return place;
}

/** Copies `count` int32 from an address to `out`, or to a new array. */
export function resultIds<D extends IdDType>(
  dtype: D,
  address: number,
  count: number,
  out: Place<object> | undefined,
): IdArrayOf<D> {
  if (dtype === 'int32' && out === undefined) {
    const ids = new Int32Array(linearMemory(), address, count);
    return newArray(() => ids.slice(), count) as IdArrayOf<D>;
  }
  const place =
    out ??
    placeOf(
      'out',
      newArray((length) => new BigInt64Array(length), count),
    );
  if (dtype === 'int32') {
    viewAt(place, 4, 0, count).set(new Float32Array(linearMemory(), address, count)); // the bits
  } else {
    const copyPiece = (done: number, length: number, from: number) =>
      viewAt(place, 8, done, length).set(heapDoubles().subarray(from / 8, from / 8 + length));
    stream({ bytes: 8, count, pieceAt: (_, room) => room, out: place, copyPiece }, (done, length, _, to) =>
      getNative().widenIds(address + 4 * done, length, to),
    );
  }
  return currentArray(place) as IdArrayOf<D>;
}

/** A small list as an array of a type. */
export function arrayOfIds<D extends IdDType>(dtype: D, ids: readonly number[]): IdArrayOf<D> {
  return (dtype === 'int32' ? Int32Array.from(ids) : BigInt64Array.from(ids, BigInt)) as IdArrayOf<D>;
}
