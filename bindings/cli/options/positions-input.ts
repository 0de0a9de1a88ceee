// Reads the JSON that `positions` takes: the options of a function of the library, or a processor's output, and computes
// the ids.
import { nameText } from '../../formats/printable.js';
import {
  type MaskOptions,
  type MropeOptions,
  mropePositions,
  type NearestOptions,
  nearestIds,
  positionIdsFromMask,
  type ShapedIds,
  type VisionOptions,
  visionPositions,
} from '../../js/index.node.js';
import { parseJson, readConfig } from '../io/config-file.js';
import { textOfFile } from '../io/text-file.js';
import { fileError, usageError } from '../terminal/command-error.js';
import type { PositionsFlags } from './positions-flags.js';
import { asConfigError } from './rotary-options.js';

/** Ids, and for M-RoPE the delta of each sequence. */
export interface Computed extends ShapedIds<'int64'> {
  delta?: BigInt64Array;
}

type Keys = Record<string, unknown>;

/** The keys of a processor of transformers, and the options that they are. */
const aliases: Readonly<Record<string, string>> = {
  mm_token_type_ids: 'types',
  input_ids: 'inputIds',
  attention_mask: 'mask',
  image_grid_thw: 'imageGrids',
  video_grid_thw: 'videoGrids',
  second_per_grid_ts: 'secondsPerGrid',
};

/** Options that may be a list for each sequence. */
const listKeys = ['types', 'inputIds', 'mask'];

export function computePositions(path: string, flags: PositionsFlags): Computed {
  const keys = readKeys(path);
  const { config, rules, transformers: version } = flags;
  const ofModel = 'types' in keys || 'inputIds' in keys;
  if (ofModel) {
    Object.assign(keys, rules && { rules }, version && { version }, config && { config: readConfig(config) });
  } else {
    for (const [name, value] of Object.entries({ config, rules, transformers: version })) {
      if (value === undefined) continue;
      throw usageError(
        `--${name} is ${value}: expected it only for the tokens of a model, types or inputIds`,
      );
    }
  }
  try {
    if (ofModel) return mropePositions({ ...(keys as MropeOptions<'int64'>), dtype: 'int64' });
    return computePlain(keys);
  } catch (error) {
    const isAboutConfig = config !== undefined && error instanceof Error && /^config\b/.test(error.message);
    throw asConfigError(error, isAboutConfig ? config : path);
  }
}

/** What is not of a model: ids from a mask, or of patches. */
function computePlain({ mask, ...keys }: Keys): Computed {
  const dtype = 'int64';
  if (mask !== undefined)
    return positionIdsFromMask(mask as number[], { ...(keys as MaskOptions<'int64'>), dtype });
  if ('sizes' in keys) return nearestIds({ ...(keys as unknown as NearestOptions<'int64'>), dtype });
  if ('grids' in keys) return visionPositions({ ...(keys as unknown as VisionOptions<'int64'>), dtype });
  throw new TypeError('types is undefined: expected types, inputIds, mask, grids or sizes');
}

/** The keys of the file by the names of options, lists of sequences as one list and its shape. */
function readKeys(path: string): Keys {
  const value = parseJson(textOfFile(path, 'JSON'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw fileError(
      `${nameText(path)} is not an object in JSON: expected one such as {"types":[0,1,1,0],"imageGrids":[[1,2,4]]}`,
    );
  }
  const keys: Keys = {};
  for (const [name, given] of Object.entries(value)) {
    if (given !== null) keys[aliases[name] ?? name] = given;
  }
  for (const name of listKeys) {
    const given = keys[name];
    if (!Array.isArray(given) || !given.every(Array.isArray) || given.length === 0) continue;
    const rows = given as unknown[][];
    const length = rows[0]?.length as number;
    const other = rows.findIndex((row) => row.length !== length);
    if (other >= 0) {
      throw fileError(
        `${nameText(path)}: ${name}[${other}] has ${rows[other]?.length} tokens: expected ${length}, as ${name}[0] has`,
      );
    }
    keys.shape ??= [rows.length, length];
    keys[name] = rows.flat();
  }
  return keys;
}
