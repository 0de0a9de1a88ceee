// The diverging colour map of heatmaps: blue for -1, white for 0, orange for 1. People with any kind of
// colour vision can tell these apart. The colours are mixed in OKLab, so equal steps of the value are equal
// steps of lightness, on both sides of 0.
import { clampRgb, interpolate, modeOklab, modeRgb, useMode } from 'culori/fn';

export type Rgb = [red: number, green: number, blue: number];

useMode(modeOklab);
const toRgb = useMode(modeRgb);

/** The colours of evenly spaced values from -1 to 1, in OKLab. */
export type Stops = readonly (readonly [l: number, a: number, b: number])[];

/** For light backgrounds, such as paper and most screens. */
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

/** Odd, so that 0 has a colour of its own. An index fits in a byte. */
const count = 255;

export const palette: readonly Rgb[] = colourMap(lightStops, count);

/** The index in the palette of a value. Values outside -1 to 1 get the first or last colour. */
export function shadeOf(value: number): number {
  return Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (count - 1));
}

export function colourOf(value: number): Rgb {
  return palette[shadeOf(value)] as Rgb;
}
