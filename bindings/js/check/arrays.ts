// Typed arrays as callers pass them: of any realm, and perhaps detached, shared, or out of the bounds of a
// buffer that was resized. The engine says what they are, past whatever an instance or a subclass claims.
import { typeError } from './check.js';

const prototype = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype);

function getter<T>(name: PropertyKey): (this: unknown) => T {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => T;
}

const tag = /* @__PURE__ */ getter<string | undefined>(Symbol.toStringTag);
const length = /* @__PURE__ */ getter<number>('length');
const buffer = /* @__PURE__ */ getter<ArrayBuffer>('buffer');
const byteOffset = /* @__PURE__ */ getter<number>('byteOffset');
const byteLength = /* @__PURE__ */ getter<number>('byteLength');

/** 'Float32Array', 'Uint16Array', ...; undefined for what is no typed array, such as a proxy of one. */
export const kindOf = (value: unknown): string | undefined => tag.call(value);
export const lengthOf = (array: object): number => length.call(array);
export const bufferOf = (array: object): ArrayBuffer => buffer.call(array);
export const byteOffsetOf = (array: object): number => byteOffset.call(array);
export const byteLengthOf = (array: object): number => byteLength.call(array);

export function isShared(array: object): boolean {
  return (bufferOf(array) as ArrayBufferLike)[Symbol.toStringTag] === 'SharedArrayBuffer';
}

/** Whether an ArrayBuffer was transferred (or, in wasm memory, outgrown). */
export function isDetached(buffer: ArrayBufferLike): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** Why the values of a typed array cannot be reached; undefined when they can. */
export function lossOf(array: object): string | undefined {
  if (lengthOf(array) > 0) return undefined;
  try {
    prototype.keys.call(array);
    return undefined;
  } catch {
    return isDetached(bufferOf(array))
      ? 'is detached: its memory was transferred or has grown (read allocate().array anew)'
      : 'is out of the bounds of its buffer, which was resized: expected an array within them';
  }
}

/** A typed array that is read or written in place: its values must be there, and nobody else's. */
export function checkReachable<A extends object>(name: string, array: A): A {
  if (isShared(array)) {
    throw new TypeError(
      `${name} is on a SharedArrayBuffer, which others may change meanwhile: expected memory of its own`,
    );
  }
  const loss = lossOf(array);
  if (loss !== undefined) throw new TypeError(`${name} ${loss}`);
  return array;
}

/** A Float32Array of any realm whose memory is there and is not shared. */
export function checkFloats(name: string, value: unknown): Float32Array<ArrayBuffer> {
  if (kindOf(value) !== 'Float32Array') throw typeError(name, value, 'a Float32Array');
  return checkReachable(name, value as Float32Array<ArrayBuffer>);
}

export function checkLength(name: string, count: number, expected: number, what: string): void {
  if (count !== expected) {
    throw new RangeError(`${name} has ${count} values: expected ${expected}, ${what}`);
  }
}

/** A new array for a result, or what `tooMany` says instead of the engine's own words. */
export function newArray<A>(
  make: (count: number) => A,
  count: number,
  tooMany = `The result has ${count} values, more than an array can hold here: take it by rows`,
): A {
  try {
    return make(count);
  } catch (cause) {
    throw new RangeError(tooMany, { cause });
  }
}

export const newFloats = (count: number) => newArray((length) => new Float32Array(length), count);

export const newDoubles = (count: number) => newArray((length) => new Float64Array(length), count);

export const newHalves = (count: number) => newArray((length) => new Uint16Array(length), count);
