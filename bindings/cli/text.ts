// Sizes, shapes, numbers and times as people read them.

export function sizeText(bytes: number): string {
  const unit = Math.max(0, Math.min(4, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  if (unit === 0) return `${Math.round(bytes)} bytes`;
  return `${(bytes / 2 ** (10 * unit)).toPrecision(3)} ${['KiB', 'MiB', 'GiB', 'TiB'][unit - 1]}`;
}

export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}

export function timeText(milliseconds: number): string {
  return milliseconds < 1000
    ? `${milliseconds.toPrecision(3)} ms`
    : `${(milliseconds / 1000).toPrecision(3)} s`;
}

/** The shortest decimal that reads back as the same float32. */
export function float32Text(value: number): string {
  for (let digits = 6; digits < 9; ++digits) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

/** A size to four digits. */
export function numberText(value: number): string {
  if (value === 0) return '0';
  return Math.abs(value) < 1e-3 ? value.toExponential(3) : value.toPrecision(4);
}
