// Reads single rows of encodings, and of the difference of two.
import type { Reader } from '../drawing/raster.js';
import type { Encoding } from '../model/encoding.js';
import { matrixOf } from './open-encodings.js';

export function readerOf(encoding: Encoding): Reader {
  const row = new Float32Array(matrixOf(encoding).columns);
  let last = -1;
  return (index) => {
    if (index !== last) encoding.rows(index, index + 1, row);
    last = index;
    return row;
  };
}

export function differenceOf(a: Encoding, b: Encoding): Reader {
  const [readA, readB] = [readerOf(a), readerOf(b)];
  const out = new Float32Array(Math.min(matrixOf(a).columns, matrixOf(b).columns));
  return (index) => {
    const [rowA, rowB] = [readA(index), readB(index)];
    for (let c = 0; c < out.length; ++c) out[c] = (rowA[c] as number) - (rowB[c] as number);
    return out;
  };
}

/** The largest value, without its sign, in some rows spread from the first to the last. */
export function largest(read: Reader, rows: number, most = 384): number {
  let found = 0;
  const count = Math.min(rows, most);
  for (let i = 0; i < count; ++i) {
    const values = read(count === 1 ? 0 : Math.round((i * (rows - 1)) / (count - 1)));
    for (const value of values) found = Math.max(found, Math.abs(value));
  }
  return found;
}
