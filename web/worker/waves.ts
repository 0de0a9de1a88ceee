// Which wave each channel is, measured from the encoding's own values, so that it holds for any scheme:
// along which axis it changes, whether it begins as a sine or a cosine, and how far it turns per
// position. Positions are doubled from 2^-24 on; each time the phase is known well enough to tell which
// turn the next one is in, so the last gives the frequency to nine digits or so.
import type { Encoding } from '../model/encoding.js';

export const kinds = ['constant', 'sin', 'cos'] as const;

export interface Waves {
  /** The axis along which each channel changes. */
  readonly axis: Uint8Array;
  /** Index into `kinds`. */
  readonly kind: Uint8Array;
  /** Radians per position; 0 for a channel that is constant. */
  readonly frequency: Float64Array;
  /** Channels that are sine and cosine of the same: [sine, cosine, sine, cosine, ...]. */
  readonly pairs: Uint32Array;
}

const firstPower = -24;
const powers = 64;
/** Enough turns to know the frequency well; beyond, what is rounded at long positions would show. */
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
  // Before the first that moved this far the phase was under 0.46, so now it is under 0.93.
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
  // Where the curve is flat the value says less than the guess.
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
