// Reads the headers of NumPy's files, of any version. Source: numpy/lib/format.py.
import type { Buffer } from 'node:buffer';
import type { ArrayLayout, ElementType } from './elements.js';
import { fileMistake } from './mistake.js';

const types: Record<string, ElementType> = {
  f2: 'float16',
  f4: 'float32',
  f8: 'float64',
  V2: 'bfloat16',
  b1: 'uint8',
  i1: 'int8',
  u1: 'uint8',
  i2: 'int16',
  u2: 'uint16',
  i4: 'int32',
  u4: 'uint32',
  i8: 'int64',
  u8: 'uint64',
};

/** The bytes of the header, from the first 12 of a file of any version. */
export function npyHeaderLength(start: Buffer): number {
  return start[6] === 1 ? 10 + start.readUInt16LE(8) : 12 + start.readUInt32LE(8);
}

/** What a header says. */
export function readNpyHeader(path: string, header: Buffer): ArrayLayout {
  const text = header.toString('latin1', header[6] === 1 ? 10 : 12);
  const descr = text.match(/'descr':\s*'([<>|=])(\w+)'/);
  const order = text.match(/'fortran_order':\s*(True|False)/)?.[1];
  const tuple = text.match(/'shape':\s*\(([\d,\sL]*)\)/)?.[1];
  if (order === undefined || tuple === undefined) {
    throw fileMistake(`${path} is not a whole .npy file: its header does not read as NumPy's`);
  }
  const type = types[descr?.[2] ?? ''];
  if (type === undefined) {
    const found = descr ? descr[0] : (text.match(/'descr':\s*([^,]*,?[^,]*)/)?.[0] ?? 'none');
    throw fileMistake(`${path} has values of ${found}: expected real numbers, such as '<f4' or '<i8'`);
  }
  return {
    type,
    shape: tuple
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(Number.parseFloat),
    bigEndian: descr?.[1] === '>',
    fortran: order === 'True',
  };
}
