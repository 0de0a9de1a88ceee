// NumPy's file format, version 1.0: a magic string, a header in Python's syntax padded to 64 bytes, and
// the values. Source: numpy/lib/format.py.

/** What comes before the float32 values of an array, in C order. */
export function npyHeader(shape: readonly number[]): Uint8Array<ArrayBuffer> {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': ${tuple}, }`;
  const fixed = 10;
  const padded = Math.ceil((fixed + text.length + 1) / 64) * 64 - fixed;
  const header = new Uint8Array(fixed + padded);
  header.set([0x93, ...new TextEncoder().encode('NUMPY'), 1, 0, padded & 255, padded >> 8]);
  header.set(new TextEncoder().encode(`${text.padEnd(padded - 1)}\n`), fixed);
  return header;
}
