// The colours of the page: the diverging map that the command has too, on light grounds and on dark ones, and
// a sequence of one lightness.
import { clampRgb, modeOklch, modeRgb, useMode } from 'culori/fn';
import {
  colourMap as colourMapOf,
  lightStops,
  type Rgb,
  type Stops,
} from '../../bindings/formats/colours.js';

export type { Rgb };

const toRgb = useMode(modeRgb);
useMode(modeOklch);

export type Theme = 'light' | 'dark';

const stops: Record<Theme, Stops> = {
  light: lightStops,
  dark: [
    [0.88, -0.055, -0.075],
    [0.55, -0.035, -0.13],
    [0.22, 0, -0.006],
    [0.55, 0.1, 0.1],
    [0.88, 0.035, 0.12],
  ],
};

export const steps = 512;

/** The colours of values from -1 to 1. */
export const colourMap = (theme: Theme): Rgb[] => colourMapOf(stops[theme], steps + 1);

/** The map as pixels: bytes in the order red, green, blue, opaque. */
export function pixelsOf(map: readonly Rgb[]): Uint32Array {
  const bytes = new Uint8Array(map.flatMap(([r, g, b]) => [r, g, b, 255]));
  return new Uint32Array(bytes.buffer);
}

/** A colour from the first of a sequence to its last, all of one lightness: `share` is 0 to 1. */
export function along(theme: Theme, share: number): string {
  const l = theme === 'light' ? 0.56 : 0.75;
  const { r, g, b } = clampRgb(toRgb({ mode: 'oklch', l, c: 0.15, h: 255 + 165 * share }));
  return `rgb(${[r, g, b].map((part) => Math.round(255 * part)).join(' ')})`;
}
