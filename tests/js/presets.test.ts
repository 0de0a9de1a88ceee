// Presets: the originals' values at every width, the widths and grids that the originals refuse, and invalid
// options.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import fairseq from '../golden/fairseq-sinusoidal.json';
import { definitions, valuesOf } from '../support/definitions.js';
import { bound, type GoldenCase, largestDistance, takeOf } from '../support/golden.js';
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from '../support/precise.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { presets } = posenc;
type Size = { grid: readonly number[]; channels: number };

const made: Record<string, (size: Size) => posenc.SinusoidalOptions> = {
  'Vaswani et al. 2017': presets.vaswani,
  'positional-encodings 5.1 and later': presets.positionalEncodings,
  'positional-encodings 5.0': (size) => presets.positionalEncodings({ ...size, version: 5 }),
  AllenNLP: presets.allennlp,
  tensor2tensor: presets.tensor2tensor,
  fairseq: presets.fairseq,
  Whisper: presets.whisper,
  MAE: presets.mae,
};

describe('a preset has the values of its original', () => {
  for (const [name, preset] of Object.entries(made)) {
    const definition = definitions[name];
    if (definition === undefined) throw new Error(`${name} has no definition`);
    for (const grid of definition.grids) {
      it.each(definition.widths)(`${name}, ${grid.join(' x ')}, %i channels`, (channels) => {
        const values = posenc.encode(preset({ grid, channels }));
        expect(largestDistance(values, valuesOf(definition, grid, channels))).toBeLessThanOrEqual(bound);
      });
    }
  }
});

describe('first positions and timescales', () => {
  it.each([0, 1, 2, 511])('fairseq with padding index %i', (paddingIndex) => {
    const definition = { ...(definitions.fairseq as (typeof definitions)[string]), first: paddingIndex + 1 };
    for (const channels of [1, 4, 7]) {
      const values = posenc.encode(presets.fairseq({ grid: [3], channels, paddingIndex }));
      expect(largestDistance(values, valuesOf(definition, [3], channels))).toBeLessThanOrEqual(bound);
    }
  });

  it.each([-3, 0, 509])('tensor2tensor from %i', (startIndex) => {
    const definition = { ...(definitions.tensor2tensor as (typeof definitions)[string]), first: startIndex };
    const values = posenc.encode(presets.tensor2tensor({ grid: [3, 2], channels: 9, startIndex }));
    expect(largestDistance(values, valuesOf(definition, [3, 2], 9))).toBeLessThanOrEqual(bound);
  });

  it.each([
    [1, 100],
    [4, 64],
    [0.5, 500],
  ])('AllenNLP and tensor2tensor from %d to %d multiply by the minimum', (min, max) => {
    for (const channels of [2, 5, 8]) {
      const n = channels >> 1;
      const size = { grid: [6], channels, minTimescale: min, maxTimescale: max };
      const expected = [0, 1, 2, 3, 4, 5].flatMap((position) => {
        const waves = Array.from({ length: n }, (_, i) => {
          const relative = preciseFrequency(i, n, { max: max / min, shift: 1 });
          return sineAndCosine(preciseProduct(precise(position * min), relative));
        });
        return [...waves.map(({ sin }) => sin), ...waves.map(({ cos }) => cos), ...(channels % 2 ? [0] : [])];
      });
      for (const preset of [presets.allennlp, presets.tensor2tensor]) {
        expect(largestDistance(posenc.encode(preset(size)), expected)).toBeLessThanOrEqual(bound);
      }
    }
  });

  it.each([2, 100])('Whisper to %d', (maxTimescale) => {
    const waves = [0, 1, 2].map((i) => preciseFrequency(i, 3, { max: maxTimescale, shift: 1 }));
    const expected = [0, 1, 2, 3].flatMap((position) => {
      const row = waves.map((frequency) => sineAndCosine(preciseProduct(precise(position), frequency)));
      return [...row.map(({ sin }) => sin), ...row.map(({ cos }) => cos)];
    });
    const values = posenc.encode(presets.whisper({ grid: [4], channels: 6, maxTimescale }));
    expect(largestDistance(values, expected)).toBeLessThanOrEqual(bound);
  });
});

describe("fairseq's own values", () => {
  interface Args {
    embedding_dim: number;
    padding_idx: number | null;
    num_embeddings?: number;
    tokens?: number[][];
  }
  const cases = fairseq as unknown as (Omit<GoldenCase, 'positions'> & { positions?: number[][] })[];
  it.each(cases)('$id', ({ args, shape, exact, original, max_abs_diff: apart = 0, raises, ...rest }) => {
    const {
      embedding_dim: channels,
      padding_idx: padding,
      num_embeddings: count,
      tokens,
    } = args as never as Args;
    const paddingIndex = padding ?? 0;
    const size = { grid: [count ?? (shape[1] as number)], channels, paddingIndex };
    if (raises) {
      expectRefusal(() => presets.fairseq(size), RangeError, /channels is [23]: expected 1 or at least 4/);
      return;
    }
    // Rows by position: the preset starts at the first token that is not padding.
    const values = posenc.encode(presets.fairseq(size));
    const rowOf = (position: number) => {
      if (position === padding) return new Float32Array(channels);
      const at = (position - paddingIndex - 1) * channels;
      return values.subarray(at, at + channels);
    };
    if (tokens) {
      const found = (rest.positions as number[][]).flat().flatMap((position) => [...rowOf(position)]);
      expect(largestDistance(found, exact)).toBeLessThanOrEqual(bound);
      expect(largestDistance(found, original as number[])).toBeLessThanOrEqual(bound + 1.005 * apart);
      return;
    }
    const rows = rest.take?.[0]?.indices ?? [];
    expect(rows).toHaveLength(shape[0] as number);
    const from = rows.findIndex((row) => row > paddingIndex);
    const found = rows.slice(from).flatMap((row) => [...rowOf(row)]);
    expect(largestDistance(found, exact.slice(from * channels))).toBeLessThanOrEqual(bound);
    // Earlier rows: the same with another offset, except for the row of the padding token.
    const before = posenc.encode({ ...presets.fairseq(size), offset: 0 });
    if (padding !== null) before.fill(0, padding * channels, (padding + 1) * channels);
    const whole = takeOf(before, [count as number, channels], rest.take);
    expect(largestDistance(whole, exact)).toBeLessThanOrEqual(bound);
    expect(largestDistance(whole, original as number[])).toBeLessThanOrEqual(bound + 1.005 * apart);
  });
});

describe('widths that an original refuses', () => {
  const cases: [keyof typeof presets, number[], number, RegExp][] = [
    ...[1, 2, 3, 5, 7, 383].map((width): [keyof typeof presets, number[], number, RegExp] => [
      'whisper',
      [4],
      width,
      /^channels is \d+: expected an even number of at least 4$/,
    ]),
    ...[1, 2, 3, 5, 6, 7, 10, 766].map((width): [keyof typeof presets, number[], number, RegExp] => [
      'mae',
      [2, 3],
      width,
      /^channels is \d+: expected a multiple of 4$/,
    ]),
    ...[2, 3].map((width): [keyof typeof presets, number[], number, RegExp] => [
      'fairseq',
      [4],
      width,
      /^channels is [23]: expected 1 or at least 4, since fairseq divides by zero$/,
    ]),
    ...[4, 5, 7].map((width): [keyof typeof presets, number[], number, RegExp] => [
      'tensor2tensor',
      [2, 2],
      width,
      /^channels is [457]: expected less than 4 or at least 8 for 2 axes, since tensor2tensor divides by zero$/,
    ]),
    ...[6, 11].map((width): [keyof typeof presets, number[], number, RegExp] => [
      'tensor2tensor',
      [1, 1, 1],
      width,
      /^channels is \d+: expected less than 6 or at least 12 for 3 axes/,
    ]),
  ];
  it.each(cases)('%s, %j, %i channels', (name, grid, channels, message) => {
    expectRefusal(() => presets[name]({ grid, channels }), RangeError, message);
  });

  it.each([
    ['vaswani', [2, 2], /^grid is \[2, 2\]: expected one length$/],
    ['allennlp', [2, 2], /^grid is \[2, 2\]: expected one length$/],
    ['fairseq', [], /^grid is \[\]: expected one length$/],
    ['whisper', [2, 2], /^grid is \[2, 2\]: expected one length$/],
    ['mae', [14], /^grid is \[14\]: expected 2 lengths$/],
    ['mae', [2, 2, 2], /^grid is \[2, 2, 2\]: expected 2 lengths$/],
  ] as const)('%s, a grid of %j', (name, grid, message) => {
    expectRefusal(() => presets[name]({ grid, channels: 8 }), RangeError, message);
  });
});

describe('AllenNLP and tensor2tensor with one frequency', () => {
  it.each([2, 3])('%i channels: the sine and cosine of minTimescale times the position', (channels) => {
    for (const preset of [presets.allennlp, presets.tensor2tensor]) {
      const values = posenc.encode(preset({ grid: [3], channels, minTimescale: 0.5 }));
      const zero = channels === 3 ? [0] : [];
      const expected = [0, 0.5, 1].flatMap((angle) => [Math.sin(angle), Math.cos(angle), ...zero]);
      expect(largestDistance(values, expected)).toBeLessThanOrEqual(bound);
    }
  });
});

describe('invalid options', () => {
  const good = { grid: [4], channels: 8 };
  const whole = (name: string) => (name === 'mae' ? { grid: [4, 4], channels: 8 } : good);
  const nothing: [string, unknown, RegExp][] = [
    ['nothing', undefined, /^options is undefined: expected an object$/],
    ['null', null, /^options is null: expected an object$/],
    ['a number', 5, /^options is 5: expected an object$/],
    ['text', 'abc', /^options is "abc": expected an object$/],
    ['a symbol', Symbol('s'), /^options is Symbol\(s\): expected an object$/],
    ['a function', () => good, /^options is a function: expected an object$/],
    ['an array', [4, 8], /^options is \[4, 8\]: expected an object$/],
    ['an empty object', {}, /^grid is undefined: expected an array of lengths$/],
    [
      'an object without a prototype',
      Object.create(null),
      /^grid is undefined: expected an array of lengths$/,
    ],
    ['a grid that is a number', { grid: 4, channels: 8 }, /^grid is 4: expected an array of lengths$/],
    ['a grid that is text', { grid: '4', channels: 8 }, /^grid is "4": expected an array of lengths$/],
  ];
  for (const name of Object.keys(presets) as (keyof typeof presets)[]) {
    const call = (options: unknown) => () => presets[name](options as never);
    it.each(nothing)(`${name}: %s`, (_, options, message) => {
      expectRefusal(call(options), TypeError, message);
    });

    it(`${name}: bad lengths and channels`, () => {
      const { grid } = whole(name);
      for (const [bad, kind, message] of [
        [undefined, TypeError, / is undefined: expected a number$/],
        [Symbol('n'), TypeError, / is Symbol\(n\): expected a number$/],
        [Object.create(null), TypeError, / is an object: expected a number$/],
        [[8], TypeError, / is \[8\]: expected a number$/],
        ['8', TypeError, / is "8": expected a number$/],
        [8n, TypeError, / is 8n: expected a number$/],
        [-4, RangeError, / is -4: expected an integer of at least [01]/],
        [1.5, RangeError, / is 1\.5: expected an integer of at least [01]/],
        [Number.NaN, RangeError, / is NaN: expected an integer/],
      ] as const) {
        expectRefusal(call({ grid, channels: bad }), kind, new RegExp(`^channels${message.source}`));
        const lengths = grid.map(() => bad);
        expectRefusal(
          call({ grid: lengths, channels: 8 }),
          kind,
          new RegExp(`^grid\\[0\\]${message.source}`),
        );
      }
    });

    it(`${name}: an unknown key`, () => {
      for (const key of ['layout', 'offset', 'base', 'constructor']) {
        const message = new RegExp(`^options\\.${key} is unknown: expected one of grid, channels`);
        expectRefusal(call({ ...whole(name), [key]: 1 }), TypeError, message);
      }
    });

    it(`${name}: returns new plain options`, () => {
      const given = Object.assign(Object.create(null), whole(name));
      const options = presets[name](given);
      expect(Object.getPrototypeOf(options)).toBe(Object.prototype);
      expect(options).toMatchObject({ grid: whole(name).grid, channels: 8 });
      expect(options.grid).not.toBe(given.grid);
      expect(structuredClone(options)).toEqual(options);
      // They can be modified and passed on.
      expect(posenc.encode({ ...options, phase: 'cos-sin' })[0]).toBeCloseTo(
        name === 'fairseq' ? -0.416 : 1,
        3,
      );
      // The grid may be a typed array.
      const typed = presets[name]({ ...given, grid: Int32Array.from(given.grid) });
      expect(typed).toEqual(options);
    });
  }

  it.each([
    [
      'positionalEncodings',
      { declaredChannels: 7 },
      RangeError,
      /^declaredChannels is 7: expected an integer of at least 8/,
    ],
    [
      'positionalEncodings',
      { declaredChannels: '9' },
      TypeError,
      /^declaredChannels is "9": expected a number$/,
    ],
    ['positionalEncodings', { channelsFirst: 1 }, TypeError, /^channelsFirst is 1: expected true or false$/],
    [
      'positionalEncodings',
      { version: 4 },
      RangeError,
      /^version is 4: expected 5 \(5\.0, concatenated\) or 6/,
    ],
    ['positionalEncodings', { version: '5' }, TypeError, /^version is "5": expected 5 /],
    ['positionalEncodings', { version: null }, TypeError, /^version is null: expected 5 /],
    ['allennlp', { minTimescale: 0 }, RangeError, /^minTimescale is 0: expected a number above 0$/],
    ['allennlp', { minTimescale: null }, TypeError, /^minTimescale is null: expected a number$/],
    [
      'allennlp',
      { minTimescale: 1e-200 },
      RangeError,
      /^minTimescale is 1e-200: expected maxTimescale \/ minTimescale\^2 to be finite/,
    ],
    [
      'allennlp',
      { minTimescale: 1e200 },
      RangeError,
      /^minTimescale is 1e\+200: expected maxTimescale \/ minTimescale\^2 to be finite/,
    ],
    [
      'allennlp',
      { maxTimescale: Number.POSITIVE_INFINITY },
      RangeError,
      /^maxTimescale is Infinity: expected a finite number$/,
    ],
    [
      'tensor2tensor',
      { maxTimescale: Symbol('m') },
      TypeError,
      /^maxTimescale is Symbol\(m\): expected a number$/,
    ],
    [
      'tensor2tensor',
      { startIndex: Number.NaN },
      RangeError,
      /^startIndex is NaN: expected a finite number$/,
    ],
    ['tensor2tensor', { startIndex: [1] }, TypeError, /^startIndex is \[1\]: expected a number$/],
    ['fairseq', { paddingIndex: -1 }, RangeError, /^paddingIndex is -1: expected an integer of at least 0/],
    ['fairseq', { paddingIndex: 0.5 }, RangeError, /^paddingIndex is 0\.5: expected an integer/],
    ['fairseq', { paddingIndex: null }, TypeError, /^paddingIndex is null: expected a number$/],
    ['whisper', { maxTimescale: -1 }, RangeError, /^maxTimescale is -1: expected a number above 0$/],
    ['whisper', { maxTimescale: {} }, TypeError, /^maxTimescale is an object: expected a number$/],
  ] as const)('%s: %j', (name, option, kind, message) => {
    expectRefusal(() => presets[name]({ ...good, ...option } as never), kind, message);
  });

  it('options that are undefined have their defaults', () => {
    const sized = { grid: [4], channels: 7 };
    for (const [found, expected] of [
      [presets.fairseq({ ...sized, paddingIndex: undefined as never }), presets.fairseq(sized)],
      [
        presets.positionalEncodings({ ...sized, version: undefined as never }),
        presets.positionalEncodings(sized),
      ],
      [presets.tensor2tensor({ ...sized, startIndex: undefined as never }), presets.tensor2tensor(sized)],
    ] as const) {
      expect(posenc.encode(found)).toEqual(posenc.encode(expected));
    }
  });

  it('reads each option once', () => {
    let reads = 0;
    const options = {
      grid: [2],
      channels: 8,
      get paddingIndex() {
        reads += 1;
        return reads;
      },
    };
    expect(presets.fairseq(options).offset).toBe(2);
    expect(reads).toBe(1);
  });
});
