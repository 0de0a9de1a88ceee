// Views of the whole wasm memory. When the memory grows, old views are detached: do not keep them, call these
// functions again.
import { linearMemory } from './module.js';

/** The sizes of values in results: float16 and bfloat16, float32, float64. */
export type ElementBytes = 2 | 4 | 8;

let halves = new Uint16Array(0);
let floats = new Float32Array(0);
let doubles = new Float64Array(0);

export function heapHalves(): Uint16Array<ArrayBuffer> {
  const buffer = linearMemory();
  if (halves.buffer !== buffer) halves = new Uint16Array(buffer);
  return halves;
}

export function heapFloats(): Float32Array<ArrayBuffer> {
  const buffer = linearMemory();
  if (floats.buffer !== buffer) floats = new Float32Array(buffer);
  return floats;
}

export function heapDoubles(): Float64Array<ArrayBuffer> {
  const buffer = linearMemory();
  if (doubles.buffer !== buffer) doubles = new Float64Array(buffer);
  return doubles;
}

export type Heap = Uint16Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

export function heapOf(bytes: ElementBytes): Heap {
  if (bytes === 4) return heapFloats();
  return bytes === 2 ? heapHalves() : heapDoubles();
}

/** `count` values at an offset of a buffer, as numbers or as their bits. */
export function viewOf(buffer: ArrayBuffer, bytes: ElementBytes, offset: number, count: number): Heap {
  if (bytes === 4) return new Float32Array(buffer, offset, count);
  return bytes === 2 ? new Uint16Array(buffer, offset, count) : new Float64Array(buffer, offset, count);
}
