// Allocations in wasm memory, and the places of callers' arrays: in wasm memory, where they are used directly, or in
// JavaScript's own memory.
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
import { checkInteger, counted } from '../check/check.js';
import { type ElementBytes, type Heap, heapFloats, viewOf } from './heap.js';
import { getNative } from './module.js';

export interface Allocation {
  /**
   * The array. Read this property again for each call: any call may grow wasm memory, and an array read before that
   * is then detached. posenc throws a TypeError for such an array. If memory grows during a call, the array passed
   * to it stays valid for that call, and the call returns a new view.
   */
  readonly array: Float32Array<ArrayBuffer>;
  /** Frees the memory; may be called again. Do not use the array afterwards. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** A live allocation: its bytes, [address, end). */
interface Entry {
  readonly address: number;
  readonly end: number;
  isLive: boolean;
}

/** Live allocations in ascending order of address: an array outside them is in freed memory. */
const live: Entry[] = [];

/** How many live allocations start at or before an address. */
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
 * Allocates a Float32Array of `length` zeros in wasm memory, aligned to 64 bytes, or to 4096 if it has 32 KiB or
 * more. When the array or a part of it is passed as `x` or `out`, it is used in place, without a copy. Call `dispose`
 * when it is no longer needed: it is not garbage-collected.
 *
 * @param length the number of values, an integer of at least 0
 * @throws RangeError if wasm memory cannot hold it: at most 2 GiB in one array, 4 GiB in all; TypeError if `length`
 *   is not a number.
 */
export function allocate(length: number): Allocation {
  const native = getNative();
  checkInteger('length', length, 0);
  const address = native.allocate(length * 4);
  if (address === 0) {
    throw new RangeError(
      `length is ${length}: wasm memory (2 GiB at most for one array, 4 GiB in all) cannot hold ${length * 4} more bytes; dispose() of unused allocations and plans`,
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
      if (!entry.isLive) throw new Error('The allocation has been disposed of: allocate() another');
      const { buffer } = heapFloats();
      if (array.buffer !== buffer) array = new Float32Array(buffer, address, length);
      return array;
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

/**
 * Where a caller's array is, looked up when a call begins. If the call grows wasm memory, an array there is detached,
 * but its address stays valid.
 */
export interface Place<A extends object = Float32Array<ArrayBuffer>> {
  readonly name: string;
  /** The caller's array. */
  readonly array: A;
  readonly length: number;
  /** The byte offset in its buffer; in wasm memory, the address. */
  readonly offset: number;
  readonly buffer: ArrayBuffer;
  /** The allocation that it is in; undefined in JavaScript's own memory. */
  readonly entry: Entry | undefined;
}

/** The place of a typed array, which must not be detached. */
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

/** The address of a place in wasm memory; -1 for one in JavaScript's own memory. */
export function addressOf({ name, entry, offset }: Place<object>): number {
  if (entry === undefined) return -1;
  if (!entry.isLive) throw disposed(name);
  return offset;
}

/** The current buffer of a place. */
function memoryOf({ name, entry, buffer }: Place<object>): ArrayBuffer {
  if (entry === undefined) return buffer;
  if (!entry.isLive) throw disposed(name);
  return heapFloats().buffer;
}

/** A view of `count` values of a place, from index `first` on; 16-bit values as bits. */
export function viewAt(place: Place<object>, bytes: ElementBytes, first: number, count: number): Heap {
  return viewOf(memoryOf(place), bytes, place.offset + first * bytes, count);
}

type Views<A> = Record<string, new (buffer: ArrayBuffer, byteOffset: number, length: number) => A>;

/** The caller's array, or if wasm memory has grown since, a new array at the same place. */
export function currentArray<A extends object>(place: Place<A>): A {
  const memory = memoryOf(place);
  if (memory === place.buffer) return place.array;
  const View = (globalThis as unknown as Views<A>)[kindOf(place.array) as string];
  return new (View as Views<A>[string])(memory, place.offset, place.length);
}

/** After waiting: checks that the caller's array can still be used and has its length. */
export function checkUnchanged(place: Place<object>): void {
  const { name, length } = place;
  const array = checkReachable(name, currentArray(place));
  if (lengthOf(array) === length) return;
  throw new RangeError(
    `${name} now has ${counted(lengthOf(array), 'value')}: expected ${length}, as when the call began`,
  );
}

/** Gets the address of some memory, and how many values fit there. */
type UseMemory<T> = (address: number, values: number) => T;

/** Calls `use` with the scratch, or with temporary memory if `minValues` values do not fit into the scratch. */
export function borrowScratch<T>(minValues: number, bytes: ElementBytes, use: UseMemory<T>): T {
  const { scratch, scratchValues } = getNative();
  return borrow(scratch, (scratchValues * 4) / bytes, minValues, bytes, use);
}

/** The same with the scratch for coordinates, which are doubles. */
export function borrowDoubles<T>(minValues: number, use: UseMemory<T>): T {
  const { pointScratch, scratchPoints } = getNative();
  return borrow(pointScratch, scratchPoints, minValues, 8, use);
}

function borrow<T>(scratch: number, values: number, minValues: number, bytes: number, use: UseMemory<T>): T {
  if (minValues <= values) return use(scratch, values);
  const native = getNative();
  const address = native.allocate(minValues * bytes);
  if (address === 0) throw outOfMemory(`one row of ${minValues} values`);
  try {
    return use(address, minValues);
  } finally {
    native.release(address);
  }
}

export function outOfMemory(what: string): RangeError {
  return new RangeError(
    `wasm memory (4 GiB at most) cannot hold ${what}: dispose() of unused allocations and plans, or use fewer channels`,
  );
}

/** Checks that `out` does not overlap `x`. With `mayBeSame` it may be exactly the same place. */
export function checkNoOverlap(x: Place<object>, out: Place<object>, mayBeSame: boolean): void {
  if (x.buffer !== out.buffer || x.length === 0 || out.length === 0) return;
  if (mayBeSame && x.offset === out.offset) return;
  const [low, high] = x.offset < out.offset ? [x, out] : [out, x];
  if (low.offset + byteLengthOf(low.array) <= high.offset) return;
  throw new RangeError(
    `out overlaps ${x.name} (they start at bytes ${out.offset} and ${x.offset} of one buffer): expected ${mayBeSame ? 'the same array, or arrays' : 'arrays'} that do not overlap`,
  );
}
