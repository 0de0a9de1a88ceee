// Writes the safetensors format: the length of a JSON header as 8 bytes, the header padded with spaces to a
// multiple of 8, and the values of all tensors. Source: huggingface/safetensors, README, "Format".
import { Buffer } from 'node:buffer';
import type { DType } from '../js/index.node.js';
import { usageMistake } from './mistake.js';
import { sizeText } from './text.js';

/** The name in the header that is no tensor. */
export const metadataKey = '__metadata__';

/** As large as the format's own library takes. */
export const largestHeader = 100_000_000;

const names: Record<DType, string> = { float32: 'F32', float16: 'F16', bfloat16: 'BF16', float64: 'F64' };

/** What comes before the values of a file with one tensor. */
export function safetensorsHeader(
  name: string,
  shape: readonly number[],
  dtype: DType,
  bytes: number,
  metadata: Record<string, string>,
): Buffer {
  const header = {
    [metadataKey]: metadata,
    [name]: { dtype: names[dtype], shape, data_offsets: [0, bytes] },
  };
  const json = Buffer.from(JSON.stringify(header));
  const padded = Math.ceil(json.length / 8) * 8;
  if (padded > largestHeader) {
    throw usageMistake(
      `the options make a header of ${sizeText(padded)}: a .safetensors holds at most ${sizeText(largestHeader)}, expected shorter lists, or another --format`,
    );
  }
  const all = Buffer.alloc(8 + padded, ' ');
  all.writeBigUInt64LE(BigInt(padded), 0);
  json.copy(all, 8);
  return all;
}
