// The diverging map of heatmaps: blue for -1 over white for 0 to orange for 1, told apart by people of
// every colour vision. Both sides go from the middle to their pole in OKLab, so that lightness is
// proportional to the size of a value, the same on both sides.
import { clampRgb, interpolate, modeOklab, modeRgb, useMode } from 'culori/fn';

export type Rgb = [red: number, green: number, blue: number];

useMode(modeOklab);
const toRgb = useMode(modeRgb);

/** OKLab lightness, a and b from -1 to 1. */
const stops = [
  [0.36, -0.02, -0.13],
  [0.665, -0.045, -0.095],
  [0.97, 0, 0.003],
  [0.665, 0.08, 0.105],
  [0.36, 0.085, 0.075],
] as const;

/** Odd, so that 0 has a colour of its own; a byte counts them. */
const count = 255;

function makePalette(): Rgb[] {
  const at = interpolate(
    stops.map(([l, a, b]) => ({ mode: 'oklab' as const, l, a, b })),
    'oklab',
  );
  return Array.from({ length: count }, (_, i) => {
    const { r, g, b } = clampRgb(toRgb(at(i / (count - 1))));
    return [r, g, b].map((part) => Math.round(255 * part)) as Rgb;
  });
}

export const palette: readonly Rgb[] = makePalette();

/** The place in the palette of a value, -1 to 1; what lies beyond is shown as the nearest. */
export function shadeOf(value: number): number {
  return Math.round(((Math.max(-1, Math.min(1, value)) + 1) / 2) * (count - 1));
}

export function colourOf(value: number): Rgb {
  return palette[shadeOf(value)] as Rgb;
}
