// What is written for each format: a header, and what becomes of pieces of the encoding. Pieces are
// small, so that memory stays so whatever the size of the whole.

import { type DType, fromBfloat16, fromFloat16, version } from '../js/index.node.js';
import { placeOf } from '../js/runtime/memory.js';
import type { GridPlan } from '../js/sinusoidal/plan.js';
import { npyHeader } from './npy.js';
import { safetensorsHeader } from './safetensors.js';
import { float32Text } from './text.js';

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

export function bytesOfType(dtype: DType): number {
  return dtype === 'float32' ? 4 : 2;
}

function headerOf(format: 'npy' | 'safetensors' | 'bin', { shape, dtype, name, options }: Job): Uint8Array {
  if (format === 'npy') return npyHeader(shape, dtype);
  if (format === 'bin') return new Uint8Array(0);
  const bytes = shape.reduce((product, length) => product * length, bytesOfType(dtype));
  // Loaders of Hugging Face's transformers ask for `format`; row-major values are the same for all.
  return safetensorsHeader(name, shape, dtype, bytes, { format: 'pt', ...descriptionOf(options) });
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
    piece: (first, count) => {
      let text = '';
      let column = first % rowLength;
      for (const value of numbers(values(first, count))) {
        text += float32Text(value);
        column = column + 1 === rowLength ? 0 : column + 1;
        text += column === 0 ? '\n' : ',';
      }
      return encoder.encode(text);
    },
  };
}
