// An encoding as a file: NumPy's format, comma-separated values, or a picture with one pixel for each
// value. Made in pieces, so that it takes little memory beside the file itself.
import { npyHeader } from '../../bindings/formats/npy-writer.js';
import { finely, render } from '../drawing/raster.js';
import type { Encoding } from '../model/encoding.js';
import { matrixOf } from './open-encodings.js';
import { readerOf } from './row-readers.js';

const pieceValues = 2 ** 22;
const mostCsvValues = 2 ** 23;
const mostPixels = 2 ** 26;
const mostSide = 16384;

export function npy(encoding: Encoding): Blob {
  const { rows, columns } = matrixOf(encoding);
  const parts: BlobPart[] = [npyHeader(encoding.shape, 'float32')];
  const step = Math.max(1, Math.floor(pieceValues / columns));
  for (let from = 0; from < rows; from += step) {
    const to = Math.min(rows, from + step);
    const piece = new Float32Array((to - from) * columns);
    encoding.rows(from, to, piece);
    parts.push(piece);
  }
  return new Blob(parts, { type: 'application/octet-stream' });
}

/** Digits enough for the same float32 to be read back. */
const digits = (value: number) => String(Number(value.toPrecision(9)));

export function csv(encoding: Encoding): Blob {
  const { rows, columns } = matrixOf(encoding);
  if (rows * columns > mostCsvValues) {
    throw new RangeError(
      `${(rows * columns).toLocaleString('en')} values would make a very long text: CSV is for at most ${mostCsvValues.toLocaleString('en')}; take NPY`,
    );
  }
  const read = readerOf(encoding);
  const [down, across] = encoding.channelsFirst ? ['channel', 'point'] : ['point', 'channel'];
  const parts: string[] = [`${down}\\${across},${Array.from({ length: columns }, (_, c) => c).join(',')}\n`];
  for (let row = 0; row < rows; ++row) parts.push(`${row},${Array.from(read(row), digits).join(',')}\n`);
  return new Blob(parts, { type: 'text/csv' });
}

export async function png(encoding: Encoding, colours: Uint32Array): Promise<Blob> {
  const { rows, columns } = matrixOf(encoding);
  if (rows > mostSide || columns > mostSide || rows * columns > mostPixels) {
    throw new RangeError(
      `A picture with a pixel for each of ${rows} × ${columns} values: expected at most ${mostSide} a side and ${mostPixels.toLocaleString('en')} in all; take NPY, or fewer`,
    );
  }
  const region = { x0: 0, x1: columns, y0: 0, y1: rows };
  const pixels = render(readerOf(encoding), rows, columns, {
    region,
    width: columns,
    height: rows,
    colours,
    range: 1,
    most: finely,
  });
  const canvas = new OffscreenCanvas(columns, rows);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.putImageData(new ImageData(pixels, columns, rows), 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
