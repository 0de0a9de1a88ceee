// Positions of the patches of images and videos, for the encoders of vision-language models.
import { checkBoolean, checkChoice, checkInteger, checkObject, rangeError } from '../check/check.js';
import {
  checkGrids,
  checkMerge,
  checkOut,
  type GridList,
  type IdArrayOf,
  type IdDType,
  idDTypes,
  resultIds,
  type ShapedIds,
} from './ids.js';
import { Workspace } from './workspace.js';

export interface VisionOptions<D extends IdDType = 'int32'> {
  /** The patches of each image or video: [frames, rows, columns], of which an image has one frame. */
  grids: GridList;
  /** Patches come in blocks of merge x merge, of which each becomes a token: a positive integer, 2 by default. */
  merge?: number;
  /** Whether the frame is a first column; false by default. */
  temporal?: boolean;
  /** The type of the result; 'int32' by default. */
  dtype?: D;
}

export interface NearestOptions<D extends IdDType = 'int32'> {
  /** The patches of each image: [rows, columns]. */
  sizes: GridList;
  /** The table of learned positions has side x side rows: an integer from 1 to 46340. */
  side: number;
  /** The type of the result; 'int32' by default. */
  dtype?: D;
}

const visionKeys = /* @__PURE__ */ new Set(['grids', 'merge', 'temporal', 'dtype']);
const nearestKeys = /* @__PURE__ */ new Set(['sizes', 'side', 'dtype']);

/** The largest side whose table has ids that fit into int32. */
const largestSide = 46340;

/**
 * The row and the column of each patch, in the order in which vision encoders such as Qwen-VL's take them: the patches
 * of a block follow each other, blocks go row by row, and each frame repeats them.
 *
 * Source: huggingface/transformers, vision_utils.py, get_vision_position_ids.
 *
 * @param out an array for the positions, `Int32Array` or for int64 `BigInt64Array`; a new one by default
 * @returns the positions, [patches, 2], or with `temporal` [patches, 3]
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function visionPositions<D extends IdDType = 'int32'>(
  options: VisionOptions<D>,
  out?: IdArrayOf<D>,
): ShapedIds<D> {
  checkObject('options', options, visionKeys);
  const { temporal = false, dtype = 'int32' as D, merge = 2 } = options;
  const width = checkBoolean('temporal', temporal) ? 3 : 2;
  checkInteger('merge', merge, 1);
  const grids = checkGrids('grids', options.grids, 3);
  checkMerge('merge', merge, grids, 'grids');
  return writePatches(dtype, grids, width, out, (workspace, from, to) =>
    workspace.native.visionPositions(from, grids.length / 3, merge, Number(temporal), to),
  );
}

/**
 * For each patch of images of any size the id of its position in a table of learned ones, side x side, as for NaViT and
 * MiniCPM-V: floor(row * side / rows) * side + floor(column * side / columns), in integers. Transformers compares
 * float32 fractions instead, which at some boundaries are one row or column too low.
 *
 * Source: Dehghani et al. 2023, arXiv:2307.06304; transformers, vision_utils.py, get_vision_nearest_position_ids.
 *
 * @param out an array for the ids, `Int32Array` or for int64 `BigInt64Array`; a new one by default
 * @returns the ids, [patches], those of each image row by row
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function nearestIds<D extends IdDType = 'int32'>(
  options: NearestOptions<D>,
  out?: IdArrayOf<D>,
): ShapedIds<D> {
  checkObject('options', options, nearestKeys);
  const { dtype = 'int32' as D } = options;
  const side = checkInteger('side', options.side, 1);
  if (side > largestSide) throw rangeError('side', side, `at most ${largestSide}`);
  const sizes = checkGrids('sizes', options.sizes, 2);
  const grids = sizes.flatMap((length, i) => (i % 2 === 0 ? [1, length] : [length]));
  return writePatches(dtype, grids, 1, out, (workspace, from, to) =>
    workspace.native.nearestPositions(from, grids.length / 3, side, to),
  );
}

/** Writes `width` values for each patch of grids. */
function writePatches<D extends IdDType>(
  dtype: D,
  grids: readonly number[],
  width: number,
  out: unknown,
  write: (workspace: Workspace, grids: number, to: number) => void,
): ShapedIds<D> {
  checkChoice('dtype', dtype, idDTypes);
  let patches = 0;
  for (let i = 0; i < grids.length; i += 3) {
    patches += (grids[i] as number) * (grids[i + 1] as number) * (grids[i + 2] as number);
  }
  const count = patches * width;
  const place = checkOut(dtype, out, count, 'as the grids require');
  const positions = Workspace.use((workspace) => {
    const from = workspace.copy(4, grids);
    const address = workspace.allocate(4, count);
    write(workspace, from, address);
    return resultIds(dtype, address, count, place);
  });
  return { positions, shape: width === 1 ? [patches] : [patches, width] };
}
