// Round numbers for the ticks of an axis.

/** At most `most` multiples of 1, 2 or 5 times a power of ten within [from, to], whole ones if asked for. */
export function ticks(from: number, to: number, most: number, whole = false): number[] {
  const rough = (to - from) / Math.max(1, most);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power;
  const used = whole ? Math.max(1, step) : step;
  const first = Math.ceil(from / used - 1e-9);
  const last = Math.floor(to / used + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * used);
}
