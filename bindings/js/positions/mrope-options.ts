// The options of M-RoPE positions: their public types, and a check of each. Some may come from a model's config.json.
import {
  checkChoice,
  checkInteger,
  checkObject,
  checkPositive,
  counted,
  isList,
  productOf,
  rangeError,
  typeError,
} from '../check/check.js';
import { checkCount, copyNumbers } from '../check/lists.js';
import { checkShape } from '../runtime/tensor.js';
import {
  checkGrids,
  checkIds,
  checkMerge,
  type GivenIds,
  type GridList,
  type IdDType,
  type IdList,
  idDTypes,
  largestId,
} from './ids.js';

/** The models whose rules are known: Qwen2-VL; Qwen2.5-VL; Qwen3-VL and Qwen3.5. */
export type MropeRules = 'qwen2-vl' | 'qwen2.5-vl' | 'qwen3-vl';

export interface MropeOptions<D extends IdDType = 'int32'> {
  /** The type of each token: 0 for text, 1 for images, 2 for videos; `mm_token_type_ids` of transformers. */
  types?: IdList;
  /** Instead of `types`: the ids of the tokens, of which those of images and videos are known. */
  inputIds?: IdList;
  /** The shape of `types` or `inputIds`, [batch, length]; by default [1, length], one sequence. */
  shape?: readonly number[];
  /** The attention mask, of the same shape: 1 for each real token, 0 for padding; by default all are real. */
  mask?: IdList;
  /** The patches of each image, [frames, rows, columns], in the order of all sequences: `image_grid_thw`. */
  imageGrids?: GridList;
  /** The same for each video: `video_grid_thw`. */
  videoGrids?: GridList;
  /** For 'qwen2.5-vl': the seconds between frames of each video's grid, numbers above 0; 1 by default. */
  secondsPerGrid?: ArrayLike<number>;
  /** The model's parsed `config.json`, for `rules` and the options below. Those that are given as well come first. */
  config?: object;
  /** The model's rules; by default those of `config.model_type`. */
  rules?: MropeRules;
  /** Whose rules: those of transformers 5, the default, or of 4.57. They differ after grids and for padding. */
  version?: '5' | '4.57';
  /** merge x merge patches are a token: `config.vision_config.spatial_merge_size`, or 2. */
  merge?: number;
  /** For 'qwen2.5-vl' with videos: positions for a second, above 0; `config.vision_config.tokens_per_second`. */
  tokensPerSecond?: number;
  /** With `inputIds`: the id of the tokens of images; `config.image_token_id`. */
  imageTokenId?: number;
  /** With `inputIds`: the id of the tokens of videos; `config.video_token_id`. */
  videoTokenId?: number;
  /** The type of the results; 'int32' by default. */
  dtype?: D;
}

const optionKeys = /* @__PURE__ */ new Set([
  'types',
  'inputIds',
  'shape',
  'mask',
  'imageGrids',
  'videoGrids',
  'secondsPerGrid',
  'config',
  'rules',
  'version',
  'merge',
  'tokensPerSecond',
  'imageTokenId',
  'videoTokenId',
  'dtype',
]);

/** In the order of `mropeRulesNames`. */
const rulesNames: readonly MropeRules[] = ['qwen2-vl', 'qwen2.5-vl', 'qwen3-vl'];
const versions = ['5', '4.57'];

/** The values of `model_type`, and the rules of each. */
const modelTypes: Readonly<Record<string, number>> = {
  qwen2_vl: 0,
  qwen2_5_vl: 1,
  qwen3_vl: 2,
  qwen3_vl_moe: 2,
  qwen3_5: 2,
  qwen3_5_moe: 2,
};

export interface CheckedMrope {
  readonly dtype: IdDType;
  readonly shape: readonly [batch: number, length: number];
  readonly tokens: GivenIds;
  readonly mask: GivenIds | undefined;
  /** Images first, then videos: three lengths each. */
  readonly grids: readonly number[];
  readonly images: number;
  readonly seconds: Float64Array | undefined;
  readonly imageToken: number;
  readonly videoToken: number;
  readonly tokensPerSecond: number;
  readonly merge: number;
  readonly rules: number;
  readonly older: boolean;
}

type Dict = Readonly<Record<string, unknown>>;

function dictOf(name: string, value: unknown): Dict {
  if (typeof value === 'object' && value !== null && !isList(value)) return value as Dict;
  throw typeError(name, value, 'an object');
}

export function checkMropeOptions(options: MropeOptions<IdDType>): CheckedMrope {
  const given = { ...(checkObject('options', options, optionKeys) as MropeOptions<IdDType>) };
  const { types, inputIds, dtype = 'int32', version = '5', secondsPerGrid } = given;
  const config = given.config === undefined ? undefined : dictOf('config', given.config);
  const vision = config && dictOf('config.vision_config', config.vision_config);
  /** An option and its name, or if it is not given the key of the config. */
  const find = (name: keyof typeof given, from: Dict | undefined, key: string): [string, unknown] =>
    given[name] !== undefined || from === undefined
      ? [name, given[name]]
      : [`config.${from === vision ? 'vision_config.' : ''}${key}`, from[key] ?? undefined];

  checkChoice('dtype', dtype, idDTypes);
  const older = checkChoice('version', version, versions) === 1;
  const rules = rulesOf(given.rules, config);
  if (types !== undefined && inputIds !== undefined) {
    throw new TypeError('types and inputIds are both given: expected one of them');
  }
  const name = inputIds === undefined ? 'types' : 'inputIds';
  let shape = given.shape === undefined ? undefined : checkShape('shape', given.shape);
  if (shape && shape.length !== 2) throw rangeError('shape', given.shape, '[batch, length]');
  const tokens = checkIds(name, given[name], shape && productOf(shape));
  const count = tokens.place.length;
  shape ??= [1, count];
  const mask = given.mask === undefined ? undefined : checkIds('mask', given.mask, count);

  const [mergeName, mergeGiven] = find('merge', vision, 'spatial_merge_size');
  const merge = checkInteger(mergeName, mergeGiven ?? 2, 1);
  const [imageGrids, videoGrids] = (['imageGrids', 'videoGrids'] as const).map((name) => {
    const grids = given[name] === undefined ? [] : checkGrids(name, given[name], 3);
    checkMerge(mergeName, merge, grids, name);
    return grids;
  }) as [number[], number[]];
  const videos = videoGrids.length / 3;

  let tokensPerSecond = 1;
  let seconds: Float64Array | undefined;
  if (rules === 1) {
    const [at, value] = find('tokensPerSecond', vision, 'tokens_per_second');
    if (videos > 0 || given.tokensPerSecond !== undefined) tokensPerSecond = checkPositive(at, value);
    if (secondsPerGrid !== undefined) seconds = checkSeconds(secondsPerGrid, videos);
  } else {
    for (const name of ['secondsPerGrid', 'tokensPerSecond'] as const) {
      if (given[name] !== undefined) throw typeError(name, given[name], `none for '${rulesNames[rules]}'`);
    }
  }

  const tokenOf = (name: 'imageTokenId' | 'videoTokenId', key: string, type: number, isNeeded: boolean) => {
    if (inputIds === undefined) {
      if (given[name] !== undefined) throw typeError(name, given[name], 'none without inputIds');
      return type;
    }
    const [at, value] = find(name, config, key);
    if (value === undefined && !isNeeded) return -1; // so there are no such tokens
    const token = checkInteger(at, value, 0);
    if (token > largestId) throw rangeError(at, token, `at most ${largestId}`);
    return token;
  };
  const imageToken = tokenOf('imageTokenId', 'image_token_id', 1, imageGrids.length > 0);
  const videoToken = tokenOf('videoTokenId', 'video_token_id', 2, videos > 0);
  if (imageToken === videoToken && imageToken >= 0) {
    throw rangeError('videoTokenId', videoToken, 'another id than that of images');
  }
  return {
    dtype,
    shape: shape as [number, number],
    tokens,
    mask,
    grids: [...imageGrids, ...videoGrids],
    images: imageGrids.length / 3,
    seconds,
    imageToken,
    videoToken,
    tokensPerSecond,
    merge,
    rules,
    older,
  };
}

function rulesOf(rules: unknown, config: Dict | undefined): number {
  if (rules !== undefined || config === undefined) return checkChoice('rules', rules, rulesNames);
  const { model_type: type } = config;
  checkChoice('config.model_type', type, Object.keys(modelTypes));
  return modelTypes[type as string] as number;
}

function checkSeconds(value: unknown, videos: number): Float64Array {
  const seconds = copyNumbers('secondsPerGrid', value, checkPositive);
  for (const [i, second] of seconds.entries()) checkPositive(`secondsPerGrid[${i}]`, second);
  checkCount('secondsPerGrid', seconds.length, videos, 'number', 'one for each video');
  return seconds;
}

/** The largest value of a token in `list`, and what is expected. */
export function limitOf({ name }: GivenIds): [largest: number, expected: string] {
  return name === 'types'
    ? [2, '0, 1 or 2: text, image or video']
    : [largestId, `an integer from 0 to ${largestId}`];
}

/** Says which grids do not match the tokens, and both numbers. */
export function gridError(
  { tokens, grids, images }: CheckedMrope,
  status: Readonly<Record<'isVideo' | 'grid' | 'at' | 'actual' | 'expected', number>>,
  isWhole: boolean,
): RangeError {
  const { isVideo, grid, at, actual, expected } = status;
  const [name, what, count] = isVideo
    ? ['videoGrids', 'video', grids.length / 3 - images]
    : ['imageGrids', 'image', images];
  return isWhole
    ? new RangeError(
        `${name} has ${counted(expected, 'token')} in ${counted(count, 'grid')}: expected ${actual}, the ${what} tokens of ${tokens.name}`,
      )
    : new RangeError(
        `${name}[${grid}] has ${counted(expected, 'token')}: expected ${actual}, the ${what} tokens from ${tokens.name}[${at}] on`,
      );
}
