// Bad input to calls of rotary embeddings: each error names the argument, its value and what was expected, and nothing is
// written.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;
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
      /^form is "full": expected 'half', 'doubled', 'repeated' or/,
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

  it('rerotate takes embeddings with the same xPos', () => {
    const [from, to] = [512, 64].map((base) => new Rotary({ headDim: 8, xpos: { base } })) as [
      posenc.Rotary,
      posenc.Rotary,
    ];
    expectRefusal(
      () => posenc.rerotate(x(), { from, to, shape }),
      RangeError,
      /^to\.xpos is not that of from/,
    );
  });

  it('an embedding that a getter disposes of is refused', () => {
    const scaling = { type: 'dynamic', factor: 2, originalLength: 1 } as const;
    const from = new Rotary({ headDim: 8, scaling });
    const options = {
      from,
      to: new Rotary({ headDim: 8, scaling }),
      get shape() {
        from.dispose();
        return shape;
      },
    };
    expectRefusal(() => posenc.rerotate(x(), options), Error, /^The plan has been disposed of/);
  });

  it('q and k have the same positions', () => {
    const rotary = new Rotary({ headDim: 8 });
    expectRefusal(
      () => rotary.applyBoth(x(), new Float32Array(24), { shape, keyShape: [3, 8] }),
      RangeError,
      /^keyShape is \[3, 8\]: expected 2 positions, as in shape/,
    );
  });

  it('lists are no positions of a table', () => {
    for (const list of [[], new Float32Array(0)]) {
      expectRefusal(table(list), TypeError, /^at is .*: expected an object/);
    }
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
    expectRefusal(polar({ shape: [1, 9000] }), RangeError, /^rotaryDim is 9000: expected at most 8192/);
  });
});
