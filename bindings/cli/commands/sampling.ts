// Which rows and columns of an encoding a picture shows that has fewer places than the encoding.

import type { GridPlan } from '../../js/internal.js';
import { placeOf } from '../../js/internal.js';

/** The index that the i-th of `places` shows, of `count`. */
export function spread(i: number, places: number, count: number): number {
  return places >= count ? i : Math.floor((i * count) / places);
}

/**
 * The same for channels: where some are left out, those shown are the first of their pair, or else each
 * neighbour would be another function.
 */
export function spreadChannels(i: number, places: number, count: number, interleaved: boolean): number {
  const channel = spread(i, places, count);
  return places < count && interleaved ? channel - (channel % 2) : channel;
}

/** Reads single values of rows, whatever their length: rows that are not too long are made whole. */
export function makeSampler(
  plan: GridPlan,
): (row: number, columns: readonly number[], out: Float32Array<ArrayBuffer>) => void {
  const { rowLength } = plan;
  const longest = 2 ** 20;
  if (rowLength > longest) {
    return (row, columns, out) => {
      for (const [i, column] of columns.entries()) {
        plan.encode('float32', row * rowLength + column, placeOf('out', out.subarray(i, i + 1)));
      }
    };
  }
  const values = new Float32Array(rowLength);
  const place = placeOf('values', values);
  return (row, columns, out) => {
    plan.encode('float32', row * rowLength, place);
    for (const [i, column] of columns.entries()) out[i] = values[column] as number;
  };
}
