// Position ids have the values of the originals, in both types.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import mrope from '../golden/mrope-positions.json' with { type: 'json' };
import masks from '../golden/position-ids.json' with { type: 'json' };
import vision from '../golden/vision-positions.json' with { type: 'json' };

beforeAll(() => posenc.init());

const numbers = (ids: ArrayLike<number | bigint>) => Array.from(ids, Number);
const dtypes = ['int32', 'int64'] as const;
const kinds = { int32: 'Int32Array', int64: 'BigInt64Array' };

/** What a call gives with either type; both must have the same ids. */
function both<T extends posenc.ShapedIds<posenc.IdDType>>(call: (dtype: posenc.IdDType) => T): T {
  const [first, second] = dtypes.map((dtype) => {
    const found = call(dtype);
    expect(found.positions.constructor.name).toBe(kinds[dtype]);
    expect(found.positions.length).toBe(found.shape.reduce((a, b) => a * b, 1));
    return found;
  }) as [T, T];
  expect(numbers(second.positions)).toEqual(numbers(first.positions));
  expect(second.shape).toEqual(first.shape);
  return first;
}

interface MropeArgs {
  version: string;
  token_types: number[][];
  attention_mask: number[][] | null;
  image_grid_thw: number[][];
  video_grid_thw: number[][];
  spatial_merge_size: number;
  tokens_per_second?: number;
  second_per_grid_ts?: number[] | null;
}

const rulesOf: Record<string, posenc.MropeRules> = {
  'mrope-positions-qwen2-vl': 'qwen2-vl',
  'mrope-positions-qwen2-5-vl': 'qwen2.5-vl',
  'mrope-positions-qwen3-vl': 'qwen3-vl',
};

function optionsOf(encoding: string, args: MropeArgs): posenc.MropeOptions {
  const { token_types: types, attention_mask: mask, tokens_per_second, second_per_grid_ts: seconds } = args;
  return {
    types: types.flat(),
    shape: [types.length, types[0]?.length ?? 0],
    rules: rulesOf[encoding] as posenc.MropeRules,
    version: args.version.includes('4.57') ? '4.57' : '5',
    imageGrids: args.image_grid_thw,
    videoGrids: args.video_grid_thw,
    merge: args.spatial_merge_size,
    ...(mask && { mask: mask.flat() }),
    ...(tokens_per_second !== undefined && { tokensPerSecond: tokens_per_second }),
    ...(seconds && { secondsPerGrid: seconds }),
  };
}

/** Ids of tokens in place of types. */
const tokenIds = { imageTokenId: 151655, videoTokenId: 151656 };
const inputIdsOf = (types: readonly number[]) =>
  types.map((type, i) => [100 + i, tokenIds.imageTokenId, tokenIds.videoTokenId][type] as number);

describe('M-RoPE', () => {
  it('has all golden cases', () => expect(mrope.length).toBe(38));

  it.each(mrope.map((one) => [one.id, one] as const))(
    '%s',
    (_, { encoding, args, shape, exact, delta_exact }) => {
      const options = optionsOf(encoding, args as unknown as MropeArgs);
      const found = both((dtype) => posenc.mropePositions({ ...options, dtype }));
      expect(found.shape).toEqual(shape);
      expect(numbers(found.positions)).toEqual(exact);
      expect(numbers(found.delta)).toEqual(delta_exact);

      const { types, ...others } = options;
      const inputIds = BigInt64Array.from(inputIdsOf(types as number[]), BigInt);
      const mask = others.mask && BigInt64Array.from(others.mask as number[], BigInt);
      const byId = posenc.mropePositions({
        ...others,
        ...(mask && { mask }),
        inputIds,
        ...tokenIds,
        dtype: 'int64',
      });
      expect(numbers(byId.positions)).toEqual(exact);
      expect(byId.delta).toEqual(BigInt64Array.from(delta_exact, BigInt));

      // Each next token is after the largest position of its sequence, as the delta says.
      const [, batch = 0, length = 0] = shape;
      const real = Array.from({ length: batch }, (_, row) => {
        const flags = numbers(options.mask ?? []).slice(row * length, (row + 1) * length);
        return options.mask && options.version === '5' ? flags.filter(Boolean).length : length;
      });
      const next = both((dtype) => posenc.mropePositions({ ...options, dtype }).next(length + 4, 2));
      expect(next.shape).toEqual([3, batch, 2]);
      const row = delta_exact.flatMap((delta, i) =>
        [0, 1].map((more) => (real[i] as number) + delta + 4 + more),
      );
      expect(numbers(next.positions)).toEqual([...row, ...row, ...row]);
    },
  );
});

describe('masks', () => {
  interface MaskArgs {
    attention_mask?: number[][];
    input_length?: number;
    input_ids?: number[][];
    tensor?: number[][];
    padding_idx?: number;
    past_key_values_length?: number;
    past_length?: number;
  }
  const conventions: Record<string, 'huggingface' | 'roberta' | 'fairseq'> = {
    'position-ids-hf-mask': 'huggingface',
    'position-ids-past': 'huggingface',
    'position-ids-roberta': 'roberta',
    'position-ids-fairseq': 'fairseq',
  };

  it('has all golden cases', () => expect(masks.length).toBe(21));

  it.each(masks.map((one) => [one.id, one] as const))('%s', (_, { encoding, args: given, shape, exact }) => {
    const args = given as MaskArgs;
    const convention = conventions[encoding] as 'roberta';
    const rows = args.attention_mask ?? args.input_ids ?? args.tensor;
    const { padding_idx: paddingIndex, input_length: wanted } = args;
    const length = rows?.[0]?.length ?? (args.past_length ?? 0) + (wanted ?? 0);
    const mask = rows?.flat().map((id) => (paddingIndex === undefined ? id : Number(id !== paddingIndex)));
    const past = args.past_key_values_length ?? (wanted === undefined ? 0 : length - wanted);
    const found = both((dtype) =>
      posenc.positionIdsFromMask(mask, {
        shape: [rows?.length ?? 1, length],
        convention,
        past,
        ...(paddingIndex !== undefined && { paddingIndex }),
        dtype,
      }),
    );
    expect(found.shape).toEqual(shape);
    expect(numbers(found.positions)).toEqual(exact);
  });

  it('fairseq decodes without a look at the mask, from the length of the sequence', () => {
    const found = posenc.positionIdsFromMask([0, 0, 1, 1, 1, 1, 1, 0], {
      shape: [2, 4],
      convention: 'fairseq',
      past: 3,
      paddingIndex: 1,
    });
    expect(found).toEqual({ positions: Int32Array.of(5, 5), shape: [2, 1] });
  });
});

describe('patches', () => {
  const ids = vision.filter(({ encoding }) => encoding === 'vision-position-ids');
  const nearest = vision.filter(({ encoding }) => encoding === 'vision-nearest-ids');
  interface VisionArgs {
    grid_thw: number[][];
    spatial_merge_size: number;
    include_temporal: boolean;
    target_sizes: number[][];
    num_patches_per_side: number;
  }

  it('has all golden cases', () => expect([ids.length, nearest.length]).toEqual([7, 8]));

  it.each(ids.map((one) => [one.id, one] as const))('%s', (_, { args: given, shape, exact }) => {
    const {
      grid_thw: grids,
      spatial_merge_size: merge,
      include_temporal: temporal,
    } = given as unknown as VisionArgs;
    const found = both((dtype) => posenc.visionPositions({ grids, merge, temporal, dtype }));
    expect(found.shape).toEqual(shape);
    expect(numbers(found.positions)).toEqual(exact);
  });

  it.each(nearest.map((one) => [one.id, one] as const))('%s', (_, { args: given, shape, exact }) => {
    const { target_sizes: sizes, num_patches_per_side: side } = given as unknown as VisionArgs;
    const found = both((dtype) => posenc.nearestIds({ sizes, side, dtype }));
    expect(found.shape).toEqual(shape);
    expect(numbers(found.positions)).toEqual(exact);
  });
});
