// Bad input to rotary embeddings: each error names the argument, its value and what was expected, and nothing is
// written.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;
const make = (options: object) => () => new Rotary(options as posenc.RotaryOptions);
const withScaling = (scaling: object, more: object = {}) => make({ headDim: 8, scaling, ...more });
const yarn = { type: 'yarn', factor: 4, originalLength: 4096 };

describe('options', () => {
  it.each([
    ['no object', make(5 as never), TypeError, /^options is 5: expected an object/],
    ['a list', make([] as never), TypeError, /^options is \[\]: expected an object|headDim/],
    ['an unknown key', make({ headDim: 8, base: 1e4 }), TypeError, /^options\.base is unknown/],
    ['no headDim', make({}), TypeError, /^headDim is undefined: expected a number/],
    ['headDim 0', make({ headDim: 0 }), RangeError, /^headDim is 0/],
    ['an odd headDim', make({ headDim: 7 }), RangeError, /^headDim is 7: expected an even number/],
    ['a fractional one', make({ headDim: 8.5 }), RangeError, /^headDim is 8\.5/],
    ['an odd rotaryDim', make({ headDim: 8, rotaryDim: 3 }), RangeError, /^rotaryDim is 3: expected an even/],
    [
      'too large a one',
      make({ headDim: 8, rotaryDim: 10 }),
      RangeError,
      /^rotaryDim is 10: expected at most 8/,
    ],
    [
      'one beyond its start',
      make({ headDim: 8, rotaryStart: 4, rotaryDim: 6 }),
      RangeError,
      /^rotaryDim is 6: expected at most 4, headDim - rotaryStart/,
    ],
    [
      'rotaryStart',
      make({ headDim: 8, rotaryStart: 8 }),
      RangeError,
      /^rotaryStart is 8: expected less than/,
    ],
    [
      'many dimensions',
      make({ headDim: 2 ** 20 }),
      RangeError,
      /^rotaryDim is 1048576: expected at most 16384/,
    ],
    ['theta 0', make({ headDim: 8, theta: 0 }), RangeError, /^theta is 0/],
    ['theta NaN', make({ headDim: 8, theta: Number.NaN }), RangeError, /^theta is NaN/],
    [
      'a tiny theta',
      make({ headDim: 8, theta: 1e-310 }),
      RangeError,
      /^theta is 1e-310: expected from 2\^-1000/,
    ],
    [
      'a wrong pairing',
      make({ headDim: 8, pairing: 'half' }),
      RangeError,
      /^pairing is "half": expected 'halves' or/,
    ],
    ['length 0', make({ headDim: 8, length: 0 }), RangeError, /^length is 0/],
    [
      'too few frequencies',
      make({ headDim: 8, frequencies: [1, 2] }),
      RangeError,
      /^frequencies has 2 entries: expected 4/,
    ],
    [
      'an infinite one',
      make({ headDim: 4, frequencies: [1, 1 / 0] }),
      RangeError,
      /^frequencies\[1\] is Infinity/,
    ],
    [
      'frequencies and theta',
      make({ headDim: 4, frequencies: [1, 2], theta: 1e4 }),
      TypeError,
      /^frequencies and theta are both given/,
    ],
    ['xpos', make({ headDim: 8, xpos: { base: 0 } }), RangeError, /^xpos\.base is 0/],
    ['a wrong center', make({ headDim: 8, xpos: { center: 'x' } }), TypeError, /^xpos\.center is "x"/],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

describe('scalings', () => {
  it.each([
    [
      'an unknown type',
      withScaling({ type: 'fope', factor: 2 }),
      RangeError,
      /^scaling\.type is "fope": expected 'linear'/,
    ],
    ['no type', withScaling({ factor: 2 }), TypeError, /^scaling\.type is undefined/],
    ['no factor', withScaling({ type: 'linear' }), TypeError, /^scaling\.factor is undefined/],
    [
      'a factor below 1',
      withScaling({ type: 'linear', factor: 0.5 }),
      RangeError,
      /^scaling\.factor is 0\.5: expected a number of at least 1/,
    ],
    [
      'a key of another type',
      withScaling({ type: 'linear', factor: 2, betaFast: 1 }),
      TypeError,
      /^scaling\.betaFast is unknown/,
    ],
    [
      'no original length',
      withScaling({ type: 'dynamic', factor: 2 }),
      TypeError,
      /^scaling\.originalLength is undefined/,
    ],
    [
      'dynamic in two dimensions',
      withScaling({ type: 'dynamic', factor: 2, originalLength: 8 }, { headDim: 2 }),
      RangeError,
      /^rotaryDim is 2: expected at least 4/,
    ],
    [
      'truncate',
      withScaling({ ...yarn, truncate: 1 }),
      TypeError,
      /^scaling\.truncate is 1: expected true or false/,
    ],
    [
      'yarn with theta 1',
      withScaling(yarn, { theta: 1 }),
      RangeError,
      /^theta is 1: expected a number above 1/,
    ],
    ['betaFast 0', withScaling({ ...yarn, betaFast: 0 }), RangeError, /^scaling\.betaFast is 0/],
    [
      'factors of the wrong length',
      withScaling({ type: 'longrope', shortFactor: [1, 1, 1], longFactor: [1, 1, 1, 1], originalLength: 9 }),
      RangeError,
      /^scaling\.shortFactor has 3 entries: expected 4 numbers, one for each pair/,
    ],
    [
      'a factor of 0',
      withScaling({
        type: 'longrope',
        shortFactor: [1, 1, 1, 1],
        longFactor: [1, 0, 1, 1],
        originalLength: 9,
      }),
      RangeError,
      /^scaling\.longFactor\[1\] is 0/,
    ],
    [
      'llama3 with its factors exchanged',
      withScaling({ type: 'llama3', factor: 8, lowFreqFactor: 4, highFreqFactor: 1, originalLength: 9 }),
      RangeError,
      /^scaling\.lowFreqFactor is 4: expected at most highFreqFactor, 1/,
    ],
    [
      'too large a part',
      withScaling({ type: 'proportional', partial: 1.5 }),
      RangeError,
      /^scaling\.partial is 1\.5/,
    ],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));
});

describe('calls', () => {
  const x = () => new Float32Array(16).fill(1);
  const call =
    (options: object, values: object = x(), out?: object) =>
    () =>
      new Rotary({ headDim: 8 }).apply(
        values as Float32Array,
        options as posenc.ApplyOptions,
        out as Float32Array,
      );
  const shape = [2, 8];
  const table =
    (at: object, options: object = {}, out?: object) =>
    () =>
      new Rotary({ headDim: 8 }).cosSin(at as { length: number }, options, out as never);

  it.each([
    ['no shape', call({}), TypeError, /^shape is undefined/],
    [
      'a shape of another headDim',
      call({ shape: [4, 4] }),
      RangeError,
      /^shape is \[4, 4\]: expected \[\.\.\., seq, headDim\] with headDim 8/,
    ],
    ['one dimension', call({ shape: [8] }), RangeError, /^shape is \[8\]/],
    [
      'a shape that does not multiply out',
      call({ shape: [3, 8] }),
      RangeError,
      /^x has 16 values: expected 24, as its shape requires/,
    ],
    ['an axis', call({ shape, seqAxis: 1 }), RangeError, /^seqAxis is 1: expected -2 or -3/],
    [
      'too few axes',
      call({ shape, seqAxis: -3 }),
      RangeError,
      /^shape is \[2, 8\]: expected \[\.\.\., seq, heads, headDim\]/,
    ],
    ['a negative offset', call({ shape, offset: -1 }), RangeError, /^offset is -1/],
    ['a fractional one', call({ shape, offset: 0.5 }), RangeError, /^offset is 0\.5/],
    [
      'a far one',
      call({ shape, offset: 2 ** 51 }),
      RangeError,
      /^offset is 2251799813685248: expected positions of at most/,
    ],
    ['a negative id', call({ shape, positions: [0, -1] }), RangeError, /^positions\[1\] is -1/],
    ['a fractional id', call({ shape, positions: [0.5, 1] }), RangeError, /^positions\[0\] is 0\.5/],
    ['an id that is no number', call({ shape, positions: [0, '1'] }), TypeError, /^positions\[1\] is "1"/],
    ['NaN', call({ shape, positions: [0, Number.NaN] }), RangeError, /^positions\[1\] is NaN/],
    [
      'a far id',
      call({ shape, positions: [0, 2 ** 52] }),
      RangeError,
      /^positions\[1\] is 4503599627370496: expected at most/,
    ],
    [
      'a negative BigInt',
      call({ shape, positions: BigInt64Array.of(1n, -1n) }),
      RangeError,
      /^positions\[1\] is -1/,
    ],
    [
      'a huge BigInt',
      call({ shape, positions: BigUint64Array.of(2n ** 63n, 1n) }),
      RangeError,
      /^positions\[0\] is/,
    ],
    [
      'too few ids',
      call({ shape, positions: [0] }),
      RangeError,
      /^positions has 1 value: expected 2, one for each position/,
    ],
    [
      'ids and an offset',
      call({ shape, offset: 1, positions: [0, 1] }),
      TypeError,
      /^offset and positions are both given/,
    ],
    ['inverse', call({ shape, inverse: 1 }), TypeError, /^inverse is 1: expected true or false/],
    ['a role without xpos', call({ shape, role: 'key' }), TypeError, /^role is "key": expected none/],
    ['an unknown key', call({ shape, headDim: 8 }), TypeError, /^options\.headDim is unknown/],
    [
      'integers',
      call({ shape }, new Int32Array(16)),
      TypeError,
      /^x is an Int32Array of 16: expected a Float32Array/,
    ],
    [
      'bits without a type',
      call({ shape }, new Uint16Array(16)),
      TypeError,
      /^dtype is undefined: expected 'float16' or 'bfloat16'/,
    ],
    [
      'float64',
      call({ shape, dtype: 'float64' }, new Float64Array(16)),
      RangeError,
      /^dtype is "float64": expected 'float32'/,
    ],
    [
      'an array of another type',
      call({ shape, dtype: 'float16' }),
      TypeError,
      /^x is a Float32Array of 16: expected a Uint16Array or Float16Array/,
    ],
    ['a short out', call({ shape }, x(), new Float32Array(8)), RangeError, /^out has 8 values: expected 16/],
    ['length', table({}), TypeError, /^length is undefined/],
    ['a negative length', table({ length: -1 }), RangeError, /^length is -1/],
    [
      'length and ids',
      table({ length: 2, positions: [1, 2] }),
      TypeError,
      /^length and positions are both given/,
    ],
    [
      'a form',
      table({ length: 2 }, { form: 'full' }),
      RangeError,
      /^form is "full": expected 'half', 'doubled' or/,
    ],
    ['a type', table({ length: 2 }, { dtype: 'int8' }), RangeError, /^dtype is "int8"/],
    [
      'a short table',
      table({ length: 2 }, {}, { cos: new Float32Array(8), sin: new Float32Array(7) }),
      RangeError,
      /^out\.sin has 7 values: expected 8/,
    ],
    ['no sines', table({ length: 2 }, {}, { cos: new Float32Array(8) }), TypeError, /^out\.sin is undefined/],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));

  it('out is untouched', () => {
    const out = new Float32Array(16).fill(7);
    expectRefusal(call({ shape, positions: [0, -1] }, x(), out), RangeError, /positions/);
    const cos = new Float32Array(8).fill(7);
    expectRefusal(table({ length: 2, offset: -1 }, {}, { cos, sin: cos.slice() }), RangeError, /offset/);
    expect([...out, ...cos].every((value) => value === 7)).toBe(true);
  });

  it('overlaps are refused', () => {
    const values = new Float32Array(40);
    expectRefusal(
      call({ shape }, values.subarray(0, 16), values.subarray(8, 24)),
      RangeError,
      /^out overlaps x/,
    );
    const rotary = new Rotary({ headDim: 8 });
    expectRefusal(
      () => rotary.applyBoth(values.subarray(0, 16), values.subarray(8, 24), { shape }),
      RangeError,
      /overlaps q/,
    );
    const cos = values.subarray(0, 8);
    expectRefusal(table({ length: 2 }, {}, { cos, sin: cos }), RangeError, /^out overlaps out\.cos/);
    expectRefusal(
      () => posenc.polar(values.subarray(0, 8), { shape: [1, 8] }, values.subarray(4, 20)),
      RangeError,
      /^out overlaps x/,
    );
  });

  it('detached and shared arrays are refused', () => {
    const detached = new Float32Array(16);
    structuredClone(detached, { transfer: [detached.buffer] });
    expectRefusal(call({ shape: [0, 8] }, detached), TypeError, /^x is detached/);
    if (typeof SharedArrayBuffer !== 'undefined') {
      expectRefusal(
        call({ shape }, new Float32Array(new SharedArrayBuffer(64))),
        TypeError,
        /^x is on a SharedArrayBuffer/,
      );
    }
  });

  it('a disposed embedding refuses every call', () => {
    const rotary = new Rotary({ headDim: 8 });
    const other = new Rotary({ headDim: 8 });
    rotary.dispose();
    rotary.dispose();
    for (const act of [
      () => rotary.cosSin({ length: 1 }),
      () => rotary.apply(x(), { shape }),
      () => rotary.applyBoth(x(), x(), { shape }),
      () => rotary.shift(x(), 1, { shape }),
      () => rotary.frequencies,
      () => posenc.rerotate(x(), { from: other, to: rotary, shape }),
    ]) {
      expectRefusal(act, Error, /^The plan has been disposed of: create another Rotary/);
    }
  });

  it('rerotate takes embeddings of the same dimensions', () => {
    const from = new Rotary({ headDim: 8 });
    const rerotate = (to: unknown) => () => posenc.rerotate(x(), { from, to: to as posenc.Rotary, shape });
    expectRefusal(rerotate({}), TypeError, /^to is an object: expected a Rotary/);
    expectRefusal(
      rerotate(new Rotary({ headDim: 8, rotaryDim: 4 })),
      RangeError,
      /^to\.rotaryDim is 4: expected 8/,
    );
    expectRefusal(
      rerotate(new Rotary({ headDim: 8, pairing: 'adjacent' })),
      RangeError,
      /^to\.pairing is "adjacent"/,
    );
  });

  it('shift takes integers', () => {
    const rotary = new Rotary({ headDim: 8 });
    expectRefusal(() => rotary.shift(x(), 0.5, { shape }), RangeError, /^by is 0\.5/);
    expectRefusal(() => rotary.shift(x(), Number.NaN, { shape }), RangeError, /^by is NaN/);
    expectRefusal(() => rotary.shift(x(), 2 ** 51, { shape }), RangeError, /^by is 2251799813685248/);
  });

  it('k has the type of q', () => {
    const rotary = new Rotary({ headDim: 8 });
    const k = new Uint16Array(16);
    expectRefusal(
      () => rotary.applyBoth<posenc.VectorArray>(x(), k, { shape }),
      TypeError,
      /^dtype is undefined: expected 'float16' or 'bfloat16', since k is a Uint16Array/,
    );
  });

  it('PoPE', () => {
    const polar = (options: object) => () => posenc.polar(x(), options as posenc.PolarOptions);
    expectRefusal(polar({ shape, rotaryDim: 9 }), RangeError, /^rotaryDim is 9: expected at most 8/);
    expectRefusal(polar({ shape, bias: [0, 0] }), RangeError, /^bias has 2 entries: expected 16|expected 8/);
    expectRefusal(polar({ shape: [] }), TypeError, /^shape/);
  });
});

describe('conversions', () => {
  it('name what does not fit', () => {
    const weights = new Float32Array(24);
    const base = { headDim: 4, from: 'halves', to: 'adjacent' } as const;
    expectRefusal(
      () => posenc.convertPairing(weights, { ...base, hidden: 5 }),
      RangeError,
      /^weights has 24 values: expected a multiple of headDim times hidden, 20/,
    );
    expectRefusal(
      () => posenc.convertPairing(weights, { ...base, to: 'x' as never }),
      RangeError,
      /^to is "x"/,
    );
    expectRefusal(
      () => posenc.convertPairing([] as never, base),
      TypeError,
      /^weights is \[\]: expected a typed array/,
    );
    expectRefusal(() => posenc.convertPairing(weights, base, weights), RangeError, /^out overlaps weights/);
    expectRefusal(
      () => posenc.convertPairing(weights, base, new Int8Array(24) as never),
      TypeError,
      /^out is an Int8Array/,
    );
    expectRefusal(
      () => posenc.convertForm(Float32Array.of(1, 2, 1, 3), { rotaryDim: 4, from: 'doubled', to: 'half' }),
      RangeError,
      /^table\[3\] is 3: expected 2, as in table\[1\], in the form 'doubled'/,
    );
    expectRefusal(
      () => posenc.convertForm(weights, { rotaryDim: 10, from: 'half', to: 'doubled' }),
      RangeError,
      /^table has 24 values: expected rows of 5/,
    );
  });
});
