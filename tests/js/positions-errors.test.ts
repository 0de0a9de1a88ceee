// Bad input to position ids: each error names the argument, its value and what was expected, and nothing is written.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, expectThrow } from '../support/refusal.js';

beforeAll(() => posenc.init());

type Refusal = readonly [string, () => unknown, ErrorConstructor, RegExp];

const mask =
  (list: unknown, options: object = {}, out?: object) =>
  () =>
    posenc.positionIdsFromMask(list as number[], options, out as Int32Array);
const types = [0, 1, 1, 0];
const image = { types, imageGrids: [[1, 2, 4]], rules: 'qwen2-vl' };
const mrope = (options: object, out?: object) => () =>
  posenc.mropePositions(options as posenc.MropeOptions, out as Int32Array);
const vision = (options: object, out?: object) => () =>
  posenc.visionPositions(options as posenc.VisionOptions, out as Int32Array);
const nearest = (options: object, out?: object) => () =>
  posenc.nearestIds(options as posenc.NearestOptions, out as Int32Array);

const masks: Refusal[] = [
  ['a number', mask(5), TypeError, /^mask is 5: expected a list of integers/],
  ['a text', mask('0101'), TypeError, /^mask is "0101"/],
  ['2', mask([1, 2, 0]), RangeError, /^mask\[1\] is 2: expected 0 or 1/],
  ['a negative value', mask(Int8Array.of(1, -1)), RangeError, /^mask\[1\] is -1: expected 0 or 1/],
  ['a fraction', mask(Float32Array.of(1, 0.5)), RangeError, /^mask\[1\] is 0\.5/],
  ['NaN', mask([Number.NaN]), RangeError, /^mask\[0\] is NaN/],
  ['Infinity', mask([1, Number.POSITIVE_INFINITY]), RangeError, /^mask\[1\] is Infinity/],
  ['a BigInt', mask(BigInt64Array.of(1n, 2n)), RangeError, /^mask\[1\] is 2n: expected 0 or 1/],
  ['a huge BigInt', mask(BigUint64Array.of(2n ** 63n)), RangeError, /^mask\[0\] is 9223372036854775808n/],
  ['one that wraps in 32 bits', mask(Uint32Array.of(2 ** 32 - 1)), RangeError, /^mask\[0\] is 4294967295/],
  ['true', mask([true, false]), TypeError, /^mask\[0\] is true: expected a number or a BigInt/],
  ['a hole', mask([1, undefined]), TypeError, /^mask\[1\] is undefined/],
  ['a false length', mask({ length: 2 ** 40 }), TypeError, /^mask\[0\] is undefined/],
  [
    'another shape',
    mask([1, 1], { shape: [1, 3] }),
    RangeError,
    /^mask has 2 values: expected 3, as the shape/,
  ],
  ['no shape', mask(undefined), TypeError, /^shape is undefined: expected an array of lengths/],
  ['an empty shape', mask([1], { shape: [] }), RangeError, /^shape is \[\]: expected \[\.\.\., length\]/],
  ['a negative length', mask([1], { shape: [-1] }), RangeError, /^shape\[0\] is -1/],
  [
    'a huge shape',
    mask(undefined, { shape: [2 ** 40, 2] }),
    RangeError,
    /^2199023255552 ids are more than wasm/,
  ],
  [
    'a convention',
    mask([1], { convention: 'bert' }),
    RangeError,
    /^convention is "bert": expected 'huggingface', 'r/,
  ],
  ['a past', mask([1], { past: 2 }), RangeError, /^past is 2: expected at most 1, the length of the mask/],
  ['a negative past', mask([1], { past: -1 }), RangeError, /^past is -1/],
  ['a fractional past', mask([1], { past: 0.5 }), RangeError, /^past is 0\.5/],
  [
    'padding',
    mask([1], { paddingIndex: 1 }),
    TypeError,
    /^paddingIndex is 1: expected none for 'huggingface'/,
  ],
  [
    'a fractional padding',
    mask([1], { convention: 'fairseq', paddingIndex: 0.5 }),
    RangeError,
    /^paddingIndex is 0\.5/,
  ],
  [
    'ids beyond int32',
    mask([1], { convention: 'roberta', paddingIndex: 2 ** 31 - 1 }),
    RangeError,
    /^paddingIndex is 2147483647: expected ids of at most 2147483647/,
  ],
  [
    'a past beyond int32',
    mask([1], { convention: 'roberta', past: 2 ** 31 }),
    RangeError,
    /^past is 2147483648: expected ids of at most/,
  ],
  ['a type', mask([1], { dtype: 'float32' }), RangeError, /^dtype is "float32": expected 'int32' or 'int64'/],
  ['an option', mask([1], { padding: 1 }), TypeError, /^options\.padding is unknown/],
  [
    'a float out',
    mask([1], {}, new Float32Array(1)),
    TypeError,
    /^out is a Float32Array of 1: .*Int32Array, for int32/,
  ],
  [
    'an out of another type',
    mask([1], { dtype: 'int64' }, new Int32Array(1)),
    TypeError,
    /^out is an Int32Array of 1: expected an array of the type BigInt64Array/,
  ],
  ['a short out', mask([1, 1], {}, new Int32Array(1)), RangeError, /^out has 1 value: expected 2/],
];

const models: Refusal[] = [
  ['no tokens', mrope({ rules: 'qwen2-vl' }), TypeError, /^types is undefined: expected a list of integers/],
  ['both', mrope({ ...image, inputIds: types }), TypeError, /^types and inputIds are both given/],
  [
    'no rules',
    mrope({ types }),
    TypeError,
    /^rules is undefined: expected 'qwen2-vl', 'qwen2\.5-vl' or 'qwen3-vl'/,
  ],
  ['other rules', mrope({ types, rules: 'glm' }), RangeError, /^rules is "glm"/],
  ['a version', mrope({ ...image, version: '4' }), RangeError, /^version is "4": expected '5' or '4\.57'/],
  ['a type', mrope({ ...image, types: [0, 3] }), RangeError, /^types\[1\] is 3: expected 0, 1 or 2/],
  [
    'a negative type',
    mrope({ ...image, types: [0, -1] }),
    RangeError,
    /^types\[1\] is -1: expected 0, 1 or 2/,
  ],
  ['a fractional type', mrope({ ...image, types: [0.5] }), RangeError, /^types\[0\] is 0\.5/],
  [
    'a token beyond int32',
    mrope({ inputIds: [2 ** 31], rules: 'qwen2-vl' }),
    RangeError,
    /^inputIds\[0\] is 2147483648: expected an integer from 0 to 2147483647/,
  ],
  ['a mask of 2', mrope({ ...image, mask: [1, 1, 2, 1] }), RangeError, /^mask\[2\] is 2: expected 0 or 1/],
  ['a short mask', mrope({ ...image, mask: [1] }), RangeError, /^mask has 1 value: expected 4, as the shape/],
  ['a shape', mrope({ ...image, shape: [4] }), RangeError, /^shape is \[4\]: expected \[batch, length\]/],
  ['too few tokens', mrope({ ...image, shape: [2, 4] }), RangeError, /^types has 4 values: expected 8/],
  [
    'too few tokens of images',
    mrope({ ...image, types: [0, 1, 0] }),
    RangeError,
    /^imageGrids has 2 tokens in 1 grid: expected 1, the image tokens of types$/,
  ],
  [
    'no grids',
    mrope({ types: [2, 0], rules: 'qwen2-vl' }),
    RangeError,
    /^videoGrids has 0 tokens in 0 grids: expected 1, the video tokens of types$/,
  ],
  [
    'grids without tokens',
    mrope({ ...image, types: [0, 0] }),
    RangeError,
    /^imageGrids has 2 tokens in 1 grid: expected 0/,
  ],
  [
    'grids of other images',
    mrope({
      types: [1, 1, 0, 1],
      imageGrids: [
        [1, 2, 2],
        [1, 2, 4],
      ],
      rules: 'qwen2-vl',
      version: '4.57',
    }),
    RangeError,
    /^imageGrids\[1\] has 2 tokens: expected 1, the image tokens from types\[1\] on$/,
  ],
  [
    'an image in two sequences',
    mrope({ ...image, types: [0, 1, 1, 0], shape: [2, 2] }),
    RangeError,
    /^imageGrids\[0\] has 2 tokens: expected 1, the image tokens from types\[1\] on$/,
  ],
  [
    'an image with a video inside',
    mrope({ types: [1, 2, 1], imageGrids: [[1, 2, 4]], videoGrids: [[1, 2, 2]], rules: 'qwen2-vl' }),
    RangeError,
    /^imageGrids\[0\] has 2 tokens: expected 1/,
  ],
  [
    'tokens that are masked',
    mrope({ ...image, mask: [1, 1, 0, 1] }),
    RangeError,
    /expected 1, the image tokens of/,
  ],
  [
    'a grid of two',
    mrope({ ...image, imageGrids: [[2, 4]] }),
    RangeError,
    /^imageGrids\[0\] has 2 entries: expected 3/,
  ],
  [
    'a flat grid of two',
    mrope({ ...image, imageGrids: [2, 4] }),
    RangeError,
    /^imageGrids has 2 entries: expected 3 for/,
  ],
  ['a grid of 0', mrope({ ...image, imageGrids: [[0, 2, 2]] }), RangeError, /^imageGrids\[0\]\[0\] is 0/],
  ['a negative grid', mrope({ ...image, imageGrids: [1, -2, 2] }), RangeError, /^imageGrids\[1\] is -2/],
  [
    'a fractional grid',
    mrope({ ...image, imageGrids: [[1, 2, 2.5]] }),
    RangeError,
    /^imageGrids\[0\]\[2\] is 2\.5/,
  ],
  [
    'a huge grid',
    mrope({ ...image, imageGrids: [[1, 2, 2n ** 40n]] }),
    RangeError,
    /^imageGrids\[0\]\[2\] is 109/,
  ],
  ['a grid of text', mrope({ ...image, imageGrids: ['1x2'] }), TypeError, /^imageGrids\[0\] is "1x2"/],
  ['no list', mrope({ ...image, imageGrids: 3 }), TypeError, /^imageGrids is 3: expected a list of grids/],
  [
    'a grid that does not merge',
    mrope({ ...image, imageGrids: [[1, 2, 3]] }),
    RangeError,
    /^imageGrids\[0\]\[2\] is 3: expected a multiple of merge, 2/,
  ],
  [
    'a grid of 1 x 1',
    mrope({ ...image, imageGrids: [[1, 1, 1]] }),
    RangeError,
    /^imageGrids\[0\]\[1\] is 1: .* merge, 2/,
  ],
  ['a merge', mrope({ ...image, merge: 0 }), RangeError, /^merge is 0/],
  [
    'seconds for other rules',
    mrope({ ...image, secondsPerGrid: [1] }),
    TypeError,
    /^secondsPerGrid is \[1\]: expected none for 'qwen2-vl'/,
  ],
  [
    'tokens of images',
    mrope({ ...image, imageTokenId: 7 }),
    TypeError,
    /^imageTokenId is 7: expected none without in/,
  ],
  [
    'no token of images',
    mrope({ inputIds: types, imageGrids: [[1, 2, 4]], rules: 'qwen2-vl' }),
    TypeError,
    /^imageTokenId is undefined: expected a number/,
  ],
  [
    'the same token twice',
    mrope({ inputIds: types, imageTokenId: 1, videoTokenId: 1, rules: 'qwen2-vl' }),
    RangeError,
    /^videoTokenId is 1: expected another id/,
  ],
  ['an option', mrope({ ...image, spatial: 2 }), TypeError, /^options\.spatial is unknown/],
  [
    'a short out',
    mrope(image, new Int32Array(11)),
    RangeError,
    /^out has 11 values: expected 12, three for each token/,
  ],
];

const video = { types: [2, 2, 0], videoGrids: [[2, 2, 2]], rules: 'qwen2.5-vl', tokensPerSecond: 2 };
const seconds: Refusal[] = [
  [
    '0',
    mrope({ ...video, secondsPerGrid: [0] }),
    RangeError,
    /^secondsPerGrid\[0\] is 0: expected a number above 0/,
  ],
  ['negative', mrope({ ...video, secondsPerGrid: [-1] }), RangeError, /^secondsPerGrid\[0\] is -1/],
  ['NaN', mrope({ ...video, secondsPerGrid: [Number.NaN] }), RangeError, /^secondsPerGrid\[0\] is NaN/],
  [
    'too many',
    mrope({ ...video, secondsPerGrid: [1, 2] }),
    RangeError,
    /^secondsPerGrid has 2 entries: expected 1/,
  ],
  [
    'none for a video',
    mrope({ ...video, tokensPerSecond: undefined }),
    TypeError,
    /^tokensPerSecond is undefined/,
  ],
  [
    'Infinity',
    mrope({ ...video, tokensPerSecond: Number.POSITIVE_INFINITY }),
    RangeError,
    /^tokensPerSecond is Inf/,
  ],
  [
    'too many to hold',
    mrope({ ...video, secondsPerGrid: [1e300] }),
    RangeError,
    /^secondsPerGrid and tokensPerSecond give the position 9007199254740991: expected at most 2147483646/,
  ],
];

const patches: Refusal[] = [
  ['no grids', vision({}), TypeError, /^grids is undefined: expected a list of grids/],
  ['a merge', vision({ grids: [[1, 2, 2]], merge: 1.5 }), RangeError, /^merge is 1\.5/],
  [
    'rows',
    vision({ grids: [[1, 3, 2]] }),
    RangeError,
    /^grids\[0\]\[1\] is 3: expected a multiple of merge, 2/,
  ],
  [
    'a column of time',
    vision({ grids: [[1, 2, 2]], temporal: 1 }),
    TypeError,
    /^temporal is 1: expected true or false/,
  ],
  [
    'too many',
    vision({ grids: [[2 ** 30, 2 ** 30, 2]] }),
    RangeError,
    /ids are more than wasm memory can hold/,
  ],
  [
    'a short out',
    vision({ grids: [[1, 2, 2]] }, new Int32Array(4)),
    RangeError,
    /^out has 4 values: expected 8/,
  ],
  ['no sizes', nearest({ side: 7 }), TypeError, /^sizes is undefined/],
  [
    'three lengths',
    nearest({ sizes: [[1, 2, 3]], side: 7 }),
    RangeError,
    /^sizes\[0\] has 3 entries: expected 2/,
  ],
  ['no side', nearest({ sizes: [[1, 2]] }), TypeError, /^side is undefined/],
  ['a side', nearest({ sizes: [[1, 2]], side: 46341 }), RangeError, /^side is 46341: expected at most 46340/],
];

describe.each([
  ['a mask', masks],
  ['M-RoPE', models],
  ['seconds', seconds],
  ['patches', patches],
] as const)('%s', (_, refusals) => {
  it.each(refusals)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

it('out is untouched', () => {
  const out = new Int32Array(12).fill(7);
  expectThrow(mrope({ ...image, mask: [1, 1, 0, 1] }, out), RangeError, /imageGrids/);
  expectThrow(mask([1, 1, 2], {}, out.subarray(0, 3)), RangeError, /mask/);
  expectThrow(
    vision(
      {
        grids: [
          [1, 2, 2],
          [1, 2, 0],
        ],
      },
      out.subarray(0, 8),
    ),
    RangeError,
    /grids/,
  );
  expect(out.every((id) => id === 7)).toBe(true);
});

it('detached and shared arrays', () => {
  const detached = new Int32Array(4);
  structuredClone(detached, { transfer: [detached.buffer] });
  expectThrow(mask(detached), TypeError, /^mask is detached/);
  expectThrow(mask([], { shape: [0] }, detached), TypeError, /^out is detached/);
  if (typeof SharedArrayBuffer === 'undefined') return;
  const shared = new Int32Array(new SharedArrayBuffer(16));
  expectThrow(mask([1, 1, 1, 1], {}, shared), TypeError, /^out is on a SharedArrayBuffer/);
  shared.set([0, 1, 1, 0]);
  expect(mask(shared)()).toEqual(mask([0, 1, 1, 0])());
});
