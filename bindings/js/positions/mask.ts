// Position ids from the mask of padded sequences.
import { checkChoice, checkInteger, checkObject, productOf, rangeError, typeError } from '../check/check.js';
import { checkShape } from '../runtime/tensor.js';
import {
  checkIds,
  checkOut,
  type IdArrayOf,
  type IdDType,
  type IdList,
  idDTypes,
  largestId,
  resultIds,
  type ShapedIds,
} from './ids.js';
import { maskConventionNames } from './wire.js';
import { Workspace } from './workspace.js';

export interface MaskOptions<D extends IdDType = 'int32'> {
  /** The shape of the mask, [..., length]; by default [1, length], one sequence. Without a mask it is needed. */
  shape?: readonly number[];
  /**
   * How positions are counted; 'huggingface' by default.
   * - 'huggingface': real tokens from 0; padded places hold 1. Source: transformers, generation/utils.py.
   * - 'roberta': real tokens from past + paddingIndex + 1; padded places hold paddingIndex. Source: transformers,
   *   models/roberta, create_position_ids_from_input_ids.
   * - 'fairseq': the same; but with a past every place, padded or not, holds its number from 1 on + paddingIndex.
   *   Source: fairseq, utils.make_positions and modules/learned_positional_embedding.py.
   */
  convention?: 'huggingface' | 'roberta' | 'fairseq';
  /** For 'roberta' and 'fairseq': the id of padding, an integer of at least 0; 1 by default. */
  paddingIndex?: number;
  /**
   * How many tokens were computed before; 0 by default. For 'huggingface' and 'fairseq' the mask includes them, and
   * the result begins after them. For 'roberta' the mask is that of the new tokens alone.
   */
  past?: number;
  /** The type of the result; 'int32' by default. */
  dtype?: D;
}

const maskKeys = /* @__PURE__ */ new Set(['shape', 'convention', 'paddingIndex', 'past', 'dtype']);

/**
 * Position ids of sequences that are padded on the left, on the right, or anywhere.
 *
 * @param mask 1 for each real token, 0 for padding, in any list; undefined if all are real
 * @param out an array for the ids, `Int32Array` or for int64 `BigInt64Array`; a new one by default
 * @returns the ids, and their shape: that of the mask without the past
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function positionIdsFromMask<D extends IdDType = 'int32'>(
  mask: IdList | undefined,
  options: MaskOptions<D> = {},
  out?: IdArrayOf<D>,
): ShapedIds<D> {
  checkObject('options', options, maskKeys);
  const { convention = 'huggingface', dtype = 'int32' as D, paddingIndex, shape: given } = options;
  const past = checkInteger('past', options.past ?? 0, 0);
  const code = checkChoice('convention', convention, maskConventionNames);
  checkChoice('dtype', dtype, idDTypes);
  if (code === 0 && paddingIndex !== undefined) {
    throw typeError('paddingIndex', paddingIndex, "none for 'huggingface'");
  }
  const padding = checkInteger('paddingIndex', paddingIndex ?? 1, 0);
  let shape = given === undefined && mask !== undefined ? undefined : checkShape('shape', given);
  if (shape?.length === 0) throw rangeError('shape', given, '[..., length]');
  const ids = mask === undefined ? undefined : checkIds('mask', mask, shape && productOf(shape));
  shape ??= [1, ids?.place.length ?? 0];
  const length = shape.at(-1) as number;
  const batch = productOf(shape.slice(0, -1));
  if (code !== 1 && past > length)
    throw rangeError('past', past, `at most ${length}, the length of the mask`);
  if (length + (code === 0 ? 0 : padding) + (code === 1 ? past : 0) > largestId) {
    const parts: [string, number][] = [
      ['paddingIndex', padding],
      ['past', past],
      ['shape', length],
    ];
    const [name, value] = parts.reduce((most, part) => (part[1] > most[1] ? part : most));
    throw rangeError(name, value, `ids of at most ${largestId}`);
  }
  const columns = code === 1 ? length : length - past;
  const count = batch * columns;
  const place = checkOut(dtype, out, count, 'an id for each place');
  const positions = Workspace.use((workspace) => {
    const from = ids ? workspace.ids(ids, 1, '0 or 1') : 0;
    const address = workspace.allocate(4, count);
    workspace.native.maskPositions(code, from, batch, length, past, padding, address);
    return resultIds(dtype, address, count, place);
  });
  return { positions, shape: [...shape.slice(0, -1), columns] };
}
