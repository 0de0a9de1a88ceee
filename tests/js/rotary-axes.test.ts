// Rotary embeddings of several axes: sums of products at any real positions, vectors that are left as they are, moved
// keys, the same bits however a result is computed, and bad input.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound, largestDistance } from '../support/golden.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary, rerotate, rotaryPresets } = posenc;
const vectorBound = 3e-7;

let seed = 1;
/** Numbers from -1 to 1. */
function random(): number {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return (seed / 2 ** 32) * 2 - 1;
}
const floats = (count: number) => Float32Array.from({ length: count }, random);

/** Sine and cosine of an exact sum of products of doubles, by fractions of a turn in big integers. */
function exactSinCos(terms: readonly [number, number][]): [number, number] {
  const turn = 6283185307179586476925286766559005768394338798750211641949889184615633n; // 2 pi * 10^69
  const scale = 10n ** 69n;
  const fraction = (x: number): [bigint, bigint] => {
    let exponent = 0n;
    let value = x;
    while (!Number.isInteger(value)) {
      value *= 2;
      exponent += 1n;
    }
    return [BigInt(value), 2n ** exponent];
  };
  let angle = 0n;
  for (const [a, b] of terms) {
    const [an, ad] = fraction(a);
    const [bn, bd] = fraction(b);
    angle += (an * bn * scale) / (ad * bd);
  }
  const reduced = Number(angle % turn) / 1e69;
  return [Math.sin(reduced), Math.cos(reduced)];
}

describe('the angle is a sum over the axes', () => {
  const pairs = 6;
  const axes = 3;
  const matrix = Float64Array.from({ length: axes * pairs }, random);
  const rotary = () => new Rotary({ headDim: 2 * pairs, axes, matrix, pairing: 'adjacent' });
  // Fractional, negative, large, and repeated coordinates.
  const positions = Array.from({ length: 40 * axes }, (_, i) =>
    i % 7 === 0 ? Math.round(random() * 2 ** 24) : Math.round(random() * 8) / 2,
  );

  it.each([
    ['float32', bound],
    ['float64', 1e-14],
    ['float16', 2 ** -11],
    ['bfloat16', 2 ** -8],
  ] as const)('tables of %s', (dtype, limit) => {
    const { cos, sin, shape } = rotary().cosSin({ positions, positionAxis: 'last' }, { dtype });
    expect(shape).toEqual([40, pairs]);
    const values = (table: typeof cos) =>
      dtype === 'bfloat16'
        ? posenc.fromBfloat16(table as Uint16Array)
        : dtype === 'float16'
          ? posenc.fromFloat16(table as Uint16Array)
          : table;
    const [cosines, sines] = [values(cos), values(sin)];
    for (let i = 0; i < cos.length; ++i) {
      const [token, pair] = [Math.floor(i / pairs), i % pairs];
      const terms = Array.from({ length: axes }, (_, axis): [number, number] => [
        positions[token * axes + axis] as number,
        matrix[axis * pairs + pair] as number,
      ]);
      const [sine, cosine] = exactSinCos(terms);
      expect(Math.abs((cosines[i] as number) - cosine)).toBeLessThanOrEqual(limit);
      expect(Math.abs((sines[i] as number) - sine)).toBeLessThanOrEqual(limit);
    }
  });

  it('rotates vectors of each type by it', () => {
    const { cos, sin } = rotary().cosSin({ positions, positionAxis: 'last' }, { dtype: 'float64' });
    const x = floats(40 * 2 * pairs);
    const exact = Array.from(x, (value, i) => {
      const at = i >> 1;
      const other = x[i ^ 1] as number;
      return value * (cos[at] as number) + (i % 2 === 0 ? -1 : 1) * other * (sin[at] as number);
    });
    const at = { shape: [40, 2 * pairs], positions, positionAxis: 'last' } as const;
    expect(largestDistance(rotary().apply(x.slice(), at), exact)).toBeLessThanOrEqual(vectorBound);
    const halves = posenc.toBfloat16(x) as Uint16Array;
    const rounded = posenc.fromBfloat16(halves);
    const turned = rotary().apply(halves.slice(), { ...at, dtype: 'bfloat16' });
    const again = rotary().apply(rounded.slice(), at);
    // Rounded once: at most half a unit of eight bits from the float32 result.
    posenc.fromBfloat16(turned).forEach((value, i) => {
      const float = again[i] as number;
      expect(Math.abs(value - float)).toBeLessThanOrEqual(Math.abs(float) * 2 ** -8 + 1e-6);
    });
  });

  it('one axis takes any numbers', () => {
    const one = new Rotary({ headDim: 8, axes: 1 });
    const { cos } = one.cosSin({ positions: [-2.5, 0.25] }, { dtype: 'float64' });
    expect(Array.from(cos)).toEqual(
      [-2.5, 0.25].flatMap((p) => Array.from(one.frequencies, (w) => expect.closeTo(Math.cos(p * w), 14))),
    );
  });
});

describe('the same bits', () => {
  const sections = [16, 24, 24];
  const several = () => new Rotary({ headDim: 128, sections });
  const plain = () => new Rotary({ headDim: 128 });
  const text = Array.from({ length: 30 }, (_, i) => i * 1000);

  it.each(['float32', 'float16', 'bfloat16', 'float64'] as const)(
    'an offset, equal ids, and an embedding of one axis: tables of %s',
    (dtype) => {
      const expected = plain().cosSin({ length: 30, offset: 5 }, { dtype });
      const ids = Array.from({ length: 90 }, (_, i) => 5 + (i % 30));
      expect(several().cosSin({ length: 30, offset: 5 }, { dtype })).toEqual(expected);
      expect(several().cosSin({ positions: ids }, { dtype })).toEqual(expected);
    },
  );

  it('vectors', () => {
    const x = floats(2 * 30 * 128);
    const shape = [2, 30, 128];
    const expected = plain().apply(x.slice(), { shape, positions: text });
    expect(several().apply(x.slice(), { shape, positions: [...text, ...text, ...text] })).toEqual(expected);
  });

  it('in pieces, in wasm memory, to another array, and with both orders of axes', () => {
    const tokens = 300;
    const positions = Float64Array.from({ length: 3 * tokens }, (_, i) =>
      i < tokens ? i : i % 3 === 0 ? -7.5 : i % 41,
    );
    const last = Float64Array.from(
      { length: 3 * tokens },
      (_, i) => positions[(i % 3) * tokens + Math.floor(i / 3)] as number,
    );
    const shape = [3, tokens, 128];
    const x = floats(3 * tokens * 128);
    const expected = several().apply(x.slice(), { shape, positions });
    expect(several().apply(x.slice(), { shape, positions: last, positionAxis: 'last' })).toEqual(expected);
    const out = new Float32Array(x.length);
    several().apply(x, { shape, positions }, out);
    expect(out).toEqual(expected);
    using memory = posenc.allocate(x.length);
    memory.array.set(x);
    expect(several().apply(memory.array, { shape, positions })).toEqual(expected);
    // The second half alone.
    const rest = tokens / 2;
    const part = Float64Array.from(
      { length: 3 * rest },
      (_, i) => positions[Math.floor(i / rest) * tokens + rest + (i % rest)] as number,
    );
    const alone = several().apply(x.slice(rest * 128, tokens * 128), { shape: [rest, 128], positions: part });
    expect(alone).toEqual(expected.slice(rest * 128, tokens * 128));
  });

  it('heads with a matrix of their own', () => {
    const { options, positions } = rotaryPresets.ropeVitMixed({
      headDim: 64,
      heads: 3,
      grid: [10, 30],
      frequencies: Float64Array.from({ length: 2 * 3 * 32 }, random),
    });
    const rotary = new Rotary(options);
    const x = floats(2 * 3 * 300 * 64);
    const shape = [2, 3, 300, 64];
    const expected = rotary.apply(x.slice(), { shape, positions });
    using memory = posenc.allocate(x.length);
    memory.array.set(x);
    expect(rotary.apply(memory.array, { shape, positions })).toEqual(expected);
    const matrix = options.matrix as Float64Array;
    for (let head = 0; head < 3; ++head) {
      const one = new Rotary({ ...options, matrix: matrix.slice(head * 64, (head + 1) * 64) });
      const from = (3 + head) * 300 * 64; // of the second batch
      const vectors = x.slice(from, from + 300 * 64);
      expect(one.apply(vectors, { shape: [300, 64], positions })).toEqual(
        expected.slice(from, from + 300 * 64),
      );
      const tables = rotary.cosSin({ positions });
      expect(one.cosSin({ positions }).cos).toEqual(tables.cos.slice(head * 300 * 32, (head + 1) * 300 * 32));
    }
    // At an offset, all axes have the same position.
    const ids = Float64Array.from({ length: 2 * 300 }, (_, i) => i % 300);
    expect(rotary.cosSin({ length: 300 })).toEqual(rotary.cosSin({ positions: ids }));
  });
});

describe('tokens that are left as they are', () => {
  const { options, positions } = rotaryPresets.dinov3({ headDim: 16, grid: [2, 3] });
  const nan = [Number.NaN, -0, Number.POSITIVE_INFINITY];

  it.each([
    ['[batch, heads, seq, dim]', [2, 3, 11, 16], undefined],
    ['[batch, seq, heads, dim]', [2, 11, 3, 16], -3],
  ] as const)('%s', (_name, shape, seqAxis) => {
    const rotary = new Rotary(options);
    const x = floats(2 * 3 * 11 * 16);
    const [outer, inner] = seqAxis === -3 ? [2, 3] : [6, 1];
    const skipped = (token: number) => token < 4 || token === 10;
    const forEach = (use: (at: number, token: number, line: number, within: number) => void) => {
      for (let line = 0; line < outer; ++line)
        for (let token = 0; token < 11; ++token)
          for (let i = 0; i < inner * 16; ++i) use((line * 11 + token) * inner * 16 + i, token, line, i);
    };
    forEach((at, token, _line, i) => {
      if (skipped(token) && i < 3) x[at] = nan[i] as number;
    });
    const at = { shape, ...(seqAxis && { seqAxis }), positions, prefix: 4, suffix: 1 };
    const out = new Float32Array(x.length);
    rotary.apply(x, at, out);
    // The tokens between, alone.
    const between = new Float32Array(outer * 6 * inner * 16);
    forEach((from, token, line, i) => {
      if (!skipped(token)) between[(line * 6 + token - 4) * inner * 16 + i] = x[from] as number;
    });
    const middle = shape.map((size) => (size === 11 ? 6 : size));
    rotary.apply(between, { shape: middle, ...(seqAxis && { seqAxis }), positions });
    forEach((from, token, line, i) => {
      const expected = skipped(token) ? x[from] : between[(line * 6 + token - 4) * inner * 16 + i];
      expect(Object.is(out[from], expected)).toBe(true);
    });
    const inPlace = rotary.apply(x.slice(), at);
    expect(inPlace).toEqual(out);
    using memory = posenc.allocate(2 * x.length);
    const [from, to] = [memory.array.subarray(0, x.length), memory.array.subarray(x.length)];
    from.set(x);
    expect(rotary.apply(from, at, to)).toEqual(out);
    expect(rotary.apply(from, at)).toEqual(out);
    expect(rotary.apply(out, { ...at, prefix: 11, suffix: 0, positions: [] }).slice()).toEqual(inPlace);
  });

  it('a usual embedding has them too, and counts positions after them', () => {
    const rotary = new Rotary({ headDim: 8 });
    const x = floats(5 * 8);
    const expected = x.slice();
    rotary.apply(expected.subarray(8, 32), { shape: [3, 8], offset: 7 });
    expect(rotary.apply(x.slice(), { shape: [5, 8], offset: 7, prefix: 1, suffix: 1 })).toEqual(expected);
    const [q, k] = [x.slice(), x.slice()];
    rotary.applyBoth(q, k, { shape: [5, 8], keyShape: [1, 5, 8], offset: 7, prefix: 1, suffix: 1 });
    expect([q, k]).toEqual([expected, expected]);
  });
});

describe('keys that move', () => {
  const rotary = () => new Rotary({ headDim: 32, sections: [4, 6, 6] });
  const shape = [2, 9, 32];
  const positions = Array.from({ length: 27 }, () => Math.round(random() * 50));

  it('shift: by one distance, or by one for each axis', () => {
    const x = floats(2 * 9 * 32);
    const moved = (by: number[]) => positions.map((p, i) => p + (by[Math.floor(i / 9)] as number));
    for (const by of [
      [-3, -3, -3],
      [40, 40, 40],
      [5, -2, 0.5],
    ]) {
      const keys = rotary().apply(x.slice(), { shape, positions });
      const expected = rotary().apply(x.slice(), { shape, positions: moved(by) });
      const found = rotary().shift(keys.slice(), by, { shape });
      expect(largestDistance(found, expected)).toBeLessThanOrEqual(2 * vectorBound);
      if (by[0] === by[1]) expect(rotary().shift(keys, by[0] as number, { shape })).toEqual(found);
    }
  });

  it('shift with a matrix for each head', () => {
    const matrix = Float64Array.from({ length: 2 * 2 * 16 }, random);
    const mixed = new Rotary({ headDim: 32, axes: 2, matrix });
    const at = Array.from({ length: 18 }, (_, i) => i);
    const x = floats(2 * 9 * 32);
    const keys = mixed.apply(x.slice(), { shape, positions: at });
    const expected = mixed.apply(x.slice(), { shape, positions: at.map((p) => p + 2) });
    expect(largestDistance(mixed.shift(keys, 2, { shape }), expected)).toBeLessThanOrEqual(2 * vectorBound);
  });

  it('rerotate, and inverse', () => {
    const scaled = new Rotary({
      headDim: 32,
      sections: [4, 6, 6],
      scaling: { type: 'yarn', factor: 4, originalLength: 32 },
    });
    const x = floats(2 * 9 * 32);
    const at = { shape, positions };
    const keys = rotary().apply(x.slice(), at);
    const expected = scaled.apply(x.slice(), at);
    const found = rerotate(keys.slice(), { ...at, from: rotary(), to: scaled });
    expect(largestDistance(found, expected)).toBeLessThanOrEqual(2.5 * vectorBound);
    expect(largestDistance(rotary().apply(keys, { ...at, inverse: true }), x)).toBeLessThanOrEqual(4e-7);
    const other = new Rotary({ headDim: 32, sections: [6, 4, 6] });
    expectRefusal(
      () => rerotate(keys, { ...at, from: rotary(), to: other }),
      RangeError,
      /^to has other axes than from/,
    );
  });
});

it('V-JEPA 2: full-width tables, repeated otherwise than dimensions are paired', () => {
  const headDim = 20; // three axes of six dimensions, and two that stay
  const grid = [2, 3, 2] as const;
  const { options, positions } = rotaryPresets.vjepa2({ headDim, grid });
  const { cos, sin, shape } = new Rotary(options).cosSin({ positions }, { form: 'tiled', dtype: 'float64' });
  expect(shape).toEqual([12, headDim]);
  for (let token = 0; token < 12; ++token) {
    const at = [Math.floor(token / 6), Math.floor(token / 2) % 3, token % 2];
    for (let i = 0; i < headDim; ++i) {
      const angle = i < 18 ? (at[Math.floor(i / 6)] as number) / 10000 ** ((i % 3) / 3) : 0;
      expect(cos[token * headDim + i]).toBeCloseTo(Math.cos(angle), 14);
      expect(sin[token * headDim + i]).toBeCloseTo(Math.sin(angle), 14);
    }
  }
  const halves = new Rotary(options).cosSin({ positions }, { form: 'tiled', dtype: 'bfloat16' });
  expect(posenc.fromBfloat16(halves.cos as Uint16Array)[headDim - 1]).toBe(1);
});

it('DINOv3: released periods are rounded to bfloat16', () => {
  const rounded = rotaryPresets.dinov3({ headDim: 64, grid: [1, 2], bfloat16: true }).options;
  const given = Array.from({ length: 16 }, (_, j) => 100 ** (j / 16));
  const periods = posenc.fromBfloat16(posenc.toBfloat16(Float32Array.from(given)) as Uint16Array);
  expect(rounded).toEqual(rotaryPresets.dinov3({ headDim: 64, grid: [1, 2], periods }).options);
  expect(rounded).not.toEqual(rotaryPresets.dinov3({ headDim: 64, grid: [1, 2] }).options);
});

describe('bad input', () => {
  const make = (options: object) => () => new Rotary({ headDim: 8, ...options } as never);
  const three = { sections: [2, 1, 1] };
  const apply =
    (options: object, x = new Float32Array(2 * 8)) =>
    () =>
      new Rotary({ headDim: 8, ...three }).apply(x, { shape: [2, 8], ...options });
  const count = { positions: new Float64Array(6) };

  it.each([
    ['axes alone', make({ axes: 2 }), RangeError, /^axes is 2: expected 1, or sections, axisDims or matrix/],
    ['no axes', make({ axes: 0 }), RangeError, /^axes is 0: expected an integer of at least 1/],
    ['many axes', make({ axes: 17, sections: [4] }), RangeError, /^axes is 17: expected at most 16/],
    ['two kinds', make({ ...three, axisDims: [4, 4] }), TypeError, /^sections and axisDims are both given/],
    [
      'a sum',
      make({ sections: [2, 1] }),
      RangeError,
      /^sections is \[2, 1\]: expected numbers whose sum is 4, the number of pairs/,
    ],
    ['no sections', make({ sections: [] }), RangeError, /^sections is \[\]: expected from 1 to 4 numbers/],
    ['a negative section', make({ sections: [5, -1] }), RangeError, /^sections\[1\] is -1/],
    ['a fraction', make({ sections: [2.5, 1.5] }), RangeError, /^sections\[0\] is 2\.5/],
    [
      'interleaved alone',
      make({ interleaved: true }),
      TypeError,
      /^interleaved is true: expected none without sections/,
    ],
    [
      'interleaved',
      make({ sections: [2, 2], axes: 3, interleaved: true }),
      RangeError,
      /^sections has 2 entries: expected 3 numbers, one for each axis, since they are interleaved/,
    ],
    ['no flag', make({ ...three, interleaved: 1 }), TypeError, /^interleaved is 1: expected true or false/],
    ['odd dims', make({ axisDims: [3, 5] }), RangeError, /^axisDims\[0\] is 3: expected an even number/],
    ['too many dims', make({ axisDims: [8, 8] }), RangeError, /^rotaryDim is 16: expected at most 8/],
    [
      'other dims',
      make({ axisDims: [2, 4], rotaryDim: 8 }),
      RangeError,
      /^axisDims is \[2, 4\]: expected numbers whose sum is rotaryDim, 8/,
    ],
    ['no list', make({ axisDims: 8 }), TypeError, /^axisDims is 8/],
    [
      'a scaling',
      make({ axisDims: [4, 4], scaling: { type: 'yarn', factor: 2, originalLength: 8 } }),
      RangeError,
      /^scaling\.type is "yarn": expected 'linear' with axisDims/,
    ],
    [
      'a matrix and theta',
      make({ axes: 2, matrix: new Float64Array(8), theta: 10 }),
      TypeError,
      /^matrix and theta are both given/,
    ],
    [
      'a short matrix',
      make({ axes: 2, matrix: new Float64Array(9) }),
      RangeError,
      /^matrix has 9 values: expected a multiple of axes times pairs, 8/,
    ],
    ['an empty matrix', make({ axes: 2, matrix: [] }), RangeError, /^matrix has 0 values/],
    ['NaN', make({ axes: 2, matrix: [0, 0, 0, 0, 0, 0, 0, Number.NaN] }), RangeError, /^matrix\[7\] is NaN/],
    ['xPos', make({ ...three, xpos: {} }), TypeError, /^xpos is an object: expected none with axes/],
    [
      'positions of one axis',
      apply({ positions: [0, 1] }),
      RangeError,
      /^positions has 2 values: expected a multiple of 3, one for each axis/,
    ],
    [
      'too many',
      apply({ positions: new Float64Array(9) }),
      RangeError,
      /^positions has 9 values: expected 6, 3 axes for each position of the shape \[2, 8\]/,
    ],
    [
      'infinite',
      apply({ positions: [0, 1, 2, 3, 4, Number.POSITIVE_INFINITY] }),
      RangeError,
      /^positions\[5\] is Infinity: expected a finite number/,
    ],
    [
      'huge',
      apply({ positions: [0, 1, 2, -(2 ** 51), 4, 5] }),
      RangeError,
      /^positions\[3\] is -2251799813685248: expected a magnitude of at most/,
    ],
    [
      'an axis',
      apply({ ...count, positionAxis: 'middle' }),
      RangeError,
      /^positionAxis is "middle": expected 'first' or 'last'/,
    ],
    [
      'without axes',
      () =>
        new Rotary({ headDim: 8 }).apply(new Float32Array(8), {
          shape: [1, 8],
          positions: [0],
          positionAxis: 'last',
        }),
      TypeError,
      /^positionAxis is "last": expected none, since axes was not given/,
    ],
    ['a prefix', apply({ ...count, prefix: -1 }), RangeError, /^prefix is -1/],
    [
      'prefix and suffix',
      apply({ positions: [], prefix: 2, suffix: 1 }),
      RangeError,
      /^shape is \[2, 8\]: expected at least 3 positions, those of prefix and suffix/,
    ],
    ['a part of a token', apply({ ...count, suffix: 0.5 }), RangeError, /^suffix is 0\.5/],
    [
      'a shift',
      () => new Rotary({ headDim: 8, ...three }).shift(new Float32Array(16), [1, 2], { shape: [2, 8] }),
      RangeError,
      /^by has 2 entries: expected 3 numbers, one for each axis/,
    ],
    [
      'no shift',
      () => new Rotary({ headDim: 8, ...three }).shift(new Float32Array(16), Number.NaN, { shape: [2, 8] }),
      RangeError,
      /^by is NaN/,
    ],
    [
      'a grid',
      () => rotaryPresets.flux1({ grid: [0, 2] }),
      RangeError,
      /^grid\[0\] is 0: expected an integer of at least 1/,
    ],
    ['no grid', () => rotaryPresets.wan({} as never), TypeError, /^grid is undefined/],
    [
      'a head',
      () => rotaryPresets.eva({ headDim: 6, grid: [1, 1] }),
      RangeError,
      /^headDim is 6: expected a multiple of 4/,
    ],
    [
      'an unknown option',
      () => rotaryPresets.zImage({ grid: [1, 1], caption: 3 } as never),
      TypeError,
      /^options\.caption is unknown/,
    ],
    [
      'images',
      () => rotaryPresets.qwenImage({ images: [[1, 2]] as never }),
      RangeError,
      /^images\[0\] has 2 entries: expected 3 sizes/,
    ],
    [
      'frequencies',
      () => rotaryPresets.ropeVitMixed({ headDim: 4, heads: 2, grid: [1, 1], frequencies: [1] }),
      RangeError,
      /^frequencies has 1 entry: expected 8 numbers/,
    ],
    [
      'periods',
      () => rotaryPresets.dinov3({ headDim: 8, grid: [1, 1], periods: [1, 0] }),
      RangeError,
      /^periods\[1\] is 0: expected a number above 0/,
    ],
    [
      'two kinds of periods',
      () => rotaryPresets.dinov3({ headDim: 8, grid: [1, 1], base: 10, minPeriod: 1, maxPeriod: 2 }),
      TypeError,
      /^base and minPeriod are both given/,
    ],
  ] as const)('%s', (_name, act, kind, message) => expectRefusal(act, kind, message));

  it('heads of another number', () => {
    const rotary = new Rotary({ headDim: 8, axes: 2, matrix: new Float64Array(3 * 2 * 4) });
    const x = new Float32Array(2 * 5 * 8).fill(3);
    const act = () => rotary.apply(x, { shape: [2, 5, 8], positions: new Float64Array(10) });
    expectRefusal(act, RangeError, /^shape is \[2, 5, 8\]: expected 3 heads, as matrix has/);
    expect(x.every((value) => value === 3)).toBe(true);
  });
});
