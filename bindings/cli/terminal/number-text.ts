// Times and measured numbers as text.

export function timeText(milliseconds: number): string {
  return milliseconds < 1000
    ? `${milliseconds.toPrecision(3)} ms`
    : `${(milliseconds / 1000).toPrecision(3)} s`;
}

/** A number with four digits. */
export function numberText(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) < 1e-3 ? value.toExponential(3) : value.toPrecision(4);
}
