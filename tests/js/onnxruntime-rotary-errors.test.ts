// Position ids, in every kind of list, and wrong arguments of the functions for rotary operators.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { positionIds, rotaryCaches } from 'posenc/onnxruntime';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadOrt } from '../support/ort.js';

const { Rotary } = posenc;

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});

describe('position ids', () => {
  it.each([
    ['numbers', [0, 5, 2]],
    ['BigInts', [0n, 5n, 2n]],
    ['both', [0, 5n, 2]],
    ['a BigInt64Array', BigInt64Array.of(0n, 5n, 2n)],
    ['an Int32Array', Int32Array.of(0, 5, 2)],
    ['any list', { length: 3, 0: 0, 1: 5, 2: 2 }],
  ] as [string, ArrayLike<number | bigint>][])('of %s', (_, given) => {
    const tensor = positionIds(ort, given, { length: 6 });
    expect(tensor).toBeInstanceOf(ort.Tensor);
    expect([tensor.type, tensor.dims]).toEqual(['int64', [1, 3]]);
    expect(tensor.data).toEqual(BigInt64Array.of(0n, 5n, 2n));
    expect(tensor.data).not.toBe(given);
  });

  it('may be none', () => {
    expect(positionIds(ort, [], { length: 0 }).dims).toEqual([1, 0]);
    expect(positionIds(ort, [], { length: 4, shape: [3, 0, 2] }).dims).toEqual([3, 0, 2]);
    expect(rotaryCaches(ort, new Rotary({ headDim: 4 }), { length: 0 }).cosCache.dims).toEqual([0, 2]);
  });
});

describe('errors name the argument', () => {
  const rotary = () => new Rotary({ headDim: 8 });
  const ids = (given: unknown, options: object = { length: 8 }) =>
    positionIds(ort, given as number[], options as { length: number });
  const caches = (options: object) => rotaryCaches(ort, rotary(), options as { length: number });
  const range = 'expected an integer of at least 0 and below length, 8';
  const cases: [string, () => unknown, RegExp | string][] = [
    ['a negative id', () => ids([0, -1, -2]), `ids[1] is -1: ${range}`],
    ['a fraction', () => ids([0.5]), `ids[0] is 0.5: ${range}`],
    ['an id equal to length', () => ids([1, 7, 8]), `ids[2] is 8: ${range}`],
    ['a huge id', () => ids([2 ** 60]), `ids[0] is ${2 ** 60}: ${range}`],
    ['NaN', () => ids([Number.NaN]), `ids[0] is NaN: ${range}`],
    ['Infinity', () => ids([Number.POSITIVE_INFINITY]), `ids[0] is Infinity: ${range}`],
    ['a huge BigInt', () => ids([1n, 2n ** 70n]), `ids[1] is ${2n ** 70n}n: ${range}`],
    ['a negative BigInt', () => ids(BigInt64Array.of(-1n)), `ids[0] is -1n: ${range}`],
    ['an id of a cache without rows', () => ids([0], { length: 0 }), 'ids[0] is 0: expected an integer'],
    ['a string', () => ids(['1']), 'ids[0] is "1": expected a number or a BigInt'],
    ['no list', () => ids(5), 'ids is 5: expected a list of position ids'],
    ['ids without a length', () => ids([0], {}), 'length is undefined: expected a number'],
    [
      'too few ids for the shape',
      () => ids([0, 1, 2], { length: 8, shape: [2, 2] }),
      'ids has 3 values: expected 4, as the shape [2, 2] requires',
    ],
    ['an unknown option of ids', () => ids([0], { length: 8, offset: 1 }), 'options.offset is unknown'],
    ['no library for ids', () => positionIds(null as never, [0], { length: 8 }), 'ort is null: expected'],
    ['no library', () => rotaryCaches({} as never, rotary(), { length: 8 }), 'ort is an object: expected'],
    ...[undefined, null, 5, {}].map((wrong): [string, () => unknown, RegExp] => [
      `a rotary that is ${JSON.stringify(wrong)}`,
      () => rotaryCaches(ort, wrong as never, { length: 8 }),
      /^rotary is (undefined|null|5|an object): expected a Rotary$/,
    ]),
    ['no options', () => caches(undefined as never), 'options is undefined: expected an object'],
    ['caches without a length', () => caches({}), 'length is undefined: expected a number'],
    ['a negative offset', () => caches({ length: 8, offset: -1 }), 'offset is -1: expected an integer'],
    ['a fractional offset', () => caches({ length: 8, offset: 0.5 }), 'offset is 0.5: expected an integer'],
    [
      'a huge offset',
      () => caches({ length: 8, offset: 2 ** 53 - 1 }),
      'offset is 9007199254740991: expected',
    ],
    ['float64', () => caches({ length: 8, dtype: 'float64' }), `dtype is "float64": expected 'float32' or`],
    ['positions and a length', () => caches({ length: 8, positions: [1] }), 'length and positions are both'],
    [
      'a shape without positions',
      () => caches({ length: 8, shape: [8] }),
      'shape is [8]: expected none without positions',
    ],
    [
      'a shape of other positions',
      () => caches({ positions: [1, 2], shape: [3, 1] }),
      'positions has 2 values: expected 3',
    ],
    ['a role without xpos', () => caches({ length: 8, role: 'key' }), 'role is "key": expected none'],
    ['a misspelt option', () => caches({ length: 8, type: 'float16' }), 'options.type is unknown'],
  ];
  it.each(cases)('%s', (_, act, message) => {
    expect(act).toThrow(message);
  });

  it('once the rotary was disposed of', () => {
    const disposed = rotary();
    disposed.dispose();
    expect(() => rotaryCaches(ort, disposed, { length: 8 })).toThrow(/disposed of/);
  });
});
