// The pixels of a part of a matrix. A pixel shows the mean of the values that it covers, each weighted by the
// area covered. If it covers very many rows, only some of them are read. So detail that is too fine to see
// turns grey and does not form patterns that are not in the matrix.

/** A part of a matrix, in columns (x) and rows (y). Fractions are allowed. */
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
  /** The colours of values from -range to range, each with the bytes of a pixel. */
  readonly colours: Uint32Array;
  readonly range: number;
  /** The most rows that are read for one line of pixels. */
  readonly most: number;
}

/** `most` for a picture that moves, and for one that stays. */
export const quickly = 2;
export const finely = 16;

/** Reads a row of a matrix. The array is valid until the next call. */
export type Reader = (row: number) => Float32Array;

/** The boundaries of the pixels, in cells and within [0, count]. */
function boundaries(from: number, to: number, pixels: number, count: number): Float64Array {
  const scale = (to - from) / pixels;
  return Float64Array.from({ length: pixels + 1 }, (_, i) => Math.max(0, Math.min(count, from + i * scale)));
}

/** Adds the cells [from, from + sums.length) of a row, multiplied by a share. */
function addRow(sums: Float32Array, row: Float32Array, from: number, share: number): void {
  for (let c = 0; c < sums.length; ++c) sums[c] = (sums[c] as number) + share * (row[from + c] as number);
}

/** The means of the cells between boundaries, computed as differences of running sums. */
class Squeezer {
  readonly line: Float32Array;
  readonly #cells: Int32Array;
  readonly #parts: Float64Array;
  readonly #scales: Float64Array;
  readonly #sums: Float64Array;

  /** @param bounds the boundaries, within the `count` cells that are passed to `squeeze` */
  constructor(bounds: Float64Array, count: number) {
    this.line = new Float32Array(bounds.length - 1);
    this.#cells = Int32Array.from(bounds, (bound) => Math.min(count - 1, Math.floor(bound)));
    this.#parts = bounds.map((bound, i) => bound - (this.#cells[i] as number));
    this.#scales = bounds.map((bound, i) => {
      const size = (bounds[i + 1] ?? bound) - bound;
      return size > 0 ? 1 / size : 0;
    });
    this.#sums = new Float64Array(count);
  }

  squeeze(values: Float32Array): Float32Array {
    const { line } = this;
    const [cells, parts, scales, sums] = [this.#cells, this.#parts, this.#scales, this.#sums];
    let sum = 0;
    for (let c = 0; c < sums.length; ++c) {
      sums[c] = sum;
      sum += values[c] as number;
    }
    let before = 0;
    for (let i = 0; i <= line.length; ++i) {
      const cell = cells[i] as number;
      const after = (sums[cell] as number) + (parts[i] as number) * (values[cell] as number);
      if (i > 0) line[i - 1] = (after - before) * (scales[i - 1] as number);
      before = after;
    }
    return line;
  }
}

export function render(
  read: Reader,
  rows: number,
  columns: number,
  picture: Picture,
): Uint8ClampedArray<ArrayBuffer> {
  const { region, width, height, colours, range, most } = picture;
  const pixels = new Uint32Array(width * height);
  const across = boundaries(region.x0, region.x1, width, columns);
  const down = boundaries(region.y0, region.y1, height, rows);
  const left = Math.floor(across[0] as number);
  const seen = Math.max(1, Math.ceil(across[width] as number) - left);
  const squeezer = new Squeezer(
    across.map((bound) => bound - left),
    seen,
  );
  const sums = new Float32Array(seen);
  // Pixels outside the matrix stay transparent.
  const covers = Array.from({ length: width }, (_, x) => (across[x + 1] as number) > (across[x] as number));
  const inside = { from: Math.max(0, covers.indexOf(true)), to: covers.lastIndexOf(true) + 1 };
  const steps = colours.length - 1;
  const half = steps / 2;
  const scale = half / range;
  let within = -1;
  for (let y = 0; y < height; ++y) {
    const top = down[y] as number;
    const bottom = down[y + 1] as number;
    if (bottom <= top) continue;
    const first = Math.floor(top);
    const last = Math.min(rows, Math.ceil(bottom)) - 1;
    const at = y * width;
    // Lines within the same row are equal.
    if (first === last && first === within) {
      pixels.copyWithin(at, at - width, at);
      continue;
    }
    within = first === last ? first : -1;
    sums.fill(0);
    if (last - first <= most) {
      for (let row = first; row <= last; ++row) {
        const covered = Math.min(bottom, row + 1) - Math.max(top, row);
        addRow(sums, read(row), left, covered / (bottom - top));
      }
    } else {
      for (let i = 0; i < most; ++i) {
        const row = Math.floor(top + ((i + 0.5) * (bottom - top)) / most);
        addRow(sums, read(row), left, 1 / most);
      }
    }
    const line = squeezer.squeeze(sums);
    for (let x = inside.from; x < inside.to; ++x) {
      const step = ((line[x] as number) * scale + half + 0.5) | 0;
      pixels[at + x] = colours[Math.max(0, Math.min(steps, step))] as number;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}
