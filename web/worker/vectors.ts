// The encodings of some points as rows of a matrix, and the products of such rows.
import { type Encoding, productOf } from '../model/encoding.js';

export type Measure = 'cosine' | 'dot';

/** The encodings of the first points, or of some spread over all: [indices.length, channels]. */
export function pointsOf(
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

/** The dot product of the row that starts at `a` and the row that starts at `b`. */
export function dot(
  values: Float32Array,
  a: number,
  other: Float32Array,
  b: number,
  channels: number,
): number {
  let sum = 0;
  for (let c = 0; c < channels; ++c) sum += (values[a + c] as number) * (other[b + c] as number);
  return sum;
}

/** Scales each row to length 1. Rows of zeros stay as they are. */
export function normalize(values: Float32Array, channels: number): void {
  for (let at = 0; at < values.length; at += channels) {
    const length = Math.sqrt(dot(values, at, values, at, channels));
    if (length > 0) for (let c = 0; c < channels; ++c) values[at + c] = (values[at + c] as number) / length;
  }
}
