// The diverging colour map: blue below zero, orange above, told apart by people of every colour vision.
// Both sides go from the middle to their pole in OKLab, so that lightness is proportional to the size of
// a value, the same on both sides: light in the middle on a light page, dark on a dark one.
import { clampRgb, interpolate, modeOklab, modeOklch, modeRgb, useMode } from 'culori/fn';

useMode(modeRgb);
useMode(modeOklab);
useMode(modeOklch);

export type Theme = 'light' | 'dark';

/** OKLab lightness, a and b of the stops from -1 to 1. */
const stops: Record<Theme, readonly (readonly [number, number, number])[]> = {
  light: [
    [0.43, -0.025, -0.135],
    [0.7, -0.045, -0.085],
    [0.97, 0, 0.003],
    [0.7, 0.075, 0.1],
    [0.43, 0.105, 0.085],
  ],
  dark: [
    [0.88, -0.055, -0.075],
    [0.55, -0.035, -0.13],
    [0.22, 0, -0.006],
    [0.55, 0.1, 0.1],
    [0.88, 0.035, 0.12],
  ],
};

export const steps = 512;

/** [red, green, blue] from 0 to 255 of a value from -1 to 1. */
export type Rgb = readonly [number, number, number];

export function colourMap(theme: Theme): Rgb[] {
  const at = interpolate(
    stops[theme].map(([l, a, b]) => ({ mode: 'oklab' as const, l, a, b })),
    'oklab',
  );
  return Array.from({ length: steps + 1 }, (_, i) => {
    const { r, g, b } = clampRgb(toRgb(at(i / steps)));
    return [r, g, b].map((part) => Math.round(255 * part)) as unknown as Rgb;
  });
}

const toRgb = useMode(modeRgb);

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
