// The safetensors format: the length of a JSON header as 8 bytes, the header padded with spaces to a
// multiple of 8, and the values of all tensors. Source: huggingface/safetensors, README, "Format".
import { Buffer } from 'node:buffer';
import type { DType } from '../js/index.node.js';
import type { ArrayLayout, ElementType } from './elements.js';
import { fileMistake } from './mistake.js';

const names: Record<DType, string> = { float32: 'F32', float16: 'F16', bfloat16: 'BF16' };

/** What comes before the values of a file with one tensor. */
export function safetensorsHeader(
  name: string,
  shape: readonly number[],
  dtype: DType,
  bytes: number,
  metadata: Record<string, string>,
): Buffer {
  const header = {
    __metadata__: metadata,
    [name]: { dtype: names[dtype], shape, data_offsets: [0, bytes] },
  };
  const json = Buffer.from(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  const all = Buffer.alloc(8 + padded, ' ');
  all.writeBigUInt64LE(BigInt(padded), 0);
  json.copy(all, 8);
  return all;
}

const types: Record<string, ElementType> = {
  BOOL: 'uint8',
  U8: 'uint8',
  I8: 'int8',
  U16: 'uint16',
  I16: 'int16',
  U32: 'uint32',
  I32: 'int32',
  U64: 'uint64',
  I64: 'int64',
  F16: 'float16',
  BF16: 'bfloat16',
  F32: 'float32',
  F64: 'float64',
};

export interface SafetensorsEntry {
  name: string;
  /** As the file says it: F32, F8_E4M3, ... */
  dtype: string;
  shape: number[];
  /** From the end of the header. */
  start: number;
  end: number;
}

export interface SafetensorsFile {
  metadata: Record<string, string>;
  entries: SafetensorsEntry[];
}

/** As large as the format's own library takes. */
export const largestHeader = 100_000_000;

export function readSafetensorsHeader(path: string, json: string): SafetensorsFile {
  try {
    const { __metadata__: metadata = {}, ...tensors } = JSON.parse(json);
    const entries = Object.entries(tensors).map(([name, tensor]) => {
      const {
        dtype,
        shape,
        data_offsets: offsets,
      } = tensor as {
        dtype: string;
        shape: number[];
        data_offsets: [number, number];
      };
      const numbers = [...shape, ...offsets];
      if (typeof dtype !== 'string' || !numbers.every(Number.isSafeInteger) || offsets.length !== 2) {
        throw new TypeError(name);
      }
      return { name, dtype, shape, start: offsets[0], end: offsets[1] };
    });
    return { metadata, entries };
  } catch {
    throw fileMistake(`${path} is not a whole .safetensors file: its header does not read as one`);
  }
}

/** How the values of a tensor lie. */
export function layoutOf(path: string, { name, dtype, shape }: SafetensorsEntry): ArrayLayout {
  const type = types[dtype];
  if (type === undefined) {
    throw fileMistake(
      `${path}: "${name}" has values of ${dtype}: expected one of ${Object.keys(types).join(', ')}`,
    );
  }
  return { type, shape, bigEndian: false, fortran: false };
}
