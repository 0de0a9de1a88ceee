// Chooses the rows and columns that a picture shows if an encoding has more of them than the picture.
import type { Sinusoidal, SinusoidalOptions } from '../../js/index.node.js';
import { pairsAreNeighbours, readValues } from './encoding.js';

/** The index of the i-th of `shown` samples, spread evenly over `count`. */
export function sampledIndex(i: number, shown: number, count: number): number {
  return shown >= count ? i : Math.floor((i * count) / shown);
}

/**
 * The columns that a picture shows. If sine and cosine of a pair are neighbours and some columns are left out,
 * only the first of each pair is shown. Otherwise neighbours in the picture would be sines and cosines at random.
 */
export function sampledColumns(
  { rowLength }: Sinusoidal,
  options: SinusoidalOptions,
  shown: number,
): number[] {
  const firstOfPair = shown < rowLength && pairsAreNeighbours(options);
  return Array.from({ length: shown }, (_, i) => {
    const column = sampledIndex(i, shown, rowLength);
    return firstOfPair ? column - (column % 2) : column;
  });
}

/** Rows with more values than this are not made whole to read some of them: 4 MiB. */
const longestWholeRow = 2 ** 20;

/** Makes a function that reads the values of a row at some columns. */
export function makeSampler(
  encoding: Sinusoidal,
): (row: number, columns: readonly number[], out: Float32Array<ArrayBuffer>) => void {
  const { rowLength } = encoding;
  if (rowLength > longestWholeRow) {
    return (row, columns, out) => {
      for (const [i, column] of columns.entries()) {
        readValues(encoding, row * rowLength + column, out.subarray(i, i + 1));
      }
    };
  }
  const values = new Float32Array(rowLength);
  return (row, columns, out) => {
    encoding.encode(values, { from: row, to: row + 1 });
    for (const [i, column] of columns.entries()) out[i] = values[column] as number;
  };
}
