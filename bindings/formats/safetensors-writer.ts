// Writes the header of the .safetensors format: its length in 8 bytes, then JSON padded with spaces to a
// multiple of 8. Source: huggingface/safetensors, README, "Format".
import { Buffer } from 'node:buffer';
import { bytesOf, countOf, type WrittenType } from './element-types.js';
import { FormatError } from './format-error.js';
import { sizeText } from './quantities.js';

/** The key of the header that is not a tensor. */
export const metadataKey = '__metadata__';

/** The largest header that the format's own library accepts. */
export const largestHeader = 100_000_000;

const names: Record<WrittenType, string> = {
  float32: 'F32',
  float16: 'F16',
  bfloat16: 'BF16',
  float64: 'F64',
  int64: 'I64',
};

/** Everything before the values of a file with tensors of these shapes. Their values follow in this order. */
export function safetensorsHeader(
  tensors: Readonly<Record<string, readonly number[]>>,
  dtype: WrittenType,
  metadata: Record<string, string>,
): Buffer {
  let end = 0;
  const entries = Object.entries(tensors).map(([name, shape]): [string, object] => {
    const start = end;
    end += countOf(shape) * bytesOf(dtype);
    return [name, { dtype: names[dtype], shape, data_offsets: [start, end] }];
  });
  return encodeHeader(Object.fromEntries([[metadataKey, metadata], ...entries]));
}

/** The bytes of a header. */
export function encodeHeader(header: object): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  if (padded > largestHeader) {
    throw new FormatError(
      `would have a header of ${sizeText(padded)}: expected at most ${sizeText(largestHeader)}`,
    );
  }
  const all = Buffer.alloc(8 + padded, ' ');
  all.writeBigUInt64LE(BigInt(padded), 0);
  json.copy(all, 8);
  return all;
}
