// Pixels of matrices that are small enough for the page to hold all of their values.
import { finely, type Region, render } from '../../drawing/raster.js';
import { divergingMap } from '../theme.js';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float32Array;
  /** The value of the last colour. The first colour stands for its negative. */
  readonly range: number;
  /** If given: the least and the greatest value, shown in the upper half of the colours. */
  readonly span?: readonly [number, number] | undefined;
}

export async function pictureOf(
  matrix: Matrix | undefined,
  region: Region,
  width: number,
  height: number,
): Promise<ImageBitmap | undefined> {
  if (matrix === undefined || width < 1 || height < 1) return undefined;
  const { rows, columns, values, range } = matrix;
  const { span } = matrix;
  const { pixels: map } = divergingMap();
  const middle = span ? (span[0] + span[1]) / 2 : 0;
  const read = (row: number) => {
    const line = values.subarray(row * columns, (row + 1) * columns);
    return span ? line.map((value) => value - middle) : line;
  };
  const pixels = render(read, rows, columns, {
    region,
    width,
    height,
    colours: span ? map.subarray(map.length >> 1) : map,
    range: span ? Math.max(1e-9, (span[1] - span[0]) / 2) : range,
    most: finely,
  });
  return createImageBitmap(new ImageData(pixels, width, height));
}
