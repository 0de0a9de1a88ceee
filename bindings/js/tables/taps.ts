// `interpolationTaps`: which rows of a table the patches of images are made from, and their weights.
import { checkLength, checkReachable, kindOf, newArray, newFloats } from '../check/arrays.js';
import { checkInteger, checkObject, isList, rangeError, typeError } from '../check/check.js';
import { copyList } from '../check/lists.js';
import { heapFloats } from '../runtime/heap.js';
import {
  borrowScratch,
  checkNoOverlap,
  currentArray,
  placeOf,
  placeOfFloats,
  viewAt,
} from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { checkSides, type InterpolationMode, placeRecord, resizeRecord } from './sizes.js';

/** The patches of an image, [height, width], or of a video, [frames, height, width]. */
export type PatchGridSize = readonly [number, number] | readonly [number, number, number];

export interface TapsOptions {
  /** The grid of the table, [height, width]: integers of at least 1, at most 2^24. */
  from: readonly [number, number];
  /** The patches of an image or video, or of several, one after another. */
  to: PatchGridSize | readonly PatchGridSize[];
  mode: InterpolationMode;
  /** Whether the corners of both grids coincide; false by default. */
  alignCorners?: boolean;
  /**
   * The side of the blocks in whose order patches come, as the models need that merge them: a divisor of both sides;
   * 1, rows from left to right, by default.
   */
  merge?: number;
}

export interface InterpolationTaps {
  /** Rows of the table, [patches, taps]. */
  indices: Int32Array;
  /** Their weights, whose sum is 1. */
  weights: Float32Array;
  /** [patches, taps], with 4 taps for 'bilinear' and 16 for 'bicubic'. */
  shape: [number, number];
}

const keys = /* @__PURE__ */ new Set(['from', 'to', 'mode', 'alignCorners', 'merge']);
const whatGrids = '[height, width] or [frames, height, width]';

/**
 * The rows of a table of position embeddings, and their weights, whose weighted sum is the embedding of each patch:
 * `Gather`, `Mul` and `ReduceSum` of a model. Indices are exact; a weight is the exact one within 1e-7. Taps are those
 * of a row of the table, then of the next; taps outside the table repeat its edge. Returns the arrays of `out`, by
 * default new ones.
 *
 * Qwen3-VL uses `mode: 'bilinear', alignCorners: true, merge: 2`. Source: transformers, vision_utils.py.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function interpolationTaps(
  options: TapsOptions,
  out?: { indices: Int32Array; weights: Float32Array },
): InterpolationTaps {
  checkObject('options', options, keys);
  const from = checkSides('from', options.from);
  if ((from[0] as number) * (from[1] as number) >= 2 ** 31) {
    throw rangeError('from', from, 'fewer than 2^31 positions, for indices of 32 bits');
  }
  const merge = checkInteger('merge', options.merge ?? 1, 1);
  const grids = checkGrids(options.to, merge);
  const shared = { ...resizeRecord(from, from, options), merge };
  const taps = shared.mode === 1 ? 16 : 4;
  const patches = grids.reduce((sum, [frames, height, width]) => sum + frames * height * width, 0);
  if (!Number.isSafeInteger(patches)) throw rangeError('to', options.to, 'at most 2^53 - 1 patches');
  if (out !== undefined) checkObject('out', out, new Set(['indices', 'weights']));
  const { indices: ownIndices, weights: ownWeights } = out ?? {};
  const values = patches * taps;
  const why = `${taps} for each of ${patches} patches`;
  const given = out === undefined ? newArray((count) => new Int32Array(count), values) : ownIndices;
  if (kindOf(given) !== 'Int32Array') throw typeError('out.indices', given, 'an Int32Array');
  const indices = placeOf('out.indices', checkReachable('out.indices', given as Int32Array<ArrayBuffer>));
  const weights = placeOfFloats('out.weights', out === undefined ? newFloats(values) : ownWeights);
  checkLength('out.indices', indices.length, values, why);
  checkLength('out.weights', weights.length, values, why);
  checkNoOverlap(indices, weights, false);
  const native = getNative();
  borrowScratch(2 * taps, 4, (address, room) => {
    const most = Math.floor(room / (2 * taps));
    let index = 0;
    for (const [frames, toHeight, toWidth] of grids) {
      const fields = placeRecord({ ...shared, toHeight, toWidth });
      const count = frames * toHeight * toWidth;
      for (let done = 0; done < count; done += most) {
        const length = Math.min(most, count - done) * taps;
        let at = address / 4;
        native.writeTaps(fields, done, length / taps, address, address + length * 4);
        // Views of the same type copy bits, those of indices too.
        for (const place of [indices, weights]) {
          viewAt(place, 4, index, length).set(heapFloats().subarray(at, at + length));
          at += length;
        }
        index += length;
      }
    }
  });
  return { indices: currentArray(indices), weights: currentArray(weights), shape: [patches, taps] };
}

/** The grids as [frames, height, width]. */
function checkGrids(to: unknown, merge: number): [number, number, number][] {
  const list = copyList('to', to, `${whatGrids}, or a list of them`, 65536, 'the limit for one call');
  const isSingle = !isList(list[0]);
  return (isSingle ? [list] : list).map((grid, i) => {
    const name = isSingle ? 'to' : `to[${i}]`;
    const sides = checkSides(name, grid, whatGrids, 3);
    const [frames, height, width] = (sides.length === 2 ? [1, ...sides] : sides) as [number, number, number];
    if (height % merge !== 0 || width % merge !== 0) {
      throw rangeError(name, sides, `a height and width that merge, ${merge}, divides`);
    }
    return [frames, height, width];
  });
}
