// The diverging map of heatmaps: blue for -1 over white for 0 to red for 1, equally dark at both ends.
// Source: ColorBrewer's RdBu, as d3-scale-chromatic interpolates it.
import { interpolateRdBu } from 'd3-scale-chromatic';

export type Rgb = [red: number, green: number, blue: number];

/** Odd, so that 0 has a colour of its own. */
const count = 255;

export const palette: readonly Rgb[] = Array.from({ length: count }, (_, i) => {
  const parts = interpolateRdBu(1 - i / (count - 1)).match(/\d+/g) as string[];
  return parts.map(Number) as Rgb;
});

/** The place in the palette of a value, -1 to 1; what lies beyond is shown as the nearest. */
export function shadeOf(value: number): number {
  return Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (count - 1));
}

export function colourOf(value: number): Rgb {
  return palette[shadeOf(value)] as Rgb;
}
