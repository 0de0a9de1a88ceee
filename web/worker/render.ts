// Pixels of a region of an encoding. A pixel that covers several values shows their mean, taken of at
// most four rows: what is too fine to be seen comes out grey instead of as a pattern that is not there.
import type { Encoding } from '../encoding.js';
import { matrixOf } from './opened.js';

/** In rows and columns of the matrix, fractions allowed. */
export interface Region {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

export interface Picture {
  readonly region: Region;
  readonly width: number;
  readonly height: number;
  /** Colours from -range to range, as the bytes of pixels. */
  readonly colours: Uint32Array;
  readonly range: number;
}

/** Reads rows of a matrix; the array is used until the next call. */
export type Reader = (row: number) => Float32Array;

const mostRowsPerPixel = 4;

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

/** The cells [from, to) that a pixel covers; one when they are larger than pixels. */
function spans(start: number, end: number, pixels: number, count: number): Int32Array {
  const scale = (end - start) / pixels;
  const bounds = new Int32Array(2 * pixels);
  for (let i = 0; i < pixels; ++i) {
    const from = scale <= 1 ? Math.floor(start + (i + 0.5) * scale) : Math.round(start + i * scale);
    const to = scale <= 1 ? from + 1 : Math.max(from + 1, Math.round(start + (i + 1) * scale));
    const inside = from >= 0 && from < count;
    bounds[2 * i] = inside ? from : 0;
    bounds[2 * i + 1] = inside ? Math.min(to, count) : 0;
  }
  return bounds;
}

export function render(
  read: Reader,
  rows: number,
  columns: number,
  picture: Picture,
): Uint8ClampedArray<ArrayBuffer> {
  const { region, width, height, colours, range } = picture;
  const pixels = new Uint32Array(width * height);
  const across = spans(region.x0, region.x1, width, columns);
  const down = spans(region.y0, region.y1, height, rows);
  const sums = new Float32Array(width);
  const steps = colours.length - 1;
  const half = steps / 2;
  for (let y = 0; y < height; ++y) {
    const from = down[2 * y] as number;
    const to = down[2 * y + 1] as number;
    if (to <= from) continue;
    const line = y * width;
    if (y > 0 && down[2 * y - 2] === from && down[2 * y - 1] === to) {
      pixels.copyWithin(line, line - width, line);
      continue;
    }
    const taken = Math.min(mostRowsPerPixel, to - from);
    sums.fill(0);
    for (let i = 0; i < taken; ++i) {
      const values = read(from + Math.floor(((i + 0.5) * (to - from)) / taken));
      for (let x = 0; x < width; ++x) {
        const last = across[2 * x + 1] as number;
        let first = across[2 * x] as number;
        if (last - first === 1) {
          sums[x] = (sums[x] as number) + (values[first] as number);
          continue;
        }
        const count = last - first;
        let sum = 0;
        for (; first < last; ++first) sum += values[first] as number;
        if (count > 0) sums[x] = (sums[x] as number) + sum / count;
      }
    }
    const scale = half / (range * taken);
    for (let x = 0; x < width; ++x) {
      if (across[2 * x + 1] === 0) continue;
      const step = Math.round((sums[x] as number) * scale + half);
      pixels[line + x] = colours[step < 0 ? 0 : step > steps ? steps : step] as number;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** The largest value of either sign, of rows spread over the whole and the last. */
export function largest(read: Reader, rows: number, most = 384): number {
  let found = 0;
  const count = Math.min(rows, most);
  for (let i = 0; i < count; ++i) {
    const values = read(count === 1 ? 0 : Math.round((i * (rows - 1)) / (count - 1)));
    for (const value of values) found = Math.max(found, Math.abs(value));
  }
  return found;
}
