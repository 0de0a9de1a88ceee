// Encodings in other layouts: what `encode` gives in each of them, and the same bits after a round trip.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const { convertLayout, encode } = posenc;
const forms = (['interleaved', 'concatenated'] as const).flatMap((layout) =>
  (['sin-cos', 'cos-sin'] as const).flatMap((phase) =>
    [false, true].map((channelsFirst) => ({ layout, phase, channelsFirst })),
  ),
);
const pairs = forms.flatMap((from) => forms.map((to) => ({ from, to })));

describe.each(pairs)('%o', ({ from, to }) => {
  it.each([
    [[7], [10]],
    [
      [3, 5],
      [6, 8],
    ],
    [
      [2, 3, 2],
      [4, 2, 6],
    ],
    [[7], [9]],
    [
      [3, 5],
      [6, 5],
    ],
  ] as [number[], number[]][])('a grid %j with blocks of %j', (grid, split) => {
    const channels = split.reduce((a, b) => a + b);
    const isOdd = split.some((width) => width % 2 !== 0);
    if (isOdd && from.phase !== to.phase) return;
    // The last block is cut where channels are odd.
    const shared = { grid, channels, ...(!isOdd && { split }) };
    const x = encode({ ...shared, ...from });
    const wanted = encode({ ...shared, ...to });
    expectSame(convertLayout(x, { channels, split, from, to }), wanted);
    expectSame(convertLayout(wanted, { channels, split, from: to, to: from }), x);
    if (from.channelsFirst !== to.channelsFirst) return;
    const memory = posenc.allocate(x.length);
    memory.array.set(x);
    expect(convertLayout(memory.array, { channels, split, from, to }, memory.array)).toBe(memory.array);
    expectSame(memory.array, wanted);
    memory.dispose();
  });
});

it('batches, channels outside the blocks, and any bits', () => {
  const bits = Uint32Array.from({ length: 2 * 3 * 5 }, (_, i) => 0x7fa00000 + i);
  const x = new Float32Array(bits.buffer);
  const [from, to] = [{ channelsFirst: true }, { layout: 'concatenated', phase: 'cos-sin' }] as const;
  const options = { channels: 5, split: [4], batch: 2 };
  const found = convertLayout(x, { ...options, from, to });
  const at = (batch: number, channel: number, point: number) => bits[batch * 15 + channel * 3 + point];
  const wanted = [0, 1].flatMap((batch) =>
    [0, 1, 2].flatMap((point) => [1, 3, 0, 2, 4].map((channel) => at(batch, channel, point))),
  );
  expect([...new Uint32Array(found.buffer)]).toEqual(wanted);
  expectSame(convertLayout(found, { ...options, from: to, to: from }), x);
  const doubles = convertLayout(Float64Array.of(1, 2, 3, 4), {
    channels: 4,
    from: {},
    to: { layout: 'concatenated' },
  });
  expect([...doubles]).toEqual([1, 3, 2, 4]);
});

describe('refuses', () => {
  const call =
    (options: object, x: unknown = new Float32Array(12), out?: unknown) =>
    () =>
      convertLayout(x as Float32Array, { channels: 4, from: {}, to: {}, ...options }, out as Float32Array);
  it.each([
    ['no channels', call({ channels: undefined }), TypeError, /^channels is undefined/],
    ['channels 0', call({ channels: 0 }), RangeError, /^channels is 0/],
    ['fractional channels', call({ channels: 1.5 }), RangeError, /^channels is 1\.5/],
    [
      'another length',
      call({ channels: 5 }),
      RangeError,
      /^x has 12 values: expected a multiple of channels, 5/,
    ],
    [
      'a batch',
      call({ batch: 2 }),
      RangeError,
      /^x has 12 values: expected a multiple of channels times batch, 8/,
    ],
    ['a negative batch', call({ batch: -1 }), RangeError, /^batch is -1/],
    ['a layout', call({ to: { layout: 'pairs' } }), RangeError, /^to\.layout is "pairs"/],
    ['a phase', call({ from: { phase: 'sin' } }), RangeError, /^from\.phase is "sin"/],
    ['channelsFirst', call({ from: { channelsFirst: 1 } }), TypeError, /^from\.channelsFirst is 1/],
    ['a key', call({ from: { order: 1 } }), TypeError, /^from\.order is unknown/],
    ['no form', call({ to: undefined }), TypeError, /^to is undefined: expected an object/],
    ['a wide split', call({ split: [2, 4] }), RangeError, /^split is \[2, 4\]: expected at most 4 channels/],
    ['a zero', call({ split: [0, 4] }), RangeError, /^split\[0\] is 0/],
    [
      'an odd block',
      call({ split: [3], to: { phase: 'cos-sin' } }),
      RangeError,
      /^split\[0\] is 3: expected an even/,
    ],
    [
      'odd channels',
      call({ channels: 3, to: { phase: 'cos-sin' } }),
      RangeError,
      /^channels is 3: expected an even/,
    ],
    ['a list', call({}, [1, 2]), TypeError, /^x is \[1, 2\]: expected a typed array/],
    ['another out', call({}, undefined, new Float64Array(12)), TypeError, /^out is a Float64Array of 12/],
    ['a short out', call({}, undefined, new Float32Array(8)), RangeError, /^out has 8 values: expected 12/],
  ] as [string, () => unknown, ErrorConstructor, RegExp][])('%s', (_, act, kind, message) =>
    expectRefusal(act, kind, message),
  );

  it.skipIf(typeof SharedArrayBuffer === 'undefined')('shared memory', () => {
    const shared = new Float32Array(new SharedArrayBuffer(48));
    expectRefusal(call({}, shared), TypeError, /^x is on a SharedArrayBuffer/);
  });

  it('the same array for another order of axes', () => {
    const x = new Float32Array(12);
    expectRefusal(call({ to: { channelsFirst: true } }, x, x), RangeError, /^out overlaps x/);
  });
});
