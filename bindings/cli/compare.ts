// `posenc compare`: how far two arrays are apart, and where.
import process from 'node:process';
import { init } from '../js/index.node.js';
import { bytesOf } from './elements.js';
import { exitStatus, Mistake, usageMistake } from './mistake.js';
import { Progress } from './progress.js';
import { arrayOf, pieceValues, type StoredArray, withFile } from './reader.js';
import { numberText, shapeText } from './text.js';

export interface CompareFlags {
  tolerance?: number;
  tensor?: string;
  json?: true;
}

interface Difference {
  largest: number;
  /** The index in both arrays, and the values there. */
  at: number;
  values: [number, number];
  sum: number;
  differing: number;
}

export async function compare(first: string, second: string, flags: CompareFlags): Promise<void> {
  if (flags.tolerance !== undefined && !(flags.tolerance >= 0)) {
    throw usageMistake(`--tolerance is ${flags.tolerance}: expected a number of at least 0`);
  }
  await init();
  await withFile(first, (fileA) =>
    withFile(second, async (fileB) => {
      const a = arrayOf(fileA, flags.tensor);
      const b = arrayOf(fileB, flags.tensor);
      checkAlike(a, b);
      report(a, b, await differenceOf(a, b), flags);
    }),
  );
}

function checkAlike(a: StoredArray, b: StoredArray): void {
  const [shapeA, shapeB] = [shapeText(a.layout.shape), shapeText(b.layout.shape)];
  if (shapeA !== shapeB) {
    throw new Mistake(
      `the shapes differ: ${a.path} is ${shapeA}, ${b.path} is ${shapeB}`,
      exitStatus.different,
    );
  }
  if (a.layout.fortran !== b.layout.fortran && a.layout.shape.length > 1) {
    const path = a.layout.fortran ? a.path : b.path;
    throw usageMistake(
      `${path} is in Fortran order and the other is not: save it anew with numpy.ascontiguousarray`,
    );
  }
}

/** The distance of two values: none between the same, also where both are no number. */
function distance(x: number, y: number): number {
  if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return 0;
  const apart = Math.abs(x - y);
  return Number.isNaN(apart) ? Number.POSITIVE_INFINITY : apart;
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
        const apart = distance(xs[i] as number, ys[i] as number);
        if (apart === 0) continue;
        found.differing += 1;
        sum += apart;
        if (apart <= found.largest) continue;
        found.largest = apart;
        found.at = done + i;
        found.values = [xs[i] as number, ys[i] as number];
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

/** The index along each axis of the value at a place in the file. */
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

function report(
  a: StoredArray,
  b: StoredArray,
  { largest, at, values, sum, differing }: Difference,
  { tolerance, json }: CompareFlags,
): void {
  const index = indexOf(at, a.layout);
  const mean = a.count === 0 ? 0 : sum / a.count;
  const within = tolerance === undefined ? undefined : largest <= tolerance;
  if (json) {
    const type = [a.layout.type, b.layout.type];
    const where = differing > 0 ? { index, values } : {};
    process.stdout.write(
      `${JSON.stringify({ shape: a.layout.shape, type, largest, ...where, mean, differing, count: a.count, within })}\n`,
    );
  } else {
    const lines = [
      `shape      ${shapeText(a.layout.shape)}, ${a.layout.type} and ${b.layout.type}`,
      differing === 0
        ? 'largest    0: all values are the same'
        : `largest    ${numberText(largest)} at ${shapeText(index)}: ${values[0]} and ${values[1]}`,
      `mean       ${numberText(mean)}`,
      `differing  ${differing} of ${a.count} values`,
    ];
    if (within !== undefined) lines.push(`tolerance  ${tolerance}: ${within ? 'kept' : 'exceeded'}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (within === false) process.exitCode = exitStatus.different;
}
