// How similar the encodings of positions are: for every pair, and by distance.
import type { Encoding } from '../model/encoding.js';
import { dot, type Measure, normalize, pointsOf } from './vectors.js';

export interface Similarity {
  readonly size: number;
  /** [size, size]. */
  readonly matrix: Float32Array;
  readonly indices: Uint32Array;
  /** The distances between positions. The mean and so on are over all pairs at that distance. */
  readonly distance: Float64Array;
  readonly mean: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
}

export function similarity(encoding: Encoding, measure: Measure, size: number, spread: boolean): Similarity {
  const { channels } = encoding;
  const { indices, values } = pointsOf(encoding, size, spread);
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
