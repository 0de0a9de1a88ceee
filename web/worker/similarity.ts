// How encodings of positions relate: their products, by pairs and by distance, and where they lie in the
// directions in which they differ most.
import { type Encoding, positionOf, productOf } from '../model/encoding.js';

export type Measure = 'cosine' | 'dot';

/** The encodings of the first points, or of some spread over the whole: [indices.length, channels]. */
function sample(
  encoding: Encoding,
  most: number,
  spread: boolean,
): { indices: Uint32Array; values: Float32Array } {
  const points = productOf(encoding.axes.map(({ length }) => length));
  const count = Math.min(points, most);
  const stride = spread ? Math.max(1, Math.floor(points / count)) : 1;
  const { channels } = encoding;
  const indices = Uint32Array.from({ length: count }, (_, i) => i * stride);
  const values = new Float32Array(count * channels);
  if (stride === 1) encoding.points(0, count, values);
  else {
    indices.forEach((index, i) => {
      encoding.points(index, index + 1, values.subarray(i * channels, (i + 1) * channels));
    });
  }
  return { indices, values };
}

function dot(values: Float32Array, a: number, other: Float32Array, b: number, channels: number): number {
  let sum = 0;
  for (let c = 0; c < channels; ++c) sum += (values[a + c] as number) * (other[b + c] as number);
  return sum;
}

/** Scales each row to length 1. */
function normalize(values: Float32Array, channels: number): void {
  for (let at = 0; at < values.length; at += channels) {
    const length = Math.sqrt(dot(values, at, values, at, channels));
    if (length > 0) for (let c = 0; c < channels; ++c) values[at + c] = (values[at + c] as number) / length;
  }
}

export interface Similarity {
  readonly size: number;
  /** [size, size]. */
  readonly matrix: Float32Array;
  readonly indices: Uint32Array;
  /** Over rows that lie `distance` apart. */
  readonly distance: Float64Array;
  readonly mean: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
}

export function similarity(encoding: Encoding, measure: Measure, size: number, spread: boolean): Similarity {
  const { channels } = encoding;
  const { indices, values } = sample(encoding, size, spread);
  if (measure === 'cosine') normalize(values, channels);
  const count = indices.length;
  const matrix = new Float32Array(count * count);
  const sums = new Float64Array(count);
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < count; ++i) {
    for (let j = 0; j <= i; ++j) {
      const product = dot(values, i * channels, values, j * channels, channels);
      matrix[i * count + j] = product;
      matrix[j * count + i] = product;
      const apart = i - j;
      sums[apart] = (sums[apart] as number) + product;
      least[apart] = Math.min(least[apart] as number, product);
      most[apart] = Math.max(most[apart] as number, product);
    }
  }
  const stride = (indices[1] ?? 1) - (indices[0] ?? 0);
  const distance = Float64Array.from({ length: count }, (_, i) => i * stride);
  return {
    size: count,
    matrix,
    indices,
    distance,
    mean: sums.map((sum, i) => sum / (count - i)),
    least,
    most,
  };
}

/** Two axes of a grid, and where the others are held. */
export interface Slice {
  readonly rowAxis: number;
  readonly columnAxis: number;
  readonly held: readonly number[];
}

/** What a slice is made of at most: 2^26 values, 256 MiB. */
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

/** Some channels over a slice, [count, rows, columns], and the likeness of a pixel to all others. */
export function slice(
  encoding: Encoding,
  where: Slice,
  channels: readonly number[],
  pixel: readonly [number, number],
  measure: Measure,
): { rows: number; columns: number; images: Float32Array; likeness: Float32Array } {
  const values = sliceValues(encoding, where);
  const rows = encoding.axes[where.rowAxis]?.length ?? 1;
  const columns = encoding.axes[where.columnAxis]?.length ?? 1;
  const width = encoding.channels;
  const images = new Float32Array(channels.length * rows * columns);
  // The product of axes is in their own order, so a slice may have to be turned.
  const turned = where.rowAxis > where.columnAxis;
  const pointOf = (row: number, column: number) => (turned ? column * rows + row : row * columns + column);
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      const from = pointOf(row, column) * width;
      channels.forEach((channel, i) => {
        images[(i * rows + row) * columns + column] = values[from + channel] ?? 0;
      });
    }
  }
  if (measure === 'cosine') normalize(values, width);
  const likeness = new Float32Array(rows * columns);
  const own = pointOf(pixel[0], pixel[1]) * width;
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns; ++column) {
      likeness[row * columns + column] = dot(values, own, values, pointOf(row, column) * width, width);
    }
  }
  return { rows, columns, images, likeness };
}

export interface Path {
  readonly count: number;
  readonly indices: Uint32Array;
  /** [count, 3]. */
  readonly points: Float32Array;
  /** The share of the whole variance in each direction; empty for chosen channels. */
  readonly shares: readonly number[];
}

/** Positions in three chosen channels, or in their three principal components. */
export function path(
  encoding: Encoding,
  most: number,
  spread: boolean,
  chosen: readonly number[] | undefined,
): Path {
  const { channels } = encoding;
  const { indices, values } = sample(encoding, most, spread);
  const count = indices.length;
  const points = new Float32Array(count * 3);
  if (chosen) {
    for (let i = 0; i < count; ++i) {
      chosen.forEach((channel, d) => {
        points[i * 3 + d] = values[i * channels + channel] ?? 0;
      });
    }
    return { count, indices, points, shares: [] };
  }
  const shares = principal(values, count, channels, points);
  return { count, indices, points, shares };
}

/** Orthogonal iteration on the matrix of products of the centred points, of which there are few. */
function principal(values: Float32Array, count: number, channels: number, points: Float32Array): number[] {
  for (let c = 0; c < channels; ++c) {
    let mean = 0;
    for (let i = 0; i < count; ++i) mean += values[i * channels + c] as number;
    mean /= count;
    for (let i = 0; i < count; ++i) values[i * channels + c] = (values[i * channels + c] as number) - mean;
  }
  const gram = new Float64Array(count * count);
  let trace = 0;
  for (let i = 0; i < count; ++i) {
    for (let j = 0; j <= i; ++j) {
      const product = dot(values, i * channels, values, j * channels, channels);
      gram[i * count + j] = product;
      gram[j * count + i] = product;
    }
    trace += gram[i * count + i] as number;
  }
  const found: Float64Array[] = [0, 1, 2].map((d) =>
    Float64Array.from({ length: count }, (_, i) => Math.cos(((i + 0.5) * (d + 1) * Math.PI) / count)),
  );
  let sizes = [0, 0, 0];
  for (let turn = 0; turn < 60; ++turn) {
    sizes = found.map((vector, d) => {
      const next = multiply(gram, vector);
      for (const earlier of found.slice(0, d)) {
        const along = next.reduce((sum, value, i) => sum + value * (earlier[i] as number), 0);
        for (let i = 0; i < count; ++i) next[i] = (next[i] as number) - along * (earlier[i] as number);
      }
      const length = Math.hypot(...next);
      for (let i = 0; i < count; ++i) vector[i] = length > 0 ? (next[i] as number) / length : 0;
      return length;
    });
  }
  found.forEach((vector, d) => {
    const scale = Math.sqrt(Math.max(0, sizes[d] as number));
    for (let i = 0; i < count; ++i) points[i * 3 + d] = (vector[i] as number) * scale;
  });
  return sizes.map((size) => (trace > 0 ? size / trace : 0));
}

function multiply(matrix: Float64Array, vector: Float64Array): Float64Array {
  const count = vector.length;
  return vector.map((_, i) => {
    let sum = 0;
    for (let j = 0; j < count; ++j) sum += (matrix[i * count + j] as number) * (vector[j] as number);
    return sum;
  });
}
