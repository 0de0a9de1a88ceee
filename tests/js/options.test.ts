// Invalid options: the error names the option, its value and what was expected; `out` is unchanged; the module
// continues to work.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

type Options = posenc.SinusoidalOptions;
const good: Options = { grid: [4], channels: 6 };

/** Options with one mistake each. */
const wrong = (change: Record<string, unknown>) => ({ ...good, ...change }) as unknown as Options;

const optionCases: [string, Record<string, unknown>, ErrorConstructor, RegExp][] = [
  ['no grid', { grid: undefined }, TypeError, /grid is undefined: expected an array of lengths/],
  ['text grid', { grid: '4' }, TypeError, /grid is "4"/],
  ['number as grid', { grid: 4 }, TypeError, /grid is 4: expected an array/],
  ['empty grid', { grid: [] }, RangeError, /grid is \[\]: expected at least one axis/],
  ['negative length', { grid: [4, -1] }, RangeError, /grid\[1\] is -1: expected an integer of at least 0/],
  ['fractional length', { grid: [1.5] }, RangeError, /grid\[0\] is 1\.5/],
  ['NaN length', { grid: [Number.NaN] }, RangeError, /grid\[0\] is NaN/],
  ['infinite length', { grid: [Number.POSITIVE_INFINITY] }, RangeError, /grid\[0\] is Infinity/],
  ['huge length', { grid: [2 ** 53] }, RangeError, /grid\[0\] is 9007199254740992/],
  ['text length', { grid: ['4'] }, TypeError, /grid\[0\] is "4": expected a number/],
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
  ['text channels', { channels: '6' }, TypeError, /channels is "6": expected a number/],
  ['channels too many for memory', { channels: 2 ** 40 }, RangeError, /memory/],
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
  ['layout of the wrong type', { layout: 1 }, TypeError, /layout is 1: expected 'interleaved'/],
  ['unknown phase', { phase: 'cos' }, RangeError, /phase is "cos": expected 'sin-cos' or 'cos-sin'/],
  ['unknown angles', { angles: 'float16' }, RangeError, /angles is "float16": expected 'exact' or 'float32'/],
  [
    'channelsFirst of the wrong type',
    { channelsFirst: 1 },
    TypeError,
    /channelsFirst is 1: expected true or false/,
  ],
  ['allowEmptyAxes of the wrong type', { allowEmptyAxes: 'no' }, TypeError, /allowEmptyAxes is "no"/],
  [
    'axisOrder with a repeated axis',
    { grid: [2, 2], axisOrder: [0, 0] },
    RangeError,
    /axisOrder is \[0, 0\]: expected each axis from 0 to 1 once/,
  ],
  ['axisOrder too short', { grid: [2, 2], axisOrder: [0] }, RangeError, /axisOrder is \[0\]/],
  ['axisOrder out of range', { grid: [2, 2], axisOrder: [0, 2] }, RangeError, /axisOrder is \[0, 2\]/],
  ['axisOrder of the wrong type', { axisOrder: 0 }, TypeError, /axisOrder is 0: expected an array/],
  ['text axisOrder', { grid: [2, 2], axisOrder: ['0', '1'] }, RangeError, /axisOrder is \["0", "1"\]/],
  ['unknown split', { split: 'odd' }, RangeError, /split is "odd": expected 'even' or 'padded'/],
  [
    'split of the wrong type',
    { split: 3 },
    TypeError,
    /split is 3: expected 'even', 'padded' or an array of widths/,
  ],
  ['odd width', { split: [3] }, RangeError, /split\[0\] is 3: expected an even number/],
  ['negative width', { split: [-2] }, RangeError, /split\[0\] is -2/],
  [
    'widths beyond the channels',
    { grid: [2, 2], split: [4, 4] },
    RangeError,
    /split has widths that add up to 8: expected at most 6, the number of channels/,
  ],
  [
    'wrong number of widths',
    { split: [2, 2] },
    RangeError,
    /split has 2 entries: expected 1 width, one for each axis/,
  ],
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
  [
    'timescales of the wrong type',
    { timescales: 10000 },
    TypeError,
    /timescales is 10000: expected an object/,
  ],
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
  ['text timescale', { timescales: { max: '1e4' } }, TypeError, /timescales\.max is "1e4"/],
  [
    'unknown timescale',
    { timescales: { base: 1e4 } },
    TypeError,
    /timescales\.base is unknown: expected one of min, max, endpoint, shift/,
  ],
  [
    'shift too large',
    { timescales: { shift: 3 } },
    RangeError,
    /timescales\.shift is 3: expected less than 3/,
  ],
  ['endpoint of the wrong type', { timescales: { endpoint: 1 } }, TypeError, /timescales\.endpoint is 1/],
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
  ['text frequency', { frequencies: ['1', 2, 3] }, TypeError, /frequencies\[0\] is "1"/],
  ['number as frequencies', { frequencies: 1 }, TypeError, /frequencies is 1: expected a list of numbers/],
  [
    'frequencies for the wrong number of axes',
    { grid: [2, 2], frequencies: [[1]] },
    RangeError,
    /frequencies has 1 entry: expected 2 lists, one for each axis/,
  ],
  [
    'wrong frequencies for one axis',
    { grid: [2, 2], frequencies: [[1, 2], [1]] },
    RangeError,
    /frequencies for axis 1 has 1 value: expected 2/,
  ],
  [
    'frequency too high',
    { frequencies: [1, 1e300, 1] },
    RangeError,
    /axis 0 reaches an angle \(position times frequency\) of 3e\+300/,
  ],
  ['NaN offset', { offset: Number.NaN }, RangeError, /offset is NaN: expected a finite number/],
  ['text offset', { offset: '1' }, TypeError, /offset is "1": expected a number, or an array/],
  [
    'wrong number of offsets',
    { offset: [1, 2] },
    RangeError,
    /offset has 2 entries: expected 1 number, one for each axis/,
  ],
  [
    'offset with an undefined entry',
    { grid: [2, 2], offset: [1, undefined] },
    TypeError,
    /offset\[1\] is undefined/,
  ],
  ['infinite step', { step: Number.NEGATIVE_INFINITY }, RangeError, /step is -Infinity/],
  [
    'offset too large',
    { offset: 1e17 },
    RangeError,
    /axis 0 reaches position 100000000000000000: expected at most 9007199254740992/,
  ],
  [
    'positions for the wrong number of axes',
    { positions: [] },
    RangeError,
    /positions has 0 entries: expected 1 list, one for each axis/,
  ],
  [
    'wrong number of positions',
    { positions: [[1, 2]] },
    RangeError,
    /positions\[0\] has 2 entries: expected 4 values, the length of the axis/,
  ],
  ['NaN position', { positions: [[1, 2, Number.NaN, 4]] }, RangeError, /positions\[0\]\[2\] is NaN/],
  ['flat positions', { positions: [1, 2, 3, 4] }, RangeError, /positions has 4 entries: expected 1/],
  [
    'text positions',
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
    /options\.layuot is unknown: expected one of grid, channels, /,
  ],
];

describe('options', () => {
  for (const [name, change, kind, message] of optionCases) {
    it(name, () => {
      const out = new Float32Array(24).fill(7);
      expectRefusal(() => new posenc.Sinusoidal(wrong(change)), kind, message);
      expectRefusal(() => posenc.encode(wrong(change), out), kind, message);
      expectRefusal(() => posenc.add(out, wrong(change)), kind, message);
      expect(out).toEqual(new Float32Array(24).fill(7));
      // Points do not take these options; the others are checked in the same way.
      const own = ['grid', 'offset', 'step', 'positions'];
      if (Object.keys(change).some((key) => own.includes(key)) || name === 'frequency too high') return;
      const { grid: _, ...common } = wrong(change);
      const pointMessage =
        name === 'a misspelt option' ? /options\.layuot is unknown: expected one of axes/ : message;
      expectRefusal(() => posenc.encodeAt([1, 2], { axes: 1, ...common }), kind, pointMessage);
    });
  }

  it('that are not an object', () => {
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
