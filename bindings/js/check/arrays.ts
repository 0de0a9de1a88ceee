// Checks of typed arrays: they may come from any realm, and be detached, shared, or out of bounds because their
// buffer was resized. The getters are those of the prototype, so an instance or subclass cannot override them.
import { counted, typeError } from './check.js';

/** Typed arrays, of numbers of any type. */
export type NumberArray =
  | Float32Array
  | Float64Array
  | Uint16Array
  | Int16Array
  | Uint8Array
  | Int8Array
  | Int32Array
  | Uint32Array;

const prototype = /* @__PURE__ */ Object.getPrototypeOf(Uint8Array.prototype);

function getter<T>(name: PropertyKey): (this: unknown) => T {
  return Object.getOwnPropertyDescriptor(prototype, name)?.get as (this: unknown) => T;
}

const tag = /* @__PURE__ */ getter<string | undefined>(Symbol.toStringTag);
const length = /* @__PURE__ */ getter<number>('length');
const buffer = /* @__PURE__ */ getter<ArrayBuffer>('buffer');
const byteOffset = /* @__PURE__ */ getter<number>('byteOffset');
const byteLength = /* @__PURE__ */ getter<number>('byteLength');

/** 'Float32Array', 'Uint16Array', ...; undefined for anything but a typed array (a proxy of one is not). */
export const kindOf = (value: unknown): string | undefined => tag.call(value);
export const lengthOf = (array: object): number => length.call(array);
export const bufferOf = (array: object): ArrayBuffer => buffer.call(array);
export const byteOffsetOf = (array: object): number => byteOffset.call(array);
export const byteLengthOf = (array: object): number => byteLength.call(array);

export function isShared(array: object): boolean {
  return (bufferOf(array) as ArrayBufferLike)[Symbol.toStringTag] === 'SharedArrayBuffer';
}

/** Whether an ArrayBuffer is detached: transferred, or wasm memory that has grown. */
export function isDetached(buffer: ArrayBufferLike): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** Why the values of a typed array cannot be read, for a message; undefined if they can. */
export function whyUnreachable(array: object): string | undefined {
  if (lengthOf(array) > 0) return undefined;
  try {
    prototype.keys.call(array);
    return undefined;
  } catch {
    return isDetached(bufferOf(array))
      ? 'is detached: its buffer was transferred, or wasm memory has grown (read allocate().array again)'
      : 'is out of bounds: its buffer was resized; expected an array within the buffer';
  }
}

/** Checks a typed array that is used in place: it must be readable, and not on shared memory. */
export function checkReachable<A extends object>(name: string, array: A): A {
  if (isShared(array)) {
    throw new TypeError(
      `${name} is on a SharedArrayBuffer, which other threads can change: expected an array on an ArrayBuffer`,
    );
  }
  const problem = whyUnreachable(array);
  if (problem !== undefined) throw new TypeError(`${name} ${problem}`);
  return array;
}

/** Checks that a value is a Float32Array, of any realm, that can be used in place. */
export function checkFloats(name: string, value: unknown): Float32Array<ArrayBuffer> {
  if (kindOf(value) !== 'Float32Array') throw typeError(name, value, 'a Float32Array');
  return checkReachable(name, value as Float32Array<ArrayBuffer>);
}

/** Checks the number of values; `why` says where the expected number comes from. */
export function checkLength(name: string, count: number, expected: number, why: string): void {
  if (count !== expected) {
    throw new RangeError(`${name} has ${counted(count, 'value')}: expected ${expected}, ${why}`);
  }
}

/** A new array. If the engine cannot make it, the error says `tooMany` in place of the engine's own message. */
export function newArray<A>(
  make: (count: number) => A,
  count: number,
  tooMany = `The result has ${count} values, more than an array can hold: compute it in parts`,
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
