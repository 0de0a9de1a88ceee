// Writers for the formats: each makes a header, and bytes from pieces of an encoding. Pieces are small, so an
// encoding of any size needs little memory.
import { csvText, float32Text } from '../../formats/csv.js';
import { newValues, type Values } from '../../formats/element-types.js';
import { FormatError } from '../../formats/format-error.js';
import { npyHeader } from '../../formats/npy-writer.js';
import { safetensorsHeader } from '../../formats/safetensors-writer.js';
import {
  type DType,
  fromBfloat16,
  fromFloat16,
  type RowRange,
  type Sinusoidal,
  type SinusoidalOptions,
  version,
} from '../../js/index.node.js';
import type { Format } from '../options/encode-flags.js';
import { usageError } from '../terminal/command-error.js';
import { inWholeRows, readValues } from './encoding.js';

/** What is written. */
export interface Job {
  encoding: Sinusoidal<DType>;
  rows: RowRange;
  /** The shape of these rows. */
  shape: readonly number[];
  /** The name of the tensor in a .safetensors file. */
  name: string;
  /** The options of the encoding, for the metadata. */
  options: SinusoidalOptions & { rows?: RowRange };
}

export interface Writer {
  header: Uint8Array;
  /** The number of values in a piece: few enough for the cache, or for a text that is not too long. */
  pieceValues: number;
  /** The bytes of `count` values from `first` on. They are valid until the next call. */
  piece(first: number, count: number): Uint8Array;
}

export function makeWriter(format: Exclude<Format, 'png'>, job: Job): Writer {
  return format === 'csv' ? csvWriter(job) : binaryWriter(format, job);
}

/** The metadata of a file: what it was made with. */
export function descriptionOf(options: object): Record<string, string> {
  return { posenc: version, options: JSON.stringify(options) };
}

type BinaryFormat = 'npy' | 'safetensors' | 'bin';

function headerOf(format: BinaryFormat, { encoding: { dtype }, shape, name, options }: Job): Uint8Array {
  if (format === 'npy') return npyHeader(shape, dtype);
  if (format === 'bin') return new Uint8Array(0);
  try {
    // The loaders in Hugging Face's transformers need `format`. The values are the same for every `format`.
    return safetensorsHeader({ [name]: shape }, dtype, { format: 'pt', ...descriptionOf(options) });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw usageError(`the .safetensors file ${error.message}: use shorter lists, or another --format`);
  }
}

/** 4 MiB of float32. */
const binaryValues = 2 ** 20;

/** Fewer values of a text, which has more bytes for each. */
const textValues = 2 ** 16;

/** Makes pieces of an encoding. All pieces use the same array. */
function piecesOf(
  encoding: Sinusoidal<DType>,
  most: number,
): { pieceValues: number; valuesAt(first: number, count: number): Values } {
  const pieceValues = inWholeRows(most, encoding.rowLength);
  const values = newValues(encoding.dtype, pieceValues);
  return {
    pieceValues,
    valuesAt(first, count) {
      const piece = values.subarray(0, count);
      readValues(encoding, first, piece);
      return piece;
    },
  };
}

function binaryWriter(format: BinaryFormat, job: Job): Writer {
  const { pieceValues, valuesAt } = piecesOf(job.encoding, binaryValues);
  return {
    header: headerOf(format, job),
    pieceValues,
    piece: (first, count) => {
      const { buffer, byteOffset, byteLength } = valuesAt(first, count);
      return new Uint8Array(buffer, byteOffset, byteLength);
    },
  };
}

function csvWriter({ encoding }: Job): Writer {
  const { dtype, rowLength } = encoding;
  const { pieceValues, valuesAt } = piecesOf(encoding, textValues);
  const numbersOf = (piece: Values) => {
    if (dtype === 'float16') return fromFloat16(piece);
    return dtype === 'bfloat16' ? fromBfloat16(piece) : piece;
  };
  const textOf = dtype === 'float64' ? String : float32Text;
  const encoder = new TextEncoder();
  return {
    header: new Uint8Array(0),
    pieceValues,
    piece: (first, count) =>
      encoder.encode(csvText(numbersOf(valuesAt(first, count)), first % rowLength, rowLength, textOf)),
  };
}
