// Pixels of small matrices that the page already holds, for the plots that show them.
import { finely, render } from '../raster.js';
import { divergingMap } from '../theme.js';
import type { Region } from '../widgets/link.js';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  /** The value of the colours' ends. */
  readonly range: number;
}

export async function pictureOf(
  matrix: Matrix | undefined,
  region: Region,
  width: number,
  height: number,
): Promise<ImageBitmap | undefined> {
  if (matrix === undefined || width < 1 || height < 1) return undefined;
  const { rows, columns, values, range } = matrix;
  const read = (row: number) => values.subarray(row * columns, (row + 1) * columns);
  const { pixels: colours } = divergingMap();
  const pixels = render(read, rows, columns, { region, width, height, colours, range, most: finely });
  return createImageBitmap(new ImageData(pixels, width, height));
}
