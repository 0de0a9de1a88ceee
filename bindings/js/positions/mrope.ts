// Position ids of vision-language models with M-RoPE.
import { checkInteger, rangeError } from '../check/check.js';
import { heapDoubles } from '../runtime/heap.js';
import { outOfMemory } from '../runtime/memory.js';
import { linearMemory } from '../runtime/module.js';
import { readRecord, writeRecord } from '../runtime/records.js';
import {
  arrayOfIds,
  checkOut,
  type IdArrayOf,
  type IdDType,
  largestId,
  resultIds,
  type ShapedIds,
} from './ids.js';
import {
  type CheckedMrope,
  checkMropeOptions,
  gridError,
  limitOf,
  type MropeOptions,
} from './mrope-options.js';
import { mropeErrorNames, mropeFields, mropeStatusFields } from './wire.js';
import { Workspace } from './workspace.js';

export interface MropePositions<D extends IdDType> extends ShapedIds<D> {
  /** The time, row and column of each token: [3, batch, length]. */
  positions: IdArrayOf<D>;
  /**
   * For each sequence the largest position + 1, less the number of its real tokens; with version '4.57' less `length`,
   * padding included. A token after the prompt has the position delta + the number of tokens before it, counted alike.
   */
  delta: IdArrayOf<D>;
  /**
   * The positions of the next tokens, [3, batch, count], when decoding.
   *
   * @param past how many places of each sequence were computed before, padding included: `length` right after the prompt
   * @param count how many tokens follow; 1 by default
   * @param out an array for the positions; a new one by default
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
   */
  next(past: number, count?: number, out?: IdArrayOf<D>): ShapedIds<D>;
}

/**
 * Position ids of vision-language models with M-RoPE: Qwen2-VL, 2.5-VL, 3-VL and 3.5. Text has the same position on all
 * three axes, one more for each token. The tokens of an image or a video form a grid, which begins where the text before
 * it ends; the text after it goes on max(rows, columns) / merge later.
 *
 * The guide "Position ids" says how the models and the versions of transformers differ.
 *
 * Source: Wang et al. 2024, arXiv:2409.12191; transformers, `get_rope_index` of these models, as of 5 and of 4.57. The
 * time of a frame, frame * tokensPerSecond * secondsPerGrid, is multiplied first and truncated once, in both versions.
 *
 * @param out an array for the positions, `Int32Array` or for int64 `BigInt64Array`; a new one by default
 * @throws TypeError or RangeError that names the argument; if grids do not match the tokens, with both numbers. `out` is
 *   then unchanged.
 */
export function mropePositions<D extends IdDType = 'int32'>(
  options: MropeOptions<D>,
  out?: IdArrayOf<D>,
): MropePositions<D> {
  const checked = checkMropeOptions(options);
  const dtype = checked.dtype as D;
  const [batch, length] = checked.shape;
  const count = 3 * batch * length;
  const place = checkOut(dtype, out, count, 'three for each token');
  const { positions, deltas, ends } = Workspace.use((workspace) => {
    const address = workspace.allocate(4, count);
    const rows = workspace.allocate(4, 2 * batch);
    run(workspace, checked, address, rows);
    const [ends, deltas] = [0, 1].map((part) => [
      ...new Int32Array(linearMemory(), rows + 4 * part * batch, batch),
    ]) as [number[], number[]];
    return { positions: resultIds(dtype, address, count, place), ends, deltas };
  });
  return {
    positions,
    shape: [3, batch, length],
    delta: arrayOfIds(dtype, deltas),
    next: (past, count = 1, out) => nextOf(dtype, ends, length, past, count, out),
  };
}

/** Writes positions to an address, and the ends and deltas of sequences to another. */
function run(workspace: Workspace, checked: CheckedMrope, to: number, rows: number): void {
  const { tokens, mask, grids, images, seconds, shape, older, ...others } = checked;
  const [batch, length] = shape;
  const record = {
    ...others,
    batch,
    length,
    older,
    tokens: workspace.ids(tokens, ...limitOf(tokens)),
    mask: mask ? workspace.ids(mask, 1, '0 or 1') : 0,
    grids: workspace.copy(4, grids),
    images,
    videos: grids.length / 3 - images,
    seconds: workspace.copy(8, seconds),
  };
  const at = workspace.allocate(8, mropeFields.length);
  writeRecord(heapDoubles(), at / 8, mropeFields, record);
  workspace.native.mropePositions(at, to, rows, rows + 4 * batch);
  const status = readRecord(at, mropeStatusFields);
  const error = mropeErrorNames[status.error];
  if (error === 'none') return;
  if (error === 'outOfMemory') throw outOfMemory(`the types of ${batch * length} tokens`);
  if (error !== 'position') throw gridError(checked, status, error === 'tokens');
  throw new RangeError(
    `secondsPerGrid and tokensPerSecond give the position ${status.actual}: expected at most ${largestId - 1}`,
  );
}

function nextOf<D extends IdDType>(
  dtype: D,
  ends: readonly number[],
  length: number,
  past: number,
  count: number,
  out: IdArrayOf<D> | undefined,
): ShapedIds<D> {
  const done = checkInteger('past', past, length) - length;
  checkInteger('count', count, 1);
  const largest = ends.reduce((most, end) => Math.max(most, end), 0) + done + count - 1;
  if (largest > largestId) throw rangeError('past', past, `positions of at most ${largestId}`);
  const batch = ends.length;
  const place = checkOut(dtype, out, 3 * batch * count, 'three for each token');
  const row = ends.flatMap((end) => Array.from({ length: count }, (_, i) => end + done + i));
  const positions = arrayOfIds(dtype, [...row, ...row, ...row]);
  if (place === undefined) return { positions, shape: [3, batch, count] };
  const target = place.array as IdArrayOf<D>;
  target.set(positions as never);
  return { positions: target, shape: [3, batch, count] };
}
