// The diverging map of heatmaps: blue for -1 over white for 0 to orange for 1, told apart by people of
// every colour vision. Both sides go from the middle to their pole in OKLab, so that lightness is
// proportional to the size of a value, the same on both sides.
import { clampRgb, interpolate, modeOklab, modeRgb, useMode } from 'culori/fn';

export type Rgb = [red: number, green: number, blue: number];

useMode(modeOklab);
const toRgb = useMode(modeRgb);

/** OKLab lightness, a and b from -1 to 1. */
export type Stops = readonly (readonly [l: number, a: number, b: number])[];

/** For light grounds, as paper and most screens are. */
export const lightStops: Stops = [
  [0.43, -0.025, -0.135],
  [0.7, -0.045, -0.085],
  [0.97, 0, 0.003],
  [0.7, 0.075, 0.1],
  [0.43, 0.105, 0.085],
];

/** `count` colours from the first stop to the last. */
export function colourMap(stops: Stops, count: number): Rgb[] {
  const at = interpolate(
    stops.map(([l, a, b]) => ({ mode: 'oklab' as const, l, a, b })),
    'oklab',
  );
  return Array.from({ length: count }, (_, i) => {
    const { r, g, b } = clampRgb(toRgb(at(i / (count - 1))));
    return [r, g, b].map((part) => Math.round(255 * part)) as Rgb;
  });
}

/** Odd, so that 0 has a colour of its own; a byte counts them. */
const count = 255;

export const palette: readonly Rgb[] = colourMap(lightStops, count);

/** The place in the palette of a value, -1 to 1; what lies beyond is shown as the nearest. */
export function shadeOf(value: number): number {
  return Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (count - 1));
}

export function colourOf(value: number): Rgb {
  return palette[shadeOf(value)] as Rgb;
}
