// Computes an encoding in the simplest way, in float64, to check the library.
export interface ReferenceOptions {
  grid: readonly number[];
  channels: number;
  /** Whether sine and cosine of a pair are neighbours. */
  interleaved: boolean;
}

/** Computes the row of a grid point. `point` is its index in row-major order. */
export function referenceRow(
  { grid, channels, interleaved }: ReferenceOptions,
  point: number,
  out: Float64Array,
): void {
  const pairs = Math.ceil(channels / (2 * grid.length));
  let inner = 1;
  for (let axis = grid.length - 1; axis >= 0; --axis) {
    const position = Math.floor(point / inner) % (grid[axis] as number);
    const start = axis * 2 * pairs;
    for (let i = 0; i < pairs; ++i) {
      const angle = position * 10000 ** (-i / pairs);
      const first = start + (interleaved ? 2 * i : i);
      const second = start + (interleaved ? 2 * i + 1 : pairs + i);
      if (first < channels) out[first] = Math.sin(angle);
      if (second < channels) out[second] = Math.cos(angle);
    }
    inner *= grid[axis] as number;
  }
}
