// A plane of a grid: some channels over it, and how similar one of its pixels is to all the others.
import { type Encoding, positionOf } from '../model/encoding.js';
import { dot, type Measure, normalize } from './vectors.js';

/** Two axes of a grid, and the index at which each other axis is held. */
export interface Slice {
  readonly rowAxis: number;
  readonly columnAxis: number;
  readonly held: readonly number[];
}

/** The most values in a slice: 2^26, which take 256 MiB. */
const mostValues = 2 ** 26;

function sliceValues(encoding: Encoding, { rowAxis, columnAxis, held }: Slice): Float32Array {
  const { axes, channels } = encoding;
  const [rows = 1, columns = 1] = [rowAxis, columnAxis].map((axis) => axes[axis]?.length);
  if (rows * columns * channels > mostValues) {
    throw new RangeError(
      `A slice of ${rows} × ${columns} positions with ${channels} channels: this view takes at most ${mostValues.toLocaleString('en')} values`,
    );
  }
  return encoding.at(
    axes.map((axis, a) =>
      a === rowAxis || a === columnAxis
        ? Float64Array.from({ length: axis.length }, (_, i) => positionOf(axis, i))
        : [positionOf(axis, held[a] ?? 0)],
    ),
  );
}

/** Some channels over a slice, [count, rows, columns], and the similarity of a pixel to all others. */
export function slice(
  encoding: Encoding,
  where: Slice,
  channels: readonly number[],
  pixel: readonly [number, number],
  measure: Measure,
): { rows: number; columns: number; images: Float32Array; similarity: Float32Array } {
  const values = sliceValues(encoding, where);
  const rows = encoding.axes[where.rowAxis]?.length ?? 1;
  const columns = encoding.axes[where.columnAxis]?.length ?? 1;
  const width = encoding.channels;
  const images = new Float32Array(channels.length * rows * columns);
  // The values are in the order of the grid's axes, so a slice may have to be transposed.
  const transposed = where.rowAxis > where.columnAxis;
  const pointOf = (row: number, column: number) =>
    transposed ? column * rows + row : row * columns + column;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const from = pointOf(row, column) * width;
      channels.forEach((channel, i) => {
        images[(i * rows + row) * columns + column] = values[from + channel] ?? 0;
      });
    }
  }
  if (measure === 'cosine') normalize(values, width);
  const similarity = new Float32Array(rows * columns);
  const own = pointOf(pixel[0], pixel[1]) * width;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      similarity[row * columns + column] = dot(values, own, values, pointOf(row, column) * width, width);
    }
  }
  return { rows, columns, images, similarity };
}
