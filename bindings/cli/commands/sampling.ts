// Chooses the rows and columns that a picture shows if an encoding has more of them than the picture.
import { placeOf } from '../../js/runtime/memory.js';
import type { GridPlan } from '../../js/sinusoidal/plan.js';

/** The index of the i-th of `shown` samples, spread evenly over `count`. */
export function sampledIndex(i: number, shown: number, count: number): number {
  return shown >= count ? i : Math.floor((i * count) / shown);
}

/**
 * The columns that a picture shows. If sine and cosine of a pair are neighbours and some columns are left out,
 * only the first of each pair is shown. Otherwise neighbours in the picture would be sines and cosines at random.
 */
export function sampledColumns(plan: GridPlan, shown: number): number[] {
  const { rowLength, interleaved, channelsFirst } = plan;
  const firstOfPair = shown < rowLength && interleaved && !channelsFirst;
  return Array.from({ length: shown }, (_, i) => {
    const column = sampledIndex(i, shown, rowLength);
    return firstOfPair ? column - (column % 2) : column;
  });
}

/** Rows with more values than this are not made whole to read some of them: 4 MiB. */
const longestWholeRow = 2 ** 20;

/** Makes a function that reads the values of a row at some columns. */
export function makeSampler(
  plan: GridPlan,
): (row: number, columns: readonly number[], out: Float32Array<ArrayBuffer>) => void {
  const { rowLength } = plan;
  if (rowLength > longestWholeRow) {
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
