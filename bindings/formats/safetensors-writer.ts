// Writes the header of the .safetensors format: its length in 8 bytes, then JSON padded with spaces to a
// multiple of 8. Source: huggingface/safetensors, README, "Format".
import { Buffer } from 'node:buffer';
import type { DType } from '../js/index.node.js';
import { bytesOf, countOf } from './element-types.js';
import { FormatError } from './format-error.js';
import { sizeText } from './quantities.js';

/** The key of the header that is not a tensor. */
export const metadataKey = '__metadata__';

/** The largest header that the format's own library accepts. */
export const largestHeader = 100_000_000;

const names: Record<DType, string> = {
  float32: 'F32',
  float16: 'F16',
  bfloat16: 'BF16',
  float64: 'F64',
};

/** Everything before the values of a file whose tensors have the same shape. Their values follow in this order. */
export function safetensorsHeader(
  tensors: readonly string[],
  shape: readonly number[],
  dtype: DType,
  metadata: Record<string, string>,
): Buffer {
  const bytes = countOf(shape) * bytesOf(dtype);
  const entries = tensors.map((name, i): [string, object] => {
    return [name, { dtype: names[dtype], shape, data_offsets: [i * bytes, (i + 1) * bytes] }];
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
