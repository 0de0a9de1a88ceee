// Writes the header of NumPy's .npy format: a magic string, then a Python dictionary padded to 64 bytes.
// Source: numpy/lib/format.py. NumPy has no bfloat16: it is written as V2, as ml_dtypes does.
import type { WrittenType } from './element-types.js';

const descriptors: Record<WrittenType, string> = {
  float32: '<f4',
  float16: '<f2',
  bfloat16: '<V2',
  float64: '<f8',
  int64: '<i8',
};

export const npyMagic = '\x93NUMPY';

/** Everything before the values of an array in C order. */
export function npyHeader(shape: readonly number[], dtype: WrittenType): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': '${descriptors[dtype]}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const start = `${npyMagic}\x01\x00`;
  const fixed = start.length + 2;
  const length = Math.ceil((fixed + text.length + 1) / 64) * 64 - fixed;
  const size = String.fromCharCode(length & 255, length >> 8);
  const header = `${start}${size}${text.padEnd(length - 1)}\n`;
  return Uint8Array.from(header, (character) => character.charCodeAt(0));
}
