// Rotary embeddings against the numbers of the originals: frequencies of every scaling, tables, rotated vectors, xPos
// and PoPE.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import pope from '../golden/pope.json';
import cacheApply from '../golden/rope-cache-apply.json';
import inverseFrequencies from '../golden/rope-inv-freq.json';
import multiAxis from '../golden/rope-multi-axis.json';
import { bound, largestDistance, takeOf } from '../support/golden.js';
import { type RopeConfig, rotaryOptionsOf } from '../support/rope-options.js';

beforeAll(() => posenc.init());

interface RopeCase {
  id: string;
  encoding: string;
  args: {
    config?: RopeConfig;
    seq_len?: number;
    position_ids?: number[][];
    layout?: string;
    rotary_dim?: number;
    theta?: number;
    num_pos?: number;
    dim?: number;
    end?: number;
    sequence_lengths_in_order?: number[];
  };
  exact?: number[];
  shape?: number[];
  input?: number[];
  input_shape?: number[];
  take?: { axis: number; indices: number[] }[];
  attention_factor_exact?: number;
  raises?: string;
}

const { Rotary } = posenc;
/** Of a rotated value, times the largest input. */
const vectorBound = 3e-7;
const largestOf = (values: readonly number[]) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

function relativeDistance(found: ArrayLike<number>, exact: readonly number[]): number {
  expect(found.length).toBe(exact.length);
  // Frequencies of 0 must be exactly 0.
  return exact.reduce((most, value, i) => {
    const x = found[i] as number;
    return Math.max(most, value === 0 ? Math.abs(x) : Math.abs(x / value - 1));
  }, 0);
}

describe('frequencies and attention scaling', () => {
  it.each(inverseFrequencies as unknown as RopeCase[])(
    '$id',
    ({ id, args, exact, attention_factor_exact }) => {
      const options = () => rotaryOptionsOf(args.config as RopeConfig, args.seq_len);
      if (id === 'rope-default-partial-odd') {
        // The original gives three frequencies for five dimensions.
        expect(() => new Rotary(options())).toThrow(/rotaryDim is 5: expected an even number/);
        return;
      }
      if (exact === undefined) {
        expect(() => new Rotary(options())).toThrow(/rotaryDim is 2: expected at least 4 for dynamic/);
        return;
      }
      const rotary = new Rotary(options());
      expect(relativeDistance(rotary.frequencies, exact)).toBeLessThan(1e-14);
      expect(relativeDistance([rotary.attentionScaling], [attention_factor_exact as number])).toBeLessThan(
        1e-14,
      );
    },
  );
});

describe('tables and rotated vectors', () => {
  const cases = cacheApply as unknown as RopeCase[];
  const of = (encoding: RegExp) => cases.filter((one) => encoding.test(one.encoding));
  let count = 0;

  it.each(of(/^rope-cache-hf$/))('$id', ({ args, exact }) => {
    count += 1;
    const rotary = new Rotary(rotaryOptionsOf(args.config as RopeConfig));
    const { cos, sin } = rotary.cosSin(
      { positions: (args.position_ids as number[][]).flat() },
      { form: 'doubled' },
    );
    const scale = Math.max(1, rotary.attentionScaling);
    expect(largestDistance([...cos, ...sin], exact as number[])).toBeLessThanOrEqual(bound * scale);
  });

  it.each(of(/^rope-cache-gptj$/))('$id', ({ args, exact, shape, take }) => {
    count += 1;
    const { num_pos: length, dim } = args as { num_pos: number; dim: number };
    const rotary = new Rotary({ headDim: dim, pairing: 'adjacent' });
    // Sines, then cosines.
    const rows = take?.find(({ axis }) => axis === 0)?.indices;
    const at = rows === undefined ? { length } : { positions: rows };
    const { cos, sin } = rotary.cosSin(at);
    const found = Array.from({ length: cos.length / (dim / 2) }, (_, row) =>
      [sin, cos].flatMap((part) => [...part.subarray((row * dim) / 2, ((row + 1) * dim) / 2)]),
    ).flat();
    expect(shape).toEqual([rows?.length ?? length, dim]);
    expect(largestDistance(found, exact as number[])).toBeLessThanOrEqual(bound);
  });

  it.each(of(/^rope-cache-meta$/))('$id', ({ args, exact, take }) => {
    count += 1;
    const { end, dim, theta } = args as { end: number; dim: number; theta: number };
    const rotary = new Rotary({ headDim: dim, theta, pairing: 'adjacent' });
    const rows = take?.find(({ axis }) => axis === 0)?.indices;
    const { cos, sin } = rotary.cosSin(rows === undefined ? { length: end } : { positions: rows });
    const found = [...cos].flatMap((value, i) => [value, sin[i] as number]);
    expect(largestDistance(found, exact as number[])).toBeLessThanOrEqual(bound);
  });

  it.each(of(/^rope-apply-/))('$id', ({ args, input, input_shape, exact }) => {
    count += 1;
    const shape = input_shape as number[];
    const headDim = shape.at(-1) as number;
    const options: posenc.RotaryOptions = args.config
      ? rotaryOptionsOf(args.config)
      : {
          headDim,
          rotaryDim: args.rotary_dim ?? headDim,
          theta: args.theta as number,
          pairing: 'adjacent',
        };
    const rotary = new Rotary(options);
    const x = Float32Array.from(input as number[]);
    const seqAxis = args.layout?.startsWith('[batch, seq') ? -3 : -2;
    const at = { shape, seqAxis, positions: (args.position_ids as number[][]).flat() } as const;
    const rotated = rotary.apply(x, at);
    const scale = Math.max(1, rotary.attentionScaling);
    expect(rotated).toBe(x);
    expect(largestDistance(rotated, exact as number[])).toBeLessThanOrEqual(
      vectorBound * scale * largestOf(input as number[]),
    );
    const back = rotary.apply(rotated, { ...at, inverse: true });
    expect(largestDistance(back, input as number[])).toBeLessThanOrEqual(4e-7 * largestOf(input as number[]));
  });

  it.each(of(/^rope-dynamic-sequence$/))('$id: no call depends on an earlier one', ({ args, exact }) => {
    count += 1;
    const rotary = new Rotary(rotaryOptionsOf(args.config as RopeConfig));
    const found = (args.sequence_lengths_in_order as number[]).flatMap((length) => {
      rotary.cosSin({ length });
      return [...rotary.frequenciesFor(length)];
    });
    expect(relativeDistance(found, exact as number[])).toBeLessThan(1e-14);
  });

  it('covers every case', () => expect(count).toBe(cases.length));
});

describe('xPos', () => {
  interface XposArgs {
    head_dim: number;
    dim: number;
    theta: number;
    seq_len: number;
    xpos_scale_base: number;
  }
  const cases = multiAxis.filter(({ encoding }) => encoding.startsWith('xpos')) as unknown as (RopeCase & {
    args: XposArgs;
  })[];
  const rotaryOf = (args: XposArgs) =>
    new Rotary({
      headDim: args.head_dim ?? args.dim,
      rotaryDim: args.dim,
      theta: args.theta ?? 10000,
      pairing: 'adjacent',
      xpos: { base: args.xpos_scale_base },
    });

  it.each(cases.filter(({ encoding }) => encoding === 'xpos'))(
    '$id',
    ({ id, args, input, input_shape, exact }) => {
      const role = id.endsWith('q') ? 'query' : 'key';
      const x = Float32Array.from(input as number[]);
      const rotary = rotaryOf(args);
      const at = { shape: input_shape as number[], role } as const;
      const limit = vectorBound * largestOf(input as number[]);
      expect(largestDistance(rotary.apply(x, at), exact as number[])).toBeLessThanOrEqual(limit);
      expect(
        largestDistance(rotary.apply(x, { ...at, inverse: true }), input as number[]),
      ).toBeLessThanOrEqual(2 * limit);
    },
  );

  it.each(cases.filter(({ encoding }) => encoding === 'xpos-scale'))('$id', ({ args, exact }) => {
    // The scale is the length of (cos, sin).
    const rotary = rotaryOf(args);
    const { cos, sin } = rotary.cosSin(
      { length: args.seq_len },
      { role: 'query', dtype: 'float64', form: 'repeated' },
    );
    const found = [...cos].map((value, i) => Math.hypot(value, sin[i] as number));
    expect(largestDistance(found, exact as number[])).toBeLessThan(1e-14);
  });
});

describe('PoPE', () => {
  interface PopeCase {
    id: string;
    encoding: string;
    args: { rotate_dim: number; theta: number; offset: number; positions: number[] | number[][] };
    input: number[];
    input_shape: number[];
    B?: number[];
    exact: number[];
  }
  it.each(pope as unknown as PopeCase[])('$id', ({ encoding, args, input, input_shape, B, exact }) => {
    const seq = input_shape[2] as number;
    const perBatch = Array.isArray(args.positions[0]);
    let positions = args.positions.flat().map((position) => position + args.offset);
    // Queries are at the last positions.
    if (encoding === 'pope-query' && !perBatch) positions = positions.slice(-seq);
    const found = posenc.polar(Float32Array.from(input), {
      shape: input_shape,
      rotaryDim: args.rotate_dim,
      theta: args.theta,
      positions,
      ...(B && { bias: B }),
    });
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(2e-7);
  });
});

it('PoPE takes the bias of one head for batches with ids of their own', () => {
  const x = Float32Array.from({ length: 2 * 3 * 4 }, (_, i) => Math.sin(i));
  const bias = [-1, -2, -3, -4];
  const positions = [0, 1, 2, 7, 8, 9];
  const found = posenc.polar(x, { shape: [2, 3, 4], positions, bias });
  const second = posenc.polar(x.slice(12), { shape: [1, 3, 4], offset: 7, bias });
  expect([...found.subarray(24)]).toEqual([...second]);
});

it('takes stored parts of large tables', () => {
  // A check of this file's own reading: `take` of a table is what ids give.
  const { cos } = new Rotary({ headDim: 4 }).cosSin({ length: 9 });
  const taken = takeOf(cos, [9, 2], [{ axis: 0, indices: [8, 3] }]);
  expect(taken).toEqual([...new Rotary({ headDim: 4 }).cosSin({ positions: [8, 3] }).cos]);
});
