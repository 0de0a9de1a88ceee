// The names of positions, rows and channels, the same in all views, and the channels a view shows.
import { positionOf } from '../model/encoding.js';
import { numbersOf } from '../model/fields.js';
import { count, short } from '../ui/format.js';
import type { Description } from '../worker/handlers.js';

const axisNames = ['first', 'second', 'third'];

export const wavelengthOf = ({ waves }: Description, channel: number) =>
  (2 * Math.PI) / Math.abs(waves.frequency[channel] as number);

/** 'sin', 'cos' or 'constant'. */
export const kindOf = ({ waves }: Description, channel: number) =>
  ['constant', 'sin', 'cos'][waves.kind[channel] ?? 0] as string;

/** For example: sin along the second axis, wavelength 45.3. */
export function waveText(about: Description, channel: number): string {
  const kind = kindOf(about, channel);
  if (kind === 'constant') return 'constant';
  const along = about.axes.length > 1 ? ` along the ${axisNames[about.waves.axis[channel] ?? 0]} axis` : '';
  return `${kind}${along}, wavelength ${short(wavelengthOf(about, channel), 4)}`;
}

/** The position of a grid point along each axis, such as 12 or (3, 5). */
export function pointText({ axes }: Description, point: number): string {
  const parts: string[] = [];
  let rest = point;
  for (const axis of [...axes].reverse()) {
    parts.unshift(count(Number(positionOf(axis, rest % axis.length).toPrecision(9))));
    rest = Math.floor(rest / axis.length);
  }
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(', ')})`;
}

/** What a row and a column of the matrix stand for. */
export function sidesOf(about: Description) {
  const point = about.axes.length > 1 ? 'grid point' : 'position';
  return about.channelsFirst ? { row: 'channel', column: point } : { row: point, column: 'channel' };
}

/** The grid point and channel of a cell. */
export function cellOf({ channelsFirst }: Description, row: number, column: number) {
  return channelsFirst ? { point: column, channel: row } : { point: row, channel: column };
}

export const mostChannels = 6;

/** Which channels are shown if none are asked for, by their place in the order of wavelengths. */
const shares = [5 / 16, 13 / 32, 1 / 2];

/** The channels named in a text that exist. If it names none: a pair, and some longer waves. */
export function chosenChannels(text: unknown, { channels, waves }: Description): number[] {
  const asked = numbersOf(String(text));
  const { pairs } = waves;
  const count = pairs.length >> 1;
  const first = count >> 3;
  const own =
    count === 0
      ? [0, 1, 2]
      : [
          pairs[2 * first],
          pairs[2 * first + 1],
          ...shares.map((share) => pairs[2 * Math.floor(share * count)]),
        ];
  const there = (asked.length > 0 ? asked : own).filter(
    (n): n is number => n !== undefined && Number.isInteger(n) && n >= 0 && n < channels,
  );
  return [...new Set(there)].slice(0, mostChannels);
}
