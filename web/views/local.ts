// Pixels of small matrices that the page already holds, for the plots that show them.
import { divergingMap } from '../theme.js';
import type { Region } from '../widgets/link.js';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  /** The value of the colours' ends. */
  readonly range: number;
}

/** The nearest value of each pixel. */
export async function pictureOf(
  matrix: Matrix | undefined,
  region: Region,
  width: number,
  height: number,
): Promise<ImageBitmap | undefined> {
  if (matrix === undefined || width < 1 || height < 1) return undefined;
  const { rows, columns, values, range } = matrix;
  const { pixels: colours } = divergingMap();
  const half = (colours.length - 1) / 2;
  const pixels = new Uint32Array(width * height);
  const across = Int32Array.from({ length: width }, (_, x) =>
    Math.floor(region.x0 + ((x + 0.5) / width) * (region.x1 - region.x0)),
  );
  let last = -1;
  for (let y = 0; y < height; ++y) {
    const row = Math.floor(region.y0 + ((y + 0.5) / height) * (region.y1 - region.y0));
    if (row < 0 || row >= rows) continue;
    if (row === last) {
      pixels.copyWithin(y * width, (y - 1) * width, y * width);
      continue;
    }
    last = row;
    for (let x = 0; x < width; ++x) {
      const column = across[x] as number;
      if (column < 0 || column >= columns) continue;
      const value = Math.max(-1, Math.min(1, (values[row * columns + column] as number) / range));
      pixels[y * width + x] = colours[Math.round(half + value * half)] as number;
    }
  }
  return createImageBitmap(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height));
}
