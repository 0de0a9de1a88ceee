// Measures the wave in each channel from the values of the encoding, so that it works for any scheme: along
// which axis it changes, whether it is a sine or a cosine, and its frequency. The position starts at 2^-24 and
// doubles. Each time, the phase is known well enough to tell in which period the next phase lies, so the last
// one gives the frequency to about nine digits.
import type { Encoding } from '../model/encoding.js';

export const kinds = ['constant', 'sin', 'cos'] as const;

export interface Waves {
  /** The axis along which each channel changes. */
  readonly axis: Uint8Array;
  /** Index into `kinds`. */
  readonly kind: Uint8Array;
  /** In radians per position. 0 for a constant channel. */
  readonly frequency: Float64Array;
  /** Channels that are the sine and cosine of the same angle: [sine, cosine, sine, cosine, ...]. */
  readonly pairs: Uint32Array;
}

const firstPower = -24;
const powers = 64;
/** A phase that gives the frequency well. At later positions, rounding errors would show. */
const enough = 1e5;

export function measureWaves(encoding: Encoding): Waves {
  const { axes, channels } = encoding;
  const axis = new Uint8Array(channels);
  const kind = new Uint8Array(channels);
  const frequency = new Float64Array(channels);
  const probes = Float64Array.from({ length: powers + 1 }, (_, i) =>
    i === 0 ? 0 : 2 ** (firstPower + i - 1),
  );
  for (const a of axes.keys()) {
    const values = encoding.at(axes.map((_, other) => (other === a ? probes : [0])));
    for (let c = 0; c < channels; ++c) {
      const wave = follow((i) => values[i * channels + c] as number);
      if (wave === undefined) continue;
      axis[c] = a;
      kind[c] = wave.kind;
      frequency[c] = wave.frequency;
    }
  }
  return { axis, kind, frequency, pairs: pairsOf(axis, kind, frequency) };
}

function follow(at: (probe: number) => number): { kind: number; frequency: number } | undefined {
  const cosine = Math.abs(at(0)) > 0.5;
  const kind = cosine ? 2 : 1;
  let probe = 1;
  // One probe earlier the phase was below 0.46, so it is now below 0.93.
  const moved = (value: number) => (cosine ? value < 0.9 : Math.abs(value) > 0.44);
  while (probe <= powers && !moved(at(probe))) ++probe;
  if (probe > powers) return undefined;
  let phase = cosine ? Math.acos(clamp(at(probe))) : Math.asin(clamp(at(probe)));
  for (; probe < powers && Math.abs(phase) < enough; ++probe) {
    phase = nearest(2 * phase, clamp(at(probe + 1)), cosine);
  }
  return { kind, frequency: phase / 2 ** (firstPower + probe - 1) };
}

const clamp = (value: number) => Math.max(-1, Math.min(1, value));

/** The phase closest to `guess` whose sine or cosine is `value`. */
function nearest(guess: number, value: number, cosine: boolean): number {
  // Where the curve is flat, the guess is better than what the value tells.
  if (Math.abs(value) > 0.95) return guess;
  const principal = cosine ? Math.acos(value) : Math.asin(value);
  const mirrored = cosine ? -principal : Math.PI - principal;
  const turned = [principal, mirrored].map(
    (phase) => phase + 2 * Math.PI * Math.round((guess - phase) / (2 * Math.PI)),
  );
  const [a = 0, b = 0] = turned;
  return Math.abs(a - guess) <= Math.abs(b - guess) ? a : b;
}

function pairsOf(axis: Uint8Array, kind: Uint8Array, frequency: Float64Array): Uint32Array {
  const channels = Array.from(axis.keys());
  const byFrequency = (a: number, b: number) =>
    (axis[a] as number) - (axis[b] as number) || (frequency[b] as number) - (frequency[a] as number) || a - b;
  const sines = channels.filter((c) => kind[c] === 1).sort(byFrequency);
  const cosines = channels.filter((c) => kind[c] === 2).sort(byFrequency);
  const pairs: number[] = [];
  let j = 0;
  for (const s of sines) {
    const same = (c: number) =>
      axis[c] === axis[s] &&
      Math.abs((frequency[c] as number) - (frequency[s] as number)) <=
        1e-4 * Math.abs(frequency[s] as number);
    let k = j;
    while (k < cosines.length && !same(cosines[k] as number) && byFrequency(cosines[k] as number, s) < 0) ++k;
    if (k === cosines.length || !same(cosines[k] as number)) continue;
    pairs.push(s, cosines[k] as number);
    j = k + 1;
  }
  return Uint32Array.from(pairs);
}
