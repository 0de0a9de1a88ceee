// Reads the golden vectors: cases, and the part of a result that a case stores.
export interface GoldenCase {
  id: string;
  args: Record<string, never>;
  shape: number[];
  exact: number[];
  original?: number[];
  max_abs_diff?: number;
  input?: number[];
  input_shape?: number[];
  take?: { axis: number; indices: number[] }[];
  raises?: string;
  variant?: string;
  frequencies?: number[];
  positions?: number[];
  exact_of_float32_angle?: number[];
}

/** The values of `data`, with shape `shape`, that a case stores. */
export function takeOf(
  data: ArrayLike<number>,
  shape: readonly number[],
  take: GoldenCase['take'] = [],
): number[] {
  let values = Array.from(data);
  const current = [...shape];
  for (const { axis, indices } of take) {
    const inner = current.slice(axis + 1).reduce((a, b) => a * b, 1);
    const length = current[axis] as number;
    const outer = values.length / inner / length;
    const kept: number[] = [];
    for (let o = 0; o < outer; ++o) {
      for (const index of indices) {
        const start = (o * length + index) * inner;
        for (let i = start; i < start + inner; ++i) kept.push(values[i] as number);
      }
    }
    values = kept;
    current[axis] = indices.length;
  }
  return values;
}

/** The largest difference between two lists; Infinity if their lengths differ or a value is NaN. */
export function largestDistance(found: ArrayLike<number>, exact: ArrayLike<number>): number {
  if (found.length !== exact.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < found.length; ++i) {
    const distance = Math.abs((found[i] as number) - (exact[i] as number));
    if (!(distance <= largest)) largest = Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance;
  }
  return largest;
}

/** The promised bound: the core's kValueBound, derived in src/base/accuracy.hpp. */
export const bound = 2e-7;
