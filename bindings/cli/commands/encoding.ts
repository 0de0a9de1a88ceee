// Makes the encoding for the flags, and reads its values from any place on.
import { type ArrayOf, type DType, init, Sinusoidal, type SinusoidalOptions } from '../../js/index.node.js';
import { type GridPlan, placeOf, planOf } from '../../js/internal.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { asFlagError } from '../options/library-errors.js';

export async function makeEncoding<D extends DType>(
  options: SinusoidalOptions,
  dtype: D,
  flags: EncodingFlags,
): Promise<Sinusoidal<D>> {
  await init();
  try {
    return new Sinusoidal({ ...options, dtype });
  } catch (error) {
    throw asFlagError(error, flags);
  }
}

/**
 * Fills `out` with values from the `first` on. A row can be too long for an array, so `out` may hold a part of
 * one. The public API writes whole rows only, so parts come from the plan.
 */
export function readValues<D extends DType>(encoding: Sinusoidal<D>, first: number, out: ArrayOf<D>): void {
  const { rowLength, dtype } = encoding;
  if (first % rowLength === 0 && out.length % rowLength === 0) {
    const from = first / rowLength;
    encoding.encode(out, { from, to: from + out.length / rowLength });
  } else {
    (planOf(encoding) as GridPlan).encode(dtype, first, placeOf('out', out));
  }
}

/** As many values as fit into whole rows. If not even one row fits, it is a part of a row. */
export function inWholeRows(most: number, rowLength: number): number {
  return rowLength > most ? most : most - (most % rowLength);
}

/** Whether the sine and cosine of a pair are neighbours in a row. */
export function pairsAreNeighbours({ layout, channelsFirst }: SinusoidalOptions): boolean {
  return layout !== 'concatenated' && !channelsFirst;
}
