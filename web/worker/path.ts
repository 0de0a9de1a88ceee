// The curve that positions draw: in three chosen channels, or along the three principal components.
import type { Encoding } from '../model/encoding.js';
import { dot, pointsOf } from './vectors.js';

export interface Path {
  readonly count: number;
  readonly indices: Uint32Array;
  /** [count, 3]. */
  readonly points: Float32Array;
  /** The share of the variance in each direction. Empty for chosen channels. */
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
  const { indices, values } = pointsOf(encoding, most, spread);
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

/** Orthogonal iteration on the Gram matrix of the centred points, which is small since the points are few. */
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
  for (let step = 0; step < 60; ++step) {
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
