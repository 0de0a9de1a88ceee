// NumPy's file format, version 1.0: a magic string, a header in Python's syntax padded to 64 bytes, and
// the values. Source: numpy/lib/format.py.
import { Buffer } from 'node:buffer';

/** What comes before the float32 values of an array, in C order. */
export function npyHeader(shape: readonly number[]): Buffer {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
  const fixed = 10;
  const padded = Math.ceil((fixed + text.length + 1) / 64) * 64 - fixed;
  const header = Buffer.alloc(fixed + padded, ' ');
  header.write('\x93NUMPY\x01\x00', 'latin1');
  header.writeUInt16LE(padded, 8);
  header.write(text, fixed, 'latin1');
  header.write('\n', fixed + padded - 1, 'latin1');
  return header;
}
