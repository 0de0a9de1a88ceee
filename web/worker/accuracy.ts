// The largest errors at positions up to 2^24, with exact angles and with angles in float32. The library
// computes both with given frequencies, and they are compared with float64 arithmetic at the same ones.
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
    // Some of the positions after the last one, up to this one, as many odd as even.
    const before = Math.round(2 ** ((k - 1) / perOctave));
    const positions = Float64Array.from({ length: triedPerPoint }, (_, i) =>
      Math.round(before + ((position - before) * (i + 1)) / triedPerPoint),
    );
    const error = (angles: 'exact' | 'float32') =>
      largestError(encodeAt(positions, { ...options, angles }, row), positions, frequencies);
    yield { position, exact: error('exact'), float32: error('float32') };
  }
}

/** Compared with sine and cosine in float64, whose own error is at most 2e-9 for angles below 2^24. */
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
