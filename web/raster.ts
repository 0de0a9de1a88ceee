// Pixels of a region of a matrix. A pixel shows the mean of what it covers, each value by the part of it
// that is covered (of very many rows, sixteen): what is too fine to be seen comes out grey instead of as a
// pattern that is not there.
import type { Region } from './widgets/link.js';

export interface Picture {
  /** In rows and columns of the matrix, fractions allowed. */
  readonly region: Region;
  readonly width: number;
  readonly height: number;
  /** Colours from -range to range, as the bytes of pixels. */
  readonly colours: Uint32Array;
  readonly range: number;
}

/** Reads rows of a matrix; the array is used until the next call. */
export type Reader = (row: number) => Float32Array;

const mostRowsPerPixel = 16;

/** What each pixel of a line covers: `counts` cells from `first` on, none outside of the matrix. */
interface Cover {
  readonly first: Int32Array;
  readonly counts: Int32Array;
  /** The shares of the first cell, of each one between, and of the last. */
  readonly head: Float32Array;
  readonly body: Float32Array;
  readonly tail: Float32Array;
}

function coverOf(start: number, end: number, pixels: number, count: number): Cover {
  const scale = (end - start) / pixels;
  const first = new Int32Array(pixels);
  const counts = new Int32Array(pixels);
  const [head, body, tail] = [0, 1, 2].map(() => new Float32Array(pixels)) as [Float32Array, Float32Array, Float32Array];
  for (let i = 0; i < pixels; ++i) {
    const from = Math.max(0, start + i * scale);
    const cell = Math.floor(from + 1e-6);
    if (cell >= count) continue;
    first[i] = cell;
    const to = Math.min(count, start + (i + 1) * scale);
    const last = Math.min(count - 1, Math.max(cell, Math.ceil(to - 1e-6) - 1));
    counts[i] = last - cell + 1;
    const size = to - from;
    head[i] = last === cell ? 1 : (cell + 1 - from) / size;
    body[i] = 1 / size;
    tail[i] = (to - last) / size;
  }
  return { first, counts, head, body, tail };
}

/** The mean over what each pixel covers of a row. */
function squeeze(values: Float32Array, cover: Cover, out: Float32Array): void {
  const { first, counts, head, body, tail } = cover;
  for (let i = 0; i < out.length; ++i) {
    const cells = counts[i] as number;
    let at = first[i] as number;
    let sum = (values[at] as number) * (head[i] as number);
    if (cells > 1) {
      const last = at + cells - 1;
      let between = 0;
      for (++at; at < last; ++at) between += values[at] as number;
      sum += between * (body[i] as number) + (values[last] as number) * (tail[i] as number);
    }
    out[i] = sum;
  }
}

export function render(
  read: Reader,
  rows: number,
  columns: number,
  picture: Picture,
): Uint8ClampedArray<ArrayBuffer> {
  const { region, width, height, colours, range } = picture;
  const pixels = new Uint32Array(width * height);
  const across = coverOf(region.x0, region.x1, width, columns);
  const down = coverOf(region.y0, region.y1, height, rows);
  const sums = new Float32Array(width);
  const squeezed = { row: -1, line: new Float32Array(width) };
  const lineOf = (row: number) => {
    if (row !== squeezed.row) squeeze(read(row), across, squeezed.line);
    squeezed.row = row;
    return squeezed.line;
  };
  const steps = colours.length - 1;
  const half = steps / 2;
  const scale = half / range;
  for (let y = 0; y < height; ++y) {
    const cells = down.counts[y] as number;
    if (cells === 0) continue;
    const from = down.first[y] as number;
    const line = y * width;
    // Lines within one row are alike.
    if (cells === 1 && y > 0 && down.counts[y - 1] === 1 && down.first[y - 1] === from) {
      pixels.copyWithin(line, line - width, line);
      continue;
    }
    sums.fill(0);
    const add = (row: number, share: number) => {
      const values = lineOf(row);
      for (let x = 0; x < width; ++x) sums[x] = (sums[x] as number) + share * (values[x] as number);
    };
    if (cells <= mostRowsPerPixel + 1) {
      for (let i = 0; i < cells; ++i) {
        const share = i === 0 ? down.head[y] : i === cells - 1 ? down.tail[y] : down.body[y];
        add(from + i, share as number);
      }
    } else {
      for (let i = 0; i < mostRowsPerPixel; ++i)
        add(from + Math.floor(((i + 0.5) * cells) / mostRowsPerPixel), 1 / mostRowsPerPixel);
    }
    for (let x = 0; x < width; ++x) {
      if (across.counts[x] === 0) continue;
      const step = Math.round((sums[x] as number) * scale + half);
      pixels[line + x] = colours[step < 0 ? 0 : step > steps ? steps : step] as number;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}
