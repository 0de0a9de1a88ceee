// Sizes, shapes and counts as text.

/** A size with three digits, such as 1.50 MiB. */
export function sizeText(bytes: number): string {
  const unit = Math.max(0, Math.min(4, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  if (unit === 0) return count(Math.round(bytes), 'byte');
  return `${(bytes / 2 ** (10 * unit)).toPrecision(3)} ${['KiB', 'MiB', 'GiB', 'TiB'][unit - 1]}`;
}

/** A shape, such as [64, 256]. */
export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(', ')}]`;
}

/** A number with its noun: 1 value, 2 values. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
