// Arrays in wasm memory that users hold, and where a caller's array is: in wasm memory, where it is used as
// it is, or in JavaScript's own.
/// <reference lib="esnext.disposable" preserve="true" />
import {
  bufferOf,
  byteLengthOf,
  byteOffsetOf,
  checkFloats,
  checkReachable,
  kindOf,
  lengthOf,
} from '../check/arrays.js';
import { checkInteger } from '../check/check.js';
import { type ElementBytes, type Heap, heapFloats, viewOf } from './heap.js';
import { getNative } from './module.js';

export interface Allocation {
  /**
   * The array. Read it anew for each call: wasm memory may grow with any, which leaves an array read before
   * without elements; posenc refuses such an array and says so. An array that was current when a call began
   * is good for that call, also when memory grows inside it; what the call returns is then a new view.
   */
  readonly array: Float32Array<ArrayBuffer>;
  /** Gives the memory back; idempotent. The array is not to be used any more. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A live allocation: its bytes, [address, end). */
interface Entry {
  readonly address: number;
  readonly end: number;
  isLive: boolean;
}

/** Live allocations, ascending by address, so that an array can be told from a stale one. */
const live: Entry[] = [];

/** How many of `live` begin at or before an address. */
function countUpTo(address: number): number {
  let low = 0;
  let high = live.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((live[middle] as Entry).address <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Allocates `length` zeros in wasm memory, aligned to 64 bytes, from 32 KiB on to 4096. Passed as `x` or
 * `out`, the array (or a part of it) is used in place, with no copy. It lives until `dispose`: it is not
 * collected.
 *
 * @throws RangeError when wasm memory cannot hold it: 2 GiB at most in one array, 4 GiB in all.
 */
export function allocate(length: number): Allocation {
  const native = getNative();
  checkInteger('length', length, 0);
  const address = native.allocate(length * 4);
  if (address === 0) {
    throw new RangeError(
      `length is ${length}: wasm memory (2 GiB at most for one array, 4 GiB in all) cannot hold ${length * 4} more bytes; dispose() of what is not needed`,
    );
  }
  heapFloats().fill(0, address / 4, address / 4 + length);
  const entry = { address, end: address + length * 4, isLive: true };
  live.splice(countUpTo(address), 0, entry);
  const dispose = () => {
    if (!entry.isLive) return;
    entry.isLive = false;
    live.splice(live.indexOf(entry), 1);
    native.release(address);
  };
  let array = new Float32Array(heapFloats().buffer, address, length);
  return {
    get array() {
      if (!entry.isLive) throw new Error('The allocation is disposed of: allocate() another');
      const { buffer } = heapFloats();
      if (array.buffer !== buffer) array = new Float32Array(buffer, address, length);
      return array;
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

/**
 * Where a caller's array is, looked up when a call begins. What the call makes may let wasm memory grow, and
 * the array itself is then without elements: in wasm memory, the address stays.
 */
export interface Place<A extends object = Float32Array<ArrayBuffer>> {
  readonly name: string;
  /** What the caller gave. */
  readonly array: A;
  readonly length: number;
  /** In wasm memory, the address; else the offset in its buffer. */
  readonly offset: number;
  readonly buffer: ArrayBuffer;
  /** What it is a part of; undefined in JavaScript's own memory. */
  readonly entry: Entry | undefined;
}

/** The place of a typed array whose values can be reached. */
export function placeOf<A extends object>(name: string, array: A): Place<A> {
  const buffer = bufferOf(array);
  const offset = byteOffsetOf(array);
  const length = lengthOf(array);
  if (buffer !== heapFloats().buffer) return { name, array, length, offset, buffer, entry: undefined };
  const entry = live[countUpTo(offset) - 1];
  if (entry === undefined || offset + byteLengthOf(array) > entry.end) throw disposed(name);
  return { name, array, length, offset, buffer, entry };
}

const disposed = (name: string) =>
  new Error(`${name} is in wasm memory that was disposed of: expected an array from allocate()`);

export function placeOfFloats(name: string, value: unknown): Place {
  return placeOf(name, checkFloats(name, value));
}

/** The address of a place in wasm memory, or -1 for one in JavaScript's own. */
export function addressOf({ name, entry, offset }: Place<object>): number {
  if (entry === undefined) return -1;
  if (!entry.isLive) throw disposed(name);
  return offset;
}

/** The memory that a place is in, as it is now. */
function memoryOf({ name, entry, buffer }: Place<object>): ArrayBuffer {
  if (entry === undefined) return buffer;
  if (!entry.isLive) throw disposed(name);
  return heapFloats().buffer;
}

/** `count` values of a place, from the `first` on: as numbers or, of 16 bits, as their bits. */
export function viewAt(place: Place<object>, bytes: ElementBytes, first: number, count: number): Heap {
  return viewOf(memoryOf(place), bytes, place.offset + first * bytes, count);
}

type Views<A> = Record<string, new (buffer: ArrayBuffer, byteOffset: number, length: number) => A>;

/** The caller's array, or where wasm memory has grown since, another of the same place. */
export function currentArray<A extends object>(place: Place<A>): A {
  const memory = memoryOf(place);
  if (memory === place.buffer) return place.array;
  const View = (globalThis as unknown as Views<A>)[kindOf(place.array) as string];
  return new (View as Views<A>[string])(memory, place.offset, place.length);
}

/** For a call that waited: whether all of the caller's array can still be reached. */
export function checkStill(place: Place<object>): void {
  const { name, length } = place;
  const array = checkReachable(name, currentArray(place));
  if (lengthOf(array) === length) return;
  throw new RangeError(
    `${name} has ${lengthOf(array)} values now: expected ${length}, as when the call began`,
  );
}

/** Calls `use` with an address and how many values there is room for. */
type UseRoom<T> = (address: number, values: number) => T;

/** The scratch for results, or where `whole` values do not fit it, memory of this call. */
export function borrowRoom<T>(whole: number, bytes: ElementBytes, use: UseRoom<T>): T {
  const { scratch, scratchValues } = getNative();
  return borrow(scratch, (scratchValues * 4) / bytes, whole, bytes, use);
}

/** The scratch for coordinates, likewise: doubles. */
export function borrowDoubles<T>(whole: number, use: UseRoom<T>): T {
  const { pointScratch, scratchPoints } = getNative();
  return borrow(pointScratch, scratchPoints, whole, 8, use);
}

function borrow<T>(scratch: number, values: number, whole: number, bytes: number, use: UseRoom<T>): T {
  if (whole <= values) return use(scratch, values);
  const native = getNative();
  const address = native.allocate(whole * bytes);
  if (address === 0) throw memoryIsFull(`one row of ${whole} values`);
  try {
    return use(address, whole);
  } finally {
    native.release(address);
  }
}

export function memoryIsFull(what: string): RangeError {
  return new RangeError(
    `wasm memory (4 GiB at most) cannot hold ${what}: dispose() of allocations and plans that are not needed, or take fewer channels`,
  );
}

/**
 * What is read and what is written may be one and the same place, where each value is read before it is
 * written, or must lie apart.
 */
export function checkApart(x: Place<object>, out: Place<object>, mayBeSame: boolean): void {
  if (x.buffer !== out.buffer || x.length === 0 || out.length === 0) return;
  if (mayBeSame && x.offset === out.offset) return;
  const [low, high] = x.offset < out.offset ? [x, out] : [out, x];
  if (low.offset + byteLengthOf(low.array) <= high.offset) return;
  throw new RangeError(
    `out overlaps ${x.name} (bytes ${x.offset} and ${out.offset} of one buffer): expected ${mayBeSame ? 'the same place or one apart' : 'a place apart'}`,
  );
}
