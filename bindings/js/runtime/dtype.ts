// The number types of results: their sizes, and the arrays that hold them.
import { checkReachable, kindOf, newDoubles, newFloats, newHalves } from '../check/arrays.js';
import { checkChoice, typeError } from '../check/check.js';
import type { ElementBytes } from './heap.js';
import { currentArray, type Place, placeOf } from './memory.js';
import { dtypeNames } from './wire.js';

/** float32; float16 (IEEE binary16); bfloat16 (the upper half of a float32); float64. */
export type DType = 'float32' | 'float16' | 'bfloat16' | 'float64';

export type HalfDType = 'float16' | 'bfloat16';

/** A `Float16Array`, declared here because not every platform has it. */
export interface Float16Data {
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly length: number;
  readonly BYTES_PER_ELEMENT: number;
  [index: number]: number;
}

/** Values of 16 bits: a `Uint16Array` holds their bits, a `Float16Array` numbers. */
export type HalfData = Uint16Array | Float16Data;

/** The array that holds values of a type. */
export type ArrayOf<D extends DType> = {
  float32: Float32Array;
  float16: HalfData;
  bfloat16: Uint16Array;
  float64: Float64Array;
}[D];

interface ElementType {
  readonly bytes: ElementBytes;
  /** The typed arrays that can hold it. A new array for a result is of the first kind. */
  readonly kinds: readonly string[];
  readonly make: (count: number) => object;
}

const elements: Readonly<Record<DType, ElementType>> = {
  float32: { bytes: 4, kinds: ['Float32Array'], make: newFloats },
  float16: { bytes: 2, kinds: ['Uint16Array', 'Float16Array'], make: newHalves },
  bfloat16: { bytes: 2, kinds: ['Uint16Array'], make: newHalves },
  float64: { bytes: 8, kinds: ['Float64Array'], make: newDoubles },
};

export const bytesOf = (dtype: DType): ElementBytes => elements[dtype].bytes;

/** The number that stands for a type in the core. */
export const codeOf = (dtype: DType): number =>
  dtypeNames.indexOf(dtype satisfies (typeof dtypeNames)[number]);

export function checkDType(name: string, value: unknown, choices: readonly DType[] = dtypeNames): DType {
  return choices[checkChoice(name, value, choices)] as DType;
}

/** Checks that an array can hold values of a type, and returns its place. */
export function placeOfValues(name: string, value: unknown, dtype: DType): Place<object> {
  const { kinds } = elements[dtype];
  if (!kinds.includes(kindOf(value) as string)) {
    throw typeError(name, value, `a ${kinds.join(' or ')}${dtype === 'float32' ? '' : ` for ${dtype}`}`);
  }
  return placeOf(name, checkReachable(name, value as object));
}

/** A new array for a result, as a place. */
export function newPlace(dtype: DType, count: number): Place<object> {
  return placeOf('out', elements[dtype].make(count));
}

type Float16Constructor = new (buffer: ArrayBufferLike, byteOffset: number, length: number) => Float16Data;
const { Float16Array } = globalThis as { Float16Array?: Float16Constructor };

/** The array that the caller gets for bits: for float16 a `Float16Array`, if the platform has it. */
export function asHalfData(dtype: HalfDType, bits: Uint16Array): HalfData {
  if (dtype === 'bfloat16' || Float16Array === undefined) return bits;
  return new Float16Array(bits.buffer, bits.byteOffset, bits.length);
}

/** The array that a call returns: the caller's own, or a new one. */
export function resultOf<D extends DType>(dtype: D, place: Place<object>, isNew: boolean): ArrayOf<D> {
  const array = currentArray(place);
  return (isNew && dtype === 'float16' ? asHalfData(dtype, array as Uint16Array) : array) as ArrayOf<D>;
}

/** Whether an array holds 16 bits for each value. */
export function isHalfData(data: unknown): data is HalfData & object {
  const kind = kindOf(data);
  return kind === 'Uint16Array' || kind === 'Float16Array';
}
