// What is written for each format: a header, and what becomes of pieces of the encoding. Pieces are
// small, so that memory stays so whatever the size of the whole.

import { csvText } from '../../formats/csv.js';
import { FormatError } from '../../formats/format-error.js';
import { npyHeader } from '../../formats/npy-writer.js';
import { safetensorsHeader } from '../../formats/safetensors-writer.js';
import { type TensorDType as DType, fromBfloat16, fromFloat16, version } from '../../js/index.node.js';
import type { GridPlan } from '../../js/internal.js';
import { placeOf } from '../../js/internal.js';
import { usageError } from '../terminal/command-error.js';

export const formats = ['npy', 'safetensors', 'bin', 'csv', 'png'] as const;
export type Format = (typeof formats)[number];

export interface Job {
  plan: GridPlan;
  shape: readonly number[];
  dtype: DType;
  /** The tensor's name, for .safetensors. */
  name: string;
  /** What the encoding was made from. */
  options: object;
}

export interface Writer {
  header: Uint8Array;
  /** Values of a piece; as many as are in the cache, or as make a text of some size. */
  pieceValues: number;
  /** The values [first, first + count), valid until the next call. */
  piece(first: number, count: number): Uint8Array;
}

export function makeWriter(format: Exclude<Format, 'png'>, job: Job): Writer {
  return format === 'csv' ? csvWriter(job) : binaryWriter(format, job);
}

export function descriptionOf(options: object): Record<string, string> {
  return { posenc: version, options: JSON.stringify(options) };
}

function headerOf(format: 'npy' | 'safetensors' | 'bin', { shape, dtype, name, options }: Job): Uint8Array {
  if (format === 'npy') return npyHeader(shape, dtype);
  if (format === 'bin') return new Uint8Array(0);
  try {
    // The loaders in Hugging Face's transformers need `format`. The values are the same for every `format`.
    return safetensorsHeader(name, shape, dtype, { format: 'pt', ...descriptionOf(options) });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw usageError(`the file ${error.message}: use shorter lists, or another --format`);
  }
}

/** 4 MiB of float32. */
const pieceValues = 2 ** 20;

function binaryWriter(format: 'npy' | 'safetensors' | 'bin', job: Job): Writer {
  const values = valuesOf(job);
  return {
    header: headerOf(format, job),
    pieceValues,
    piece: (first, count) => {
      const { buffer, byteOffset, byteLength } = values(first, count);
      return new Uint8Array(buffer, byteOffset, byteLength);
    },
  };
}

/** Makes pieces of the encoding, in its type, in one array for all. */
function valuesOf({ plan, dtype }: Job): (first: number, count: number) => Float32Array | Uint16Array {
  if (dtype === 'float32') {
    const floats = new Float32Array(pieceValues);
    return (first, count) => {
      const piece = floats.subarray(0, count);
      plan.encode('float32', first, placeOf('piece', piece));
      return piece;
    };
  }
  const halves = new Uint16Array(pieceValues);
  return (first, count) => {
    const piece = halves.subarray(0, count);
    plan.encode(dtype, first, placeOf('piece', piece));
    return piece;
  };
}

function csvWriter(job: Job): Writer {
  const values = valuesOf(job);
  const { rowLength } = job.plan;
  const numbers = (piece: Float32Array | Uint16Array) => {
    if (piece instanceof Float32Array) return piece;
    return job.dtype === 'float16' ? fromFloat16(piece) : fromBfloat16(piece);
  };
  const encoder = new TextEncoder();
  return {
    header: new Uint8Array(0),
    pieceValues: 2 ** 16,
    piece: (first, count) =>
      encoder.encode(csvText(numbers(values(first, count)), first % rowLength, rowLength)),
  };
}
