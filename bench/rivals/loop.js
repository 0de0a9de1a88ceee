// What one would write without a library.

/** Vaswani's encoding of positions 0 to length - 1, interleaved, with precomputed frequencies. */
export function plainLoop(length, channels, out) {
  const pairs = channels / 2;
  const frequencies = frequenciesOf(pairs);
  for (let position = 0; position < length; ++position) {
    for (let i = 0; i < pairs; ++i) {
      const angle = position * frequencies[i];
      out[position * channels + 2 * i] = Math.sin(angle);
      out[position * channels + 2 * i + 1] = Math.cos(angle);
    }
  }
}

/** The same for a grid: each axis has its own block of channels. */
export function plainGridLoop(grid, channels, out) {
  const pairs = Math.ceil(channels / (2 * grid.length));
  const frequencies = frequenciesOf(pairs);
  const points = grid.reduce((product, length) => product * length, 1);
  for (let point = 0; point < points; ++point) {
    let rest = point;
    for (let axis = grid.length - 1; axis >= 0; --axis) {
      const position = rest % grid[axis];
      rest = (rest - position) / grid[axis];
      for (let i = 0; i < pairs; ++i) {
        const column = (axis * pairs + i) * 2;
        if (column >= channels) break;
        const angle = position * frequencies[i];
        out[point * channels + column] = Math.sin(angle);
        if (column + 1 < channels) out[point * channels + column + 1] = Math.cos(angle);
      }
    }
  }
}

/** Encodings of points with one coordinate. */
export function plainPointsLoop(points, channels, out) {
  const pairs = channels / 2;
  const frequencies = frequenciesOf(pairs);
  for (let p = 0; p < points.length; ++p) {
    for (let i = 0; i < pairs; ++i) {
      const angle = points[p] * frequencies[i];
      out[p * channels + 2 * i] = Math.sin(angle);
      out[p * channels + 2 * i + 1] = Math.cos(angle);
    }
  }
}

/**
 * A better loop: sines and cosines of 64 fine and length/64 coarse steps in float64 tables, combined by
 * the angle addition formula.
 */
export function tableLoop(length, channels) {
  const pairs = channels / 2;
  const frequencies = frequenciesOf(pairs);
  const table = (count, step) => {
    const values = new Float64Array(count * channels);
    for (let j = 0; j < count; ++j) {
      for (let i = 0; i < pairs; ++i) {
        values[j * channels + i] = Math.sin(j * step * frequencies[i]);
        values[j * channels + pairs + i] = Math.cos(j * step * frequencies[i]);
      }
    }
    return values;
  };
  const fine = table(64, 1);
  const coarse = table(Math.ceil(length / 64), 64);
  return (out) => {
    for (let position = 0; position < length; ++position) {
      const f = (position & 63) * channels;
      const c = (position >> 6) * channels;
      for (let i = 0; i < pairs; ++i) {
        const sin = fine[f + i];
        const cos = fine[f + pairs + i];
        const bySin = coarse[c + i];
        const byCos = coarse[c + pairs + i];
        out[position * channels + 2 * i] = bySin * cos + byCos * sin;
        out[position * channels + 2 * i + 1] = byCos * cos - bySin * sin;
      }
    }
  };
}

function frequenciesOf(pairs) {
  return Float64Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));
}
