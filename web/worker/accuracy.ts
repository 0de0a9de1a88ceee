// The largest error at positions up to 2^24, of exact angles and of angles in float32, against float64
// arithmetic. Both are the library's; the frequencies are given to it, so that all three use the same.
import { encodeAt } from 'posenc';

export interface AccuracyPoint {
  readonly position: number;
  readonly exact: number;
  readonly float32: number;
}

const lastPower = 24;
const perOctave = 2;
const triedPerPoint = 12;

export function* accuracy(channels: number, longest: number): Generator<AccuracyPoint> {
  const pairs = Math.max(1, channels >> 1);
  const frequencies = Float64Array.from({ length: pairs }, (_, i) => longest ** (-i / pairs));
  const options = { axes: 1, channels: 2 * pairs, frequencies };
  const row = new Float32Array(2 * pairs * triedPerPoint);
  for (let k = 0; k <= lastPower * perOctave; ++k) {
    const position = Math.round(2 ** (k / perOctave));
    // The positions up to this one that came after the last: spread over them, and odd as often as even.
    const before = Math.round(2 ** ((k - 1) / perOctave));
    const positions = Float64Array.from({ length: triedPerPoint }, (_, i) =>
      Math.round(before + ((position - before) * (i + 1)) / triedPerPoint),
    );
    const error = (angles: 'exact' | 'float32') =>
      largestError(encodeAt(positions, { ...options, angles }, row), positions, frequencies);
    yield { position, exact: error('exact'), float32: error('float32') };
  }
}

/** Against sine and cosine in float64: with angles under 2^24, off by 2e-9 at most. */
export function largestError(
  values: Float32Array,
  positions: Float64Array,
  frequencies: Float64Array,
): number {
  const width = 2 * frequencies.length;
  let found = 0;
  positions.forEach((position, p) => {
    frequencies.forEach((frequency, i) => {
      const at = p * width + 2 * i;
      const angle = position * frequency;
      found = Math.max(
        found,
        Math.abs((values[at] as number) - Math.sin(angle)),
        Math.abs((values[at + 1] as number) - Math.cos(angle)),
      );
    });
  });
  return found;
}
