// M-RoPE positions from a model's config, their lists of every type, and arrays in wasm memory.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const types = [0, 1, 1, 0];
const mrope = (options: object, out?: object) => () =>
  posenc.mropePositions(options as posenc.MropeOptions, out as Int32Array);

describe('the rules of a config', () => {
  const vision_config = { spatial_merge_size: 1, tokens_per_second: 3 };
  const config = { image_token_id: 8, video_token_id: 9, vision_config };
  const videos = { inputIds: [5, 9, 9, 9, 9, 6], videoGrids: [[2, 1, 2]] };
  const timeOf = (options: object) => Array.from(mrope(options)().positions.slice(0, 6));

  it.each([
    ['qwen2_vl', [0, 1, 1, 2, 2, 3]],
    ['qwen2_5_vl', [0, 1, 1, 4, 4, 3]],
    ['qwen3_vl', [0, 1, 1, 3, 3, 5]],
    ['qwen3_vl_moe', [0, 1, 1, 3, 3, 5]],
    ['qwen3_5', [0, 1, 1, 3, 3, 5]],
    ['qwen3_5_moe', [0, 1, 1, 3, 3, 5]],
  ])('%s', (model_type, expected) => {
    expect(timeOf({ ...videos, config: { ...config, model_type } })).toEqual(expected);
  });

  it('give way to options', () => {
    const qwen25 = { ...config, model_type: 'qwen2_5_vl' };
    expect(timeOf({ ...videos, config: qwen25, rules: 'qwen3-vl' })).toEqual([0, 1, 1, 3, 3, 5]);
    expect(timeOf({ ...videos, config: qwen25, tokensPerSecond: 5 })).toEqual([0, 1, 1, 6, 6, 3]);
    const inputIds = [5, 7, 7, 7, 7, 6];
    expect(timeOf({ ...videos, inputIds, config: qwen25, videoTokenId: 7 })).toEqual([0, 1, 1, 4, 4, 3]);
    const merged = { ...videos, videoGrids: [[2, 2, 4]], config: qwen25, merge: 2 };
    expect(timeOf(merged)).toEqual([0, 1, 1, 4, 4, 3]);
  });

  it('merge 2 x 2 patches if it does not say otherwise', () => {
    const plain = { model_type: 'qwen2_vl', image_token_id: 8, vision_config: {} };
    const found = mrope({ inputIds: [8, 8, 5], imageGrids: [[1, 2, 4]], config: plain })();
    expect(found.positions).toEqual(Int32Array.of(0, 0, 2, 0, 0, 2, 0, 1, 2));
  });
});

describe('a config', () => {
  const config = {
    model_type: 'qwen2_5_vl',
    image_token_id: 151655,
    video_token_id: 151656,
    vision_config: { spatial_merge_size: 2, tokens_per_second: 2 },
  };
  const withKeys = (keys: object, options: object = { inputIds: [151656, 0], videoGrids: [[1, 2, 2]] }) =>
    mrope({ config: { ...config, ...keys }, ...options });
  it.each([
    ['of no object', mrope({ types, config: 5 }), TypeError, /^config is 5: expected an object/],
    [
      'without a type',
      withKeys({ model_type: undefined }),
      TypeError,
      /^config\.model_type is undefined: expected 'qw/,
    ],
    [
      'of another model',
      withKeys({ model_type: 'llama' }),
      RangeError,
      /^config\.model_type is "llama": .* 'qwen3_5_moe'/,
    ],
    [
      'without a tower',
      withKeys({ vision_config: null }),
      TypeError,
      /^config\.vision_config is null: expected an obj/,
    ],
    [
      'without a token',
      withKeys({ video_token_id: null }),
      TypeError,
      /^config\.video_token_id is undefined: expected/,
    ],
    ['with a wrong token', withKeys({ video_token_id: -1 }), RangeError, /^config\.video_token_id is -1/],
    [
      'without seconds',
      withKeys({ vision_config: {} }),
      TypeError,
      /^config\.vision_config\.tokens_per_second is undefined: expected a number/,
    ],
    [
      'with a wrong merge',
      withKeys({ vision_config: { spatial_merge_size: '2' } }),
      TypeError,
      /^config\.vision_config\.spatial_merge_size is "2"/,
    ],
    [
      'with another merge',
      withKeys({ vision_config: { spatial_merge_size: 3, tokens_per_second: 2 } }),
      RangeError,
      /^videoGrids\[0\]\[1\] is 2: expected a multiple of config\.vision_config\.spatial_merge_size, 3/,
    ],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

describe('next', () => {
  const next =
    (...args: unknown[]) =>
    () =>
      posenc
        .mropePositions({ types, imageGrids: [[1, 2, 4]], rules: 'qwen2-vl' })
        .next(...(args as [number]));
  it.each([
    ['no past', next(), TypeError, /^past is undefined/],
    ['a past inside the prompt', next(3), RangeError, /^past is 3: expected an integer of at least 4/],
    ['a fractional past', next(4.5), RangeError, /^past is 4\.5/],
    ['a past beyond int32', next(2 ** 31), RangeError, /^past is 2147483648: expected positions of at most/],
    ['no tokens', next(4, 0), RangeError, /^count is 0/],
    ['a short out', next(4, 1, new Int32Array(2)), RangeError, /^out has 2 values: expected 3/],
    ['an out of another type', next(4, 1, new BigInt64Array(3)), TypeError, /^out is a BigInt64Array of 3/],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

describe('lists', () => {
  const plain = [1, 0, 1, 1];
  const typed = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array];
  const lists: [string, posenc.IdList][] = [
    ['an array', plain],
    ['BigInts', plain.map(BigInt)],
    ['an object', { ...plain, length: 4 }],
    ...[...typed, Float32Array, Float64Array].map((Kind): [string, posenc.IdList] => [
      Kind.name,
      Kind.from(plain),
    ]),
    ['BigInt64Array', BigInt64Array.from(plain, BigInt)],
    ['BigUint64Array', BigUint64Array.from(plain, BigInt)],
  ];
  it.each(lists)('%s', (_, list) => {
    expect(posenc.positionIdsFromMask(list).positions).toEqual(Int32Array.of(0, 1, 1, 2));
    const found = posenc.mropePositions({
      types: list,
      mask: list,
      imageGrids: BigInt64Array.of(1n, 1n, 3n),
      rules: 'qwen2-vl',
      merge: 1,
    });
    expect(found.positions).toEqual(Int32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2));
    expect(found.delta).toEqual(Int32Array.of(0));
  });

  it('may be empty, and sequences may be none', () => {
    expect(posenc.positionIdsFromMask([])).toEqual({ positions: new Int32Array(0), shape: [1, 0] });
    expect(posenc.positionIdsFromMask([], { shape: [0, 3] })).toEqual({
      positions: new Int32Array(0),
      shape: [0, 3],
    });
    const { positions, shape, delta } = mrope({ types: [], rules: 'qwen3-vl' })();
    expect([positions.length, shape, delta]).toEqual([0, [3, 1, 0], Int32Array.of(0)]);
    expect(mrope({ types: [], rules: 'qwen3-vl', shape: [0, 5] })().delta.length).toBe(0);
    expect(posenc.visionPositions({ grids: [] })).toEqual({ positions: new Int32Array(0), shape: [0, 2] });
    expect(posenc.nearestIds({ sizes: [], side: 7 })).toEqual({ positions: new Int32Array(0), shape: [0] });
  });

  it('of one patch', () => {
    expect(posenc.visionPositions({ grids: [[1, 1, 1]], merge: 1, temporal: true })).toEqual({
      positions: Int32Array.of(0, 0, 0),
      shape: [1, 3],
    });
    const one = mrope({ types: [1], imageGrids: [[1, 1, 1]], merge: 1, rules: 'qwen3-vl' })();
    expect([...one.positions, ...one.delta]).toEqual([0, 0, 0, 0]);
  });
});

describe('arrays for the result', () => {
  const length = 30000; // more than the scratch holds
  const options = {
    types: Uint8Array.from({ length }, (_, i) => (i < 10 || i >= 29410 ? 0 : 1)),
    imageGrids: [[1, 280, 420]],
    rules: 'qwen2-vl',
  } as const;

  it('may be of either memory, and are returned', () => {
    const expected = posenc.mropePositions(options).positions;
    const own = new Int32Array(3 * length + 2).fill(-1);
    const out = own.subarray(1, -1);
    expect(posenc.mropePositions(options, out).positions).toBe(out);
    expect(out).toEqual(expected);
    expect([own[0], own.at(-1)]).toEqual([-1, -1]);

    const inWasm = posenc.allocate(3 * length);
    const { buffer, byteOffset } = inWasm.array;
    const there = posenc.mropePositions(options, new Int32Array(buffer, byteOffset, 3 * length)).positions;
    expect([there.buffer, there.byteOffset]).toEqual([inWasm.array.buffer, byteOffset]);
    expect(there.slice()).toEqual(expected);
    inWasm.dispose();
  });

  it('may be of int64', () => {
    const expected = BigInt64Array.from(posenc.mropePositions(options).positions, BigInt);
    const int64 = { ...options, dtype: 'int64' as const };
    expect(posenc.mropePositions(int64).positions).toEqual(expected);
    const out = new BigInt64Array(3 * length);
    expect(posenc.mropePositions(int64, out).positions).toBe(out);
    expect(out).toEqual(expected);

    const inWasm = posenc.allocate(6 * length);
    const { buffer, byteOffset } = inWasm.array;
    const there = posenc.mropePositions(int64, new BigInt64Array(buffer, byteOffset, 3 * length)).positions;
    expect(there.slice()).toEqual(expected);
    inWasm.dispose();
  });

  it('may hold the list that the ids are made from', () => {
    const inWasm = posenc.allocate(5);
    const mask = new Int32Array(inWasm.array.buffer, inWasm.array.byteOffset, 5);
    mask.set([0, 0, 1, 1, 1]);
    expect([...posenc.positionIdsFromMask(mask, {}, mask).positions]).toEqual([1, 1, 0, 1, 2]);
    inWasm.dispose();
  });
});
