// Arrays in wasm memory that users hold, and the way from a Float32Array to its place: in wasm memory,
// where it is used as it is, or in JavaScript's own.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkInteger } from './check.js';
import { getNative, heapFloats } from './lifecycle.js';

export interface Allocation {
  /**
   * The array. Read it anew each time: wasm memory may grow with any call, which leaves an array read
   * before without elements; posenc refuses such an array and says so.
   */
  readonly array: Float32Array<ArrayBuffer>;
  /** Gives the memory back; twice is as good as once. The array is not to be used any more. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Live allocations, ascending by address, so that an array can be told from a stale one. */
const live: { address: number; end: number }[] = [];

/** How many of `live` begin at or before an address. */
function countUpTo(address: number): number {
  let low = 0;
  let high = live.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((live[middle] as { address: number }).address <= address) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Allocates `length` zeros in wasm memory, aligned to 64 bytes, from 32 KiB on to 4096. Passed as `x` or
 * `out`, the array (or a part of it) is used in place, with no copy. It lives until `dispose`: it is not
 * collected.
 *
 * @throws RangeError when wasm memory, 4 GiB at most, cannot hold it.
 */
export function allocate(length: number): Allocation {
  const native = getNative();
  checkInteger('length', length, 0);
  const address = native.allocate(length * 4);
  if (address === 0) {
    throw new RangeError(
      `length is ${length}: wasm memory (4 GiB at most) cannot hold ${length * 4} more bytes`,
    );
  }
  heapFloats().fill(0, address / 4, address / 4 + length);
  const entry = { address, end: address + length * 4 };
  live.splice(countUpTo(address), 0, entry);
  let disposed = false;
  const dispose = () => {
    if (disposed) return;
    disposed = true;
    live.splice(live.indexOf(entry), 1);
    native.release(address);
  };
  let array = new Float32Array(heapFloats().buffer, address, length);
  return {
    get array() {
      if (disposed) throw new Error('The allocation is disposed of: allocate() another');
      const { buffer } = heapFloats();
      if (array.buffer !== buffer) array = new Float32Array(buffer, address, length);
      return array;
    },
    dispose,
    [Symbol.dispose]: dispose,
  };
}

/** The address of an array in wasm memory, or -1 for one in JavaScript's own. */
export function addressOf(name: string, array: Float32Array): number {
  if (array.buffer !== heapFloats().buffer) return -1;
  const entry = live[countUpTo(array.byteOffset) - 1];
  if (entry === undefined || array.byteOffset + array.byteLength > entry.end) {
    throw new Error(`${name} is in wasm memory that was disposed of: expected an array from allocate()`);
  }
  return array.byteOffset;
}

/** A scratch of the module, or where one row is too wide for it, memory of its own. */
export function roomFor(count: number, bytesEach: number, scratch: number, scratchCount: number) {
  if (count <= scratchCount) return { address: scratch, release: () => {} };
  const native = getNative();
  const address = native.allocate(count * bytesEach);
  if (address === 0)
    throw new RangeError(`wasm memory (4 GiB at most) cannot hold one row of ${count} values`);
  return { address, release: () => native.release(address) };
}
