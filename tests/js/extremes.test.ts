// Finite options of any magnitude give sines and cosines, with the same bits in both orders, or an error that names the option.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { randomFrom } from '../support/random.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const bits = (values: Float32Array) => new Uint32Array(values.buffer, values.byteOffset, values.length);

/** Transposes [channels, points] to [points, channels]. */
function transposed(values: Float32Array, channels: number): Float32Array {
  const points = values.length / channels;
  return Float32Array.from(
    values,
    (_, i) => values[(i % channels) * points + Math.floor(i / channels)] as number,
  );
}

function encodeBoth(options: posenc.SinusoidalOptions): Float32Array {
  const rows = posenc.encode(options);
  const columns = transposed(posenc.encode({ ...options, channelsFirst: true }), options.channels);
  expect(bits(columns)).toEqual(bits(rows));
  return rows;
}

describe('reported cases', () => {
  const cases: [string, posenc.SinusoidalOptions, number[]][] = [
    ['an unused step', { grid: [1], channels: 2, step: 1e306 }, [0, 1]],
    [
      'a tiny offset with a large frequency',
      { grid: [1], channels: 2, offset: 1e-306, frequencies: [1e306] },
      [Math.sin(1), Math.cos(1)],
    ],
    [
      'a tiny step with tiny timescales',
      { grid: [3], channels: 2, step: 1e-308, timescales: { min: 1e-308, max: 1e-308 } },
      [0, 1, Math.sin(1), Math.cos(1), Math.sin(2), Math.cos(2)],
    ],
    [
      'negative angles near the limit',
      { grid: [3], channels: 2, offset: -17 * 2 ** 45, step: 2 ** 45 },
      [-17, -16, -15].flatMap((i) => [Math.sin(i * 2 ** 45), Math.cos(i * 2 ** 45)]),
    ],
  ];
  it.each(cases)('%s', (_, options, exact) => {
    const found = encodeBoth(options);
    expect(found).toHaveLength(exact.length);
    for (const [i, value] of exact.entries()) {
      expect(Math.abs((found[i] as number) - value)).toBeLessThan(bound);
    }
  });

  it('tiny frequencies give positive zeros in both orders', () => {
    const values = encodeBoth({ grid: [100], channels: 2, offset: -50, frequencies: [1e-300] });
    expect(values.every((value, i) => Object.is(value, i % 2 === 0 ? 0 : 1))).toBe(true);
  });

  it('values beyond a double are refused', () => {
    const encode = (options: object) => posenc.encode({ grid: [1], channels: 6, ...options });
    expectRefusal(
      () => encode({ timescales: { min: 1e-310, max: 1e-309 } }),
      RangeError,
      /axis 0 has a frequency \(from frequencies, or 1 \/ timescale\) of Infinity radians per position: expected at most 1\.79/,
    );
    expectRefusal(
      () => encode({ timescales: { min: 1e-200, max: 1e200 } }),
      RangeError,
      /timescales go from 1e-200 \(min\) to 1e\+200 \(max\): expected a ratio/,
    );
    expectRefusal(
      () => encode({ angles: 'float32', frequencies: [1e39, 1, 1] }),
      RangeError,
      /axis 0 has a frequency .* of 1e\+39 radians per position: expected at most 3\.40/,
    );
    expectRefusal(
      () => posenc.encodeAt([0], { axes: 1, channels: 2, timescales: { min: 1e-310, max: 1e-310 } }),
      RangeError,
      /axis 0 has a frequency/,
    );
  });
});

it('random magnitudes never give NaN, and the same values in both orders', () => {
  const { next, below, pick } = randomFrom(12);
  const magnitude = () => (next() - 0.5) * 2 ** (below(2040) - 1020);
  const refusal =
    /reaches (position|an angle)|has a frequency|timescales go|timescales\.(min|max|shift) is|a finite number from -/;
  let accepted = 0;
  for (let round = 0; round < 3000; ++round) {
    const channels = 1 + below(12);
    const pairs = Math.ceil(channels / 2);
    const some = (value: () => unknown) => (below(3) === 0 ? value() : undefined);
    const scale = () => Math.abs(magnitude()) || 1;
    const shared = {
      channels,
      layout: pick(['interleaved', 'concatenated'] as const),
      phase: pick(['sin-cos', 'cos-sin'] as const),
      angles: pick(['exact', 'exact', 'float32'] as const),
      ...(below(2) === 0
        ? { frequencies: Array.from({ length: pairs }, magnitude) }
        : {
            timescales: {
              min: some(scale),
              max: some(scale),
              shift: some(() => pick([0, 0.5, magnitude()])),
            },
          }),
    } as posenc.EncodingOptions;
    const grid = [1 + below(50)];
    const options = {
      ...shared,
      grid,
      ...(below(4) === 0
        ? { positions: grid.map((length) => Array.from({ length }, magnitude)) }
        : { offset: some(magnitude), step: some(magnitude) }),
    } as posenc.SinusoidalOptions;
    const attempt = (make: () => Float32Array) => {
      try {
        const values = make();
        accepted += 1;
        const odd = values.findIndex((value) => !(Math.abs(value) <= 1 + 1e-6));
        if (odd >= 0) expect.fail(`value ${odd} is ${values[odd]}: ${JSON.stringify(options)}`);
      } catch (error) {
        if (!(error instanceof RangeError && refusal.test(error.message))) throw error;
      }
    };
    attempt(() => encodeBoth(options));
    attempt(() => posenc.encodeAt([0, magnitude()], { ...shared, axes: 1 }));
  }
  expect(accepted).toBeGreaterThan(1000);
});
