// `posenc compare`: finds the largest difference of two arrays, and where it is.
import process from 'node:process';
import type { Value } from '../../formats/decode.js';
import { bytesOf } from '../../formats/element-types.js';
import { nameText } from '../../formats/printable.js';
import { count, shapeText } from '../../formats/quantities.js';
import { init } from '../../js/index.node.js';
import { arrayOf, checkTensorFlag, pieceValues, type StoredArray, withFile } from '../io/array-file.js';
import { printText } from '../io/standard-output.js';
import { CommandError, exitStatus, usageError } from '../terminal/command-error.js';
import { numberText } from '../terminal/number-text.js';
import { Progress } from '../terminal/progress.js';
import { distance, jsonOf, simplest } from './distance.js';

export interface CompareFlags {
  tolerance?: number;
  tensor?: string;
  json?: true;
}

interface Difference {
  largest: Value;
  /** Where the largest difference is, counted in values, and the two values there. */
  at: number;
  values: [Value, Value];
  sum: number;
  differing: number;
}

export async function compare(first: string, second: string, flags: CompareFlags): Promise<void> {
  if (flags.tolerance !== undefined && !(flags.tolerance >= 0)) {
    throw usageError(`--tolerance is ${flags.tolerance}: expected a number of at least 0`);
  }
  await init();
  await withFile(first, (fileA) =>
    withFile(second, async (fileB) => {
      checkTensorFlag(flags.tensor, [fileA, fileB]);
      const a = arrayOf(fileA, flags.tensor);
      const b = arrayOf(fileB, flags.tensor);
      checkAlike(a, b);
      const difference = await differenceOf(a, b);
      await a.checkUnchanged();
      await b.checkUnchanged();
      await report(a, b, difference, flags);
    }),
  );
}

function checkAlike(a: StoredArray, b: StoredArray): void {
  const [shapeA, shapeB] = [shapeText(a.layout.shape), shapeText(b.layout.shape)];
  if (shapeA !== shapeB) {
    throw new CommandError(
      `the shapes differ: ${nameText(a.path)} is ${shapeA}, ${nameText(b.path)} is ${shapeB}`,
      exitStatus.different,
    );
  }
  if (a.layout.fortran !== b.layout.fortran && a.layout.shape.length > 1) {
    const path = a.layout.fortran ? a.path : b.path;
    throw usageError(
      `${nameText(path)} is in Fortran order and the other is not: save it again with numpy.ascontiguousarray`,
    );
  }
}

async function differenceOf(a: StoredArray, b: StoredArray): Promise<Difference> {
  const found: Difference = { largest: 0, at: 0, values: [0, 0], sum: 0, differing: 0 };
  const progress = new Progress(a.count, false);
  try {
    for (let done = 0; done < a.count; done += pieceValues) {
      const length = Math.min(pieceValues, a.count - done);
      const [xs, ys] = [await a.values(done, length), await b.values(done, length)];
      let sum = 0;
      for (let i = 0; i < length; ++i) {
        const x = xs[i] as Value;
        const y = ys[i] as Value;
        if (x === y) continue;
        const apart = distance(x, y);
        // `<=` also compares a number with a BigInt.
        if (apart <= 0) continue;
        found.differing += 1;
        sum += Number(apart);
        if (apart <= found.largest) continue;
        found.largest = apart;
        found.at = done + i;
        found.values = [x, y];
      }
      found.sum += sum;
      await progress.update(
        done + length,
        (done + length) * (bytesOf(a.layout.type) + bytesOf(b.layout.type)),
      );
    }
  } finally {
    progress.stop();
  }
  return found;
}

/** The index along each axis of a value, from its place in the file. */
function indexOf(place: number, { shape, fortran }: StoredArray['layout']): number[] {
  const lengths = fortran ? shape : [...shape].reverse();
  let rest = place;
  const index = lengths.map((length) => {
    const at = rest % length;
    rest = Math.floor(rest / length);
    return at;
  });
  return fortran ? index : index.reverse();
}

/** A distance with four digits. Integers beyond 2^53 get all their digits. */
function distanceText(apart: Value): string {
  const value = simplest(apart);
  return typeof value === 'bigint' ? String(value) : numberText(value);
}

async function report(
  a: StoredArray,
  b: StoredArray,
  { largest, at, values, sum, differing }: Difference,
  { tolerance, json }: CompareFlags,
): Promise<void> {
  const index = indexOf(at, a.layout);
  const mean = a.count === 0 ? 0 : sum / a.count;
  const within = tolerance === undefined ? undefined : largest <= tolerance;
  if (within === false) process.exitCode = exitStatus.different;
  if (json) {
    const fields = {
      shape: a.layout.shape,
      type: [a.layout.type, b.layout.type],
      largest: jsonOf(largest),
      ...(differing > 0 ? { index, values: values.map(jsonOf) } : {}),
      mean: jsonOf(mean),
      differing,
      count: a.count,
      within,
    };
    await printText(`${JSON.stringify(fields)}\n`);
    return;
  }
  const lines = [
    `shape      ${shapeText(a.layout.shape)}, ${a.layout.type} and ${b.layout.type}`,
    differing === 0
      ? 'largest    0: all values are the same'
      : `largest    ${distanceText(largest)} at ${shapeText(index)}: ${values[0]} and ${values[1]}`,
    `mean       ${numberText(mean)}`,
    `differing  ${differing} of ${count(a.count, 'value')}`,
  ];
  if (within !== undefined) lines.push(`tolerance  ${tolerance}: ${within ? 'kept' : 'exceeded'}`);
  await printText(`${lines.join('\n')}\n`);
}
