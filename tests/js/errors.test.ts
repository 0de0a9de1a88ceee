// Bad input of every kind: the error names the argument, its value and what was expected; `out` is as
// it was; the module goes on working.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';

beforeAll(() => posenc.init());

type Options = posenc.SinusoidalOptions;
const good: Options = { grid: [4], channels: 6 };

/** Options with something wrong in them. */
const wrong = (change: Record<string, unknown>) => ({ ...good, ...change }) as unknown as Options;

const optionCases: [string, Record<string, unknown>, ErrorConstructor, RegExp][] = [
  ['no grid', { grid: undefined }, TypeError, /grid is undefined: expected an array of lengths/],
  ['grid of text', { grid: '4' }, TypeError, /grid is "4"/],
  ['grid of a number', { grid: 4 }, TypeError, /grid is 4: expected an array/],
  ['empty grid', { grid: [] }, RangeError, /grid is \[\]: expected at least one axis/],
  ['negative length', { grid: [4, -1] }, RangeError, /grid\[1\] is -1: expected an integer of at least 0/],
  ['fractional length', { grid: [1.5] }, RangeError, /grid\[0\] is 1\.5/],
  ['NaN length', { grid: [Number.NaN] }, RangeError, /grid\[0\] is NaN/],
  ['endless length', { grid: [Number.POSITIVE_INFINITY] }, RangeError, /grid\[0\] is Infinity/],
  ['huge length', { grid: [2 ** 53] }, RangeError, /grid\[0\] is 9007199254740992/],
  ['length of text', { grid: ['4'] }, TypeError, /grid\[0\] is "4": expected a number/],
  ['BigInt length', { grid: [4n] }, TypeError, /grid\[0\] is 4n: expected a number/],
  [
    'too many values',
    { grid: [2 ** 40, 2 ** 20] },
    RangeError,
    /grid and channels make 6917529027641082000 values: expected at most/,
  ],
  ['no channels', { channels: undefined }, TypeError, /channels is undefined: expected a number/],
  ['zero channels', { channels: 0 }, RangeError, /channels is 0: expected an integer of at least 1/],
  ['negative channels', { channels: -6 }, RangeError, /channels is -6/],
  ['fractional channels', { channels: 6.5 }, RangeError, /channels is 6\.5/],
  ['NaN channels', { channels: Number.NaN }, RangeError, /channels is NaN/],
  ['channels of text', { channels: '6' }, TypeError, /channels is "6": expected a number/],
  ['channels that no memory holds', { channels: 2 ** 40 }, RangeError, /memory/],
  [
    'fewer channels declared than wanted',
    { declaredChannels: 5 },
    RangeError,
    /declaredChannels is 5: expected an integer of at least 6/,
  ],
  [
    'unknown layout',
    { layout: 'interlaced' },
    RangeError,
    /layout is "interlaced": expected 'interleaved' or 'concatenated'/,
  ],
  ['layout of another type', { layout: 1 }, TypeError, /layout is 1: expected 'interleaved'/],
  ['unknown phase', { phase: 'cos' }, RangeError, /phase is "cos": expected 'sin-cos' or 'cos-sin'/],
  ['unknown angles', { angles: 'float16' }, RangeError, /angles is "float16": expected 'exact' or 'float32'/],
  [
    'channelsFirst of another type',
    { channelsFirst: 1 },
    TypeError,
    /channelsFirst is 1: expected true or false/,
  ],
  ['allowEmptyAxes of another type', { allowEmptyAxes: 'no' }, TypeError, /allowEmptyAxes is "no"/],
  [
    'axisOrder that repeats',
    { grid: [2, 2], axisOrder: [0, 0] },
    RangeError,
    /axisOrder is \[0, 0\]: expected each of the axes 0 to 1 once/,
  ],
  ['axisOrder too short', { grid: [2, 2], axisOrder: [0] }, RangeError, /axisOrder is \[0\]/],
  ['axisOrder out of range', { grid: [2, 2], axisOrder: [0, 2] }, RangeError, /axisOrder is \[0, 2\]/],
  ['axisOrder of another type', { axisOrder: 0 }, TypeError, /axisOrder is 0: expected an array/],
  ['axisOrder of text', { grid: [2, 2], axisOrder: ['0', '1'] }, RangeError, /axisOrder is \["0", "1"\]/],
  ['unknown split', { split: 'odd' }, RangeError, /split is "odd": expected 'even' or 'padded'/],
  [
    'split of another type',
    { split: 3 },
    TypeError,
    /split is 3: expected 'even', 'padded' or an array of widths/,
  ],
  ['odd width', { split: [3] }, RangeError, /split\[0\] is 3: expected an even number/],
  ['negative width', { split: [-2] }, RangeError, /split\[0\] is -2/],
  [
    'widths too wide',
    { grid: [2, 2], split: [4, 4] },
    RangeError,
    /split has widths that add up to 8: expected at most 6, the channels/,
  ],
  ['widths of another count', { split: [2, 2] }, RangeError, /split has 2 entries: expected 1 widths/],
  [
    'an axis without channels',
    { grid: [2, 2], channels: 2 },
    RangeError,
    /channels is 2: axis 1 would get none/,
  ],
  [
    'a padded axis without channels',
    { channels: 1, split: 'padded' },
    RangeError,
    /channels is 1: axis 0 would get none/,
  ],
  ['timescales of another type', { timescales: 10000 }, TypeError, /timescales is 10000: expected an object/],
  [
    'zero timescale',
    { timescales: { min: 0 } },
    RangeError,
    /timescales\.min is 0: expected a number above 0/,
  ],
  ['negative timescale', { timescales: { max: -1 } }, RangeError, /timescales\.max is -1/],
  [
    'NaN timescale',
    { timescales: { max: Number.NaN } },
    RangeError,
    /timescales\.max is NaN: expected a finite number/,
  ],
  ['timescale of text', { timescales: { max: '1e4' } }, TypeError, /timescales\.max is "1e4"/],
  [
    'unknown timescale',
    { timescales: { base: 1e4 } },
    TypeError,
    /timescales\.base is not known: expected one of min, max, endpoint, shift/,
  ],
  [
    'shift too large',
    { timescales: { shift: 3 } },
    RangeError,
    /timescales\.shift is 3: expected less than 3/,
  ],
  ['endpoint of another type', { timescales: { endpoint: 1 } }, TypeError, /timescales\.endpoint is 1/],
  ['endpoint and shift', { timescales: { endpoint: true, shift: 1 } }, TypeError, /both given/],
  [
    'timescales and frequencies',
    { timescales: {}, frequencies: [1, 2, 3] },
    TypeError,
    /timescales and frequencies are both given/,
  ],
  [
    'too few frequencies',
    { frequencies: [1, 0.5] },
    RangeError,
    /frequencies for axis 0 has 2 values: expected 3/,
  ],
  ['no frequencies', { frequencies: [] }, RangeError, /frequencies for axis 0 has 0 values: expected 3/],
  [
    'NaN frequency',
    { frequencies: [1, Number.NaN, 2] },
    RangeError,
    /frequencies\[1\] is NaN: expected a finite number/,
  ],
  ['frequency of text', { frequencies: ['1', 2, 3] }, TypeError, /frequencies\[0\] is "1"/],
  ['frequencies of a number', { frequencies: 1 }, TypeError, /frequencies is 1: expected a list of numbers/],
  [
    'frequencies of another count of axes',
    { grid: [2, 2], frequencies: [[1]] },
    RangeError,
    /frequencies has 1 entries: expected 2 lists/,
  ],
  [
    'frequencies of one axis wrong',
    { grid: [2, 2], frequencies: [[1, 2], [1]] },
    RangeError,
    /frequencies for axis 1 has 1 values: expected 2/,
  ],
  [
    'too fast a frequency',
    { frequencies: [1, 1e300, 1] },
    RangeError,
    /axis 0 reaches an angle \(position times frequency\) of 3e\+300/,
  ],
  ['NaN offset', { offset: Number.NaN }, RangeError, /offset is NaN: expected a finite number/],
  ['offset of text', { offset: '1' }, TypeError, /offset is "1": expected a number, or an array/],
  ['offsets of another count', { offset: [1, 2] }, RangeError, /offset has 2 entries: expected 1 numbers/],
  ['offset with a hole', { grid: [2, 2], offset: [1, undefined] }, TypeError, /offset\[1\] is undefined/],
  ['endless step', { step: Number.NEGATIVE_INFINITY }, RangeError, /step is -Infinity/],
  [
    'too far an offset',
    { offset: 1e17 },
    RangeError,
    /axis 0 reaches position 100000000000000000: expected at most 9007199254740992/,
  ],
  [
    'positions of another count of axes',
    { positions: [] },
    RangeError,
    /positions has 0 entries: expected 1 lists/,
  ],
  [
    'positions of another length',
    { positions: [[1, 2]] },
    RangeError,
    /positions\[0\] has 2 entries: expected 4 values, the length of the axis/,
  ],
  ['NaN position', { positions: [[1, 2, Number.NaN, 4]] }, RangeError, /positions\[0\]\[2\] is NaN/],
  ['flat positions', { positions: [1, 2, 3, 4] }, RangeError, /positions has 4 entries: expected 1/],
  [
    'positions of text',
    { positions: ['1234'] },
    TypeError,
    /positions\[0\] is "1234": expected an array or typed array/,
  ],
  [
    'BigInt positions',
    { positions: [new BigInt64Array(4)] },
    TypeError,
    /positions\[0\]\[0\] is 0n: expected a number/,
  ],
  [
    'positions and offset',
    { positions: [[1, 2, 3, 4]], offset: 1 },
    TypeError,
    /offset and positions are both given/,
  ],
  [
    'positions and step',
    { positions: [[1, 2, 3, 4]], step: 1 },
    TypeError,
    /step and positions are both given/,
  ],
  [
    'a misspelt option',
    { layuot: 'concatenated' },
    TypeError,
    /options\.layuot is not known: expected one of grid, channels, /,
  ],
];

function works() {
  const values = posenc.encode({ grid: [2], channels: 2 });
  expect([...values.slice(0, 2)]).toEqual([0, 1]);
  expect(values[3]).toBeCloseTo(Math.cos(1), 6);
}

function expectRefusal(act: () => unknown, kind: ErrorConstructor, message: RegExp) {
  let error: unknown;
  try {
    act();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(kind);
  expect((error as Error).message).toMatch(message);
  works();
}

describe('options', () => {
  for (const [name, change, kind, message] of optionCases) {
    it(name, () => {
      const out = new Float32Array(24).fill(7);
      expectRefusal(() => new posenc.Sinusoidal(wrong(change)), kind, message);
      expectRefusal(() => posenc.encode(wrong(change), out), kind, message);
      expectRefusal(() => posenc.add(out, wrong(change)), kind, message);
      expect(out).toEqual(new Float32Array(24).fill(7));
      // Points have no positions of their own; what else they share is refused alike.
      const own = ['grid', 'offset', 'step', 'positions'];
      if (Object.keys(change).some((key) => own.includes(key)) || name.includes('fast')) return;
      const { grid: _, ...common } = wrong(change);
      const pointMessage =
        name === 'a misspelt option' ? /options\.layuot is not known: expected one of axes/ : message;
      expectRefusal(() => posenc.encodeAt([1, 2], { axes: 1, ...common }), kind, pointMessage);
    });
  }

  it('that are no object', () => {
    for (const options of [undefined, null, 4, 'grid', [4]]) {
      expectRefusal(
        () => new posenc.Sinusoidal(options as never),
        TypeError,
        /options is .*: expected an object/,
      );
      expectRefusal(
        () => posenc.encodeAt([1], options as never),
        TypeError,
        /options is .*: expected an object/,
      );
    }
  });
});

const detached = () => {
  const array = new Float32Array(24);
  structuredClone(array.buffer, { transfer: [array.buffer] });
  return array;
};

describe('out', () => {
  const plan = () => new posenc.Sinusoidal(good);
  const cases: [string, () => unknown, ErrorConstructor, RegExp][] = [
    ['too short', () => new Float32Array(23), RangeError, /out has 23 values: expected 24/],
    ['too long', () => new Float32Array(25), RangeError, /out has 25 values: expected 24/],
    [
      'of doubles',
      () => new Float64Array(24),
      TypeError,
      /out is a Float64Array of 24: expected a Float32Array/,
    ],
    [
      'an array',
      () => new Array(24).fill(0),
      TypeError,
      /out is \[0, 0, 0, 0, 0, 0, … 24 in all\]: expected a Float32Array/,
    ],
    ['null', () => null, TypeError, /out is null: expected a Float32Array/],
    ['a buffer', () => new ArrayBuffer(96), TypeError, /out is an object: expected a Float32Array/],
    ['detached', detached, TypeError, /out is detached/],
    [
      'a lookalike',
      () => ({ [Symbol.toStringTag]: 'Float32Array', length: 24 }),
      TypeError,
      /out is an object/,
    ],
  ];
  for (const [name, make, kind, message] of cases) {
    it(name, () => {
      const out = make() as Float32Array;
      expectRefusal(() => plan().encode(out), kind, message);
      expectRefusal(() => posenc.encode(good, out), kind, message);
      expectRefusal(() => plan().add(new Float32Array(24), out), kind, message);
      expectRefusal(() => posenc.encodeAt([1, 2, 3, 4], { axes: 1, channels: 6 }, out), kind, message);
    });
  }

  it.skipIf(typeof SharedArrayBuffer === 'undefined')('shared', () => {
    const out = new Float32Array(new SharedArrayBuffer(96)) as unknown as Float32Array<ArrayBuffer>;
    expectRefusal(() => plan().encode(out), TypeError, /out is on a SharedArrayBuffer/);
    expectRefusal(() => plan().add(out), TypeError, /x is on a SharedArrayBuffer/);
  });

  it('for rows, of another length', () => {
    expectRefusal(
      () => plan().encode(new Float32Array(24), { from: 1, to: 3 }),
      RangeError,
      /out has 24 values: expected 12/,
    );
  });

  it('too large for an array: the result is to be taken by rows', () => {
    const huge = new posenc.Sinusoidal({ grid: [2 ** 40], channels: 6 });
    expectRefusal(() => huge.encode(), RangeError, /The result has 6597069766656 values.*take it by rows/);
    expect(huge.encode(undefined, { from: 2 ** 39, to: 2 ** 39 + 1 }).length).toBe(6);
  });

  it('in memory that was disposed of', () => {
    const allocation = posenc.allocate(24);
    const { array } = allocation;
    allocation.dispose();
    expectRefusal(() => plan().encode(array), Error, /out is in wasm memory that was disposed of/);
    expectRefusal(() => plan().add(array), Error, /x is in wasm memory that was disposed of/);
  });

  it('reaching out of its allocation', () => {
    const allocation = posenc.allocate(20);
    const { array } = allocation;
    const reaching = new Float32Array(array.buffer, array.byteOffset, 24);
    expectRefusal(() => plan().encode(reaching), Error, /out is in wasm memory/);
    allocation.dispose();
  });
});

describe('rows', () => {
  const plan = () => new posenc.Sinusoidal(good);
  const cases: [string, unknown, ErrorConstructor, RegExp][] = [
    ['not an object', 3, TypeError, /rows is 3: expected an object/],
    ['of one end', { from: 1 }, TypeError, /rows\.to is undefined: expected a number/],
    ['negative', { from: -1, to: 2 }, RangeError, /rows\.from is -1/],
    ['fractional', { from: 0, to: 1.5 }, RangeError, /rows\.to is 1\.5/],
    ['NaN', { from: Number.NaN, to: 1 }, RangeError, /rows\.from is NaN/],
    [
      'behind the end',
      { from: 0, to: 5 },
      RangeError,
      /rows\.to is 5: expected at most 4, the rows of the encoding/,
    ],
    ['backwards', { from: 3, to: 2 }, RangeError, /rows\.from is 3: expected at most rows\.to, 2/],
    ['misspelt', { from: 0, too: 2 }, TypeError, /rows\.too is not known/],
  ];
  for (const [name, rows, kind, message] of cases) {
    it(name, () => {
      const out = new Float32Array(24).fill(7);
      expectRefusal(() => plan().encode(out, rows as posenc.RowRange), kind, message);
      expect(out).toEqual(new Float32Array(24).fill(7));
    });
  }
});

describe('x', () => {
  const plan = () => new posenc.Sinusoidal(good);
  it('of another type, length or state', () => {
    expectRefusal(() => plan().add([1] as never), TypeError, /x is \[1\]: expected a Float32Array/);
    expectRefusal(
      () => plan().add(new Float32Array(25)),
      RangeError,
      /x has 25 values: expected a multiple of 24/,
    );
    expectRefusal(() => plan().add(detached()), TypeError, /x is detached/);
    expectRefusal(() => plan().add(new Int32Array(24) as never), TypeError, /x is a Int32Array of 24/);
    expectRefusal(
      () => posenc.add(new Float32Array(1), { grid: [0], channels: 4 }),
      RangeError,
      /x has 1 values/,
    );
  });

  it('that out overlaps', () => {
    const buffer = new Float32Array(60);
    for (const [x, out] of [
      [buffer.subarray(0, 24), buffer.subarray(1, 25)],
      [buffer.subarray(23, 47), buffer.subarray(0, 24)],
    ] as const) {
      expectRefusal(() => plan().add(x, out), RangeError, /out overlaps x/);
    }
    expect(buffer.every((value) => value === 0)).toBe(true);
    plan().add(buffer.subarray(0, 24), buffer.subarray(24, 48));
    plan().add(buffer.subarray(0, 24), buffer.subarray(0, 24));
    expect(buffer[1]).toBe(1);
    const allocation = posenc.allocate(60);
    const { array } = allocation;
    expectRefusal(
      () => plan().add(array.subarray(0, 24), array.subarray(4, 28)),
      RangeError,
      /out overlaps x/,
    );
    allocation.dispose();
  });
});

describe('points', () => {
  const encodeAt = (points: unknown, options: Record<string, unknown> = {}) =>
    posenc.encodeAt(points as number[], { axes: 2, channels: 8, ...options } as posenc.PointOptions);
  it('of another type, count or value', () => {
    expectRefusal(() => encodeAt('12'), TypeError, /points is "12": expected an array or typed array/);
    expectRefusal(() => encodeAt(3), TypeError, /points is 3/);
    expectRefusal(
      () => encodeAt([1, 2, 3]),
      RangeError,
      /points has 3 values: expected a multiple of axes, 2/,
    );
    expectRefusal(
      () => encodeAt([1, Number.NaN]),
      RangeError,
      /points\[1\] is NaN: expected a finite number/,
    );
    expectRefusal(() => encodeAt([1, Number.POSITIVE_INFINITY]), RangeError, /points\[1\] is Infinity/);
    expectRefusal(
      () => encodeAt([1, 1e16]),
      RangeError,
      /points\[1\] is 10000000000000000: expected a finite number of at most/,
    );
    expectRefusal(() => encodeAt([1, '2']), TypeError, /points\[1\] is "2": expected a number/);
    expectRefusal(() => encodeAt([1, undefined]), TypeError, /points\[1\] is undefined/);
    expectRefusal(() => encodeAt(new BigInt64Array(2)), TypeError, /points\[0\] is 0n/);
    expectRefusal(() => encodeAt(detached()), TypeError, /points is detached/);
    expectRefusal(() => encodeAt([1, 2], { axes: 0 }), RangeError, /axes is 0/);
    expectRefusal(() => encodeAt([1, 2], { axes: undefined }), TypeError, /axes is undefined/);
    expectRefusal(() => encodeAt([1, 2], { grid: [2] }), TypeError, /options\.grid is not known/);
  });
});

describe('allocate', () => {
  it('of what is no length, or too much', () => {
    for (const length of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expectRefusal(
        () => posenc.allocate(length),
        RangeError,
        /length is .*: expected an integer of at least 0/,
      );
    }
    expectRefusal(() => posenc.allocate('3' as never), TypeError, /length is "3"/);
    expectRefusal(
      () => posenc.allocate(2 ** 30),
      RangeError,
      /length is 1073741824: wasm memory .* cannot hold/,
    );
    expectRefusal(() => posenc.allocate(2 ** 50), RangeError, /wasm memory/);
    expect(posenc.allocate(0).array.length).toBe(0);
  });
});

describe('a disposed plan', () => {
  it('is refused, and may be disposed of again', () => {
    const plan = new posenc.Sinusoidal(good);
    plan.dispose();
    plan.dispose();
    plan[Symbol.dispose]();
    expectRefusal(() => plan.encode(), Error, /The plan is disposed of/);
    expectRefusal(() => plan.add(new Float32Array(24)), Error, /The plan is disposed of/);
    expect(plan.shape).toEqual([4, 6]);
  });
});
