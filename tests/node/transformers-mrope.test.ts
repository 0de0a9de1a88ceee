// M-RoPE positions beside those of transformers.js, whose models compute them themselves. Where the two differ, the
// golden values say which of them is as Hugging Face's Python has it.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import golden from '../golden/mrope-positions.json' with { type: 'json' };

beforeAll(() => posenc.init());

interface Tensor {
  data: ArrayLike<bigint>;
}
interface Library {
  Tensor: new (type: 'int64', data: BigInt64Array, dims: number[]) => Tensor;
  Qwen2VLForConditionalGeneration?: { prototype: object };
}
interface Model {
  get_rope_index(
    ids: Tensor,
    images?: Tensor,
    videos?: Tensor,
    mask?: Tensor,
  ): [positions: Tensor, deltas: Tensor];
}

const library = (await import('@huggingface/transformers').catch(() => undefined)) as Library | undefined;
const prototype = library?.Qwen2VLForConditionalGeneration?.prototype;
const isThere = prototype !== undefined && 'get_rope_index' in prototype;
if (!isThere)
  console.warn('SKIPPED: M-RoPE beside transformers.js, which is not there or has no get_rope_index');

const config = {
  model_type: 'qwen2_vl',
  image_token_id: 151655,
  video_token_id: 151656,
  vision_start_token_id: 151652,
  vision_config: { spatial_merge_size: 2 },
};

/** What its method gives, called with a config and no weights. */
function theirs(ids: number[], shape: number[], images: number[][], mask: number[] | undefined) {
  const { Tensor } = library as Library;
  const tensor = (values: number[], dims: number[]) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), dims);
  const model = Object.assign(Object.create(prototype as object), { config }) as Model;
  const [positions, deltas] = model.get_rope_index(
    tensor(ids, shape),
    images.length > 0 ? tensor(images.flat(), [images.length, 3]) : undefined,
    undefined,
    mask && tensor(mask, shape),
  );
  return { positions: Array.from(positions.data, Number), deltas: Array.from(deltas.data, Number) };
}

/** Ids of tokens for types; a span of vision is preceded by its start. */
function idsOf(types: number[][]): number[] {
  const { image_token_id, vision_start_token_id } = config;
  return types.flatMap((row) =>
    row.map((type, i) => {
      if (type === 1) return image_token_id;
      return row[i + 1] === 1 ? vision_start_token_id : 100 + i;
    }),
  );
}

/** What of transformers.js 4.3 is equal to the golden values. */
const equal: Record<string, [positions: boolean, deltas: boolean]> = {
  'qwen2-text-only-457': [true, true],
  'qwen2-text-left-pad-457': [true, false], // it adds the length to deltas in place of taking it away
  'qwen2-text-right-pad-457': [true, false],
  'qwen2-image-4x6-457': [true, true],
  'qwen2-two-images-457': [true, true],
  'qwen2-batch2-left-457': [false, true], // padded places hold 0, not 1
  'qwen2-text-only-5': [true, true],
  'qwen2-text-left-pad-5': [true, false],
  'qwen2-text-right-pad-5': [true, false],
  'qwen2-image-4x6-5': [true, true],
  'qwen2-two-images-5': [true, true],
  'qwen2-batch2-left-5': [true, false], // deltas count padding
};

describe.skipIf(!isThere)('transformers.js', () => {
  it.each(Object.entries(equal))('%s: posenc is as the golden values, transformers.js %j', (id, expected) => {
    const { args, exact, delta_exact, shape } = golden.find(
      (one) => one.id === id,
    ) as (typeof golden)[number];
    const { token_types, image_grid_thw: imageGrids } = args as {
      token_types: number[][];
      image_grid_thw: number[][];
    };
    const mask = (args as { attention_mask: number[][] | null }).attention_mask?.flat();
    const inputIds = idsOf(token_types);
    const shapeOfIds = shape.slice(1);
    const ours = posenc.mropePositions({
      inputIds,
      shape: shapeOfIds,
      imageGrids,
      config,
      version: id.endsWith('457') ? '4.57' : '5',
      ...(mask && { mask }),
    });
    expect([Array.from(ours.positions), Array.from(ours.delta)]).toEqual([exact, delta_exact]);
    const { positions, deltas } = theirs(inputIds, shapeOfIds, imageGrids, mask);
    const isEqual = (found: number[], golden: number[]) => String(found) === String(golden);
    expect([isEqual(positions, exact), isEqual(deltas, delta_exact)]).toEqual(expected);
  });

  it('gives a mask of four ones the delta 8, Hugging Face and posenc 0', () => {
    expect(theirs([1, 2, 3, 4], [1, 4], [], [1, 1, 1, 1]).deltas).toEqual([8]);
    for (const version of ['5', '4.57'] as const) {
      const options = { inputIds: [1, 2, 3, 4], mask: [1, 1, 1, 1], config, version };
      expect(posenc.mropePositions(options).delta).toEqual(Int32Array.of(0));
    }
  });

  it('divides the positions of several sequences without a mask by their number, which Hugging Face does not', () => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8];
    const axis = [0, 1, 2, 3, 0, 1, 2, 3];
    expect(theirs(ids, [2, 4], [], undefined).positions.slice(0, 8)).toEqual([0, 0, 1, 1, 0, 0, 1, 1]);
    const { positions } = posenc.mropePositions({ inputIds: ids, shape: [2, 4], config });
    expect(positions).toEqual(Int32Array.from([...axis, ...axis, ...axis]));
  });
});
