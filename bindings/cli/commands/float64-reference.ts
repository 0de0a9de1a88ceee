// The encoding as one would write it down in float64, to check the library against.
export interface PlainOptions {
  grid: readonly number[];
  channels: number;
  layout: 'interleaved' | 'concatenated';
}

/** Writes the row of a grid point, given by its index in row-major order. */
export function plainRow({ grid, channels, layout }: PlainOptions, point: number, out: Float64Array): void {
  const pairs = Math.ceil(channels / (2 * grid.length));
  let inner = 1;
  for (let axis = grid.length - 1; axis >= 0; --axis) {
    const position = Math.floor(point / inner) % (grid[axis] as number);
    const start = axis * 2 * pairs;
    for (let i = 0; i < pairs; ++i) {
      const angle = position * 10000 ** (-i / pairs);
      const first = start + (layout === 'interleaved' ? 2 * i : i);
      const second = start + (layout === 'interleaved' ? 2 * i + 1 : pairs + i);
      if (first < channels) out[first] = Math.sin(angle);
      if (second < channels) out[second] = Math.cos(angle);
    }
    inner *= grid[axis] as number;
  }
}
