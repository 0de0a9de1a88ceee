// The promised accuracy, at most 2e-7 from the exact value, through JavaScript.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from '../support/precise.js';

beforeAll(() => posenc.init());

const layouts = ['interleaved', 'concatenated'] as const;
const phases = ['sin-cos', 'cos-sin'] as const;

describe('all of 4096 x 1024, compared with float64', () => {
  const length = 4096;
  const pairs = 512;
  const sines = new Float64Array(length * pairs);
  const cosines = new Float64Array(length * pairs);
  beforeAll(() => {
    for (let i = 0; i < pairs; ++i) {
      const frequency = 10000 ** (-i / pairs);
      for (let p = 0; p < length; ++p) {
        sines[p * pairs + i] = Math.sin(p * frequency);
        cosines[p * pairs + i] = Math.cos(p * frequency);
      }
    }
  });
  for (const layout of layouts) {
    for (const phase of phases) {
      for (const channelsFirst of [false, true]) {
        it(`${layout}, ${phase}${channelsFirst ? ', channels first' : ''}`, () => {
          const values = posenc.encode({ grid: [length], channels: 2 * pairs, layout, phase, channelsFirst });
          const between = channelsFirst ? length : 1;
          const [first, second] = phase === 'sin-cos' ? [sines, cosines] : [cosines, sines];
          let largest = 0;
          for (let p = 0; p < length; ++p) {
            const start = channelsFirst ? p : p * 2 * pairs;
            for (let i = 0; i < pairs; ++i) {
              const [a, b] = layout === 'interleaved' ? [2 * i, 2 * i + 1] : [i, pairs + i];
              const at = p * pairs + i;
              const firstError = Math.abs((values[start + a * between] as number) - (first[at] as number));
              const secondError = Math.abs((values[start + b * between] as number) - (second[at] as number));
              largest = Math.max(largest, firstError, secondError);
            }
          }
          expect(largest).toBeLessThanOrEqual(bound);
          expect(largest).toBeGreaterThan(0);
        });
      }
    }
  }
});

describe('large positions, compared with 200-bit arithmetic', () => {
  const channels = 128;
  const frequencies = Array.from({ length: channels / 2 }, (_, i) => preciseFrequency(i, channels / 2));
  for (const end of [2 ** 16, 2 ** 20, 2 ** 24]) {
    for (const channelsFirst of [false, true]) {
      it(`around ${end}${channelsFirst ? ', channels first' : ''}`, () => {
        const grid = posenc.encode({ grid: [130], channels, offset: end - 129, channelsFirst });
        const points = Array.from({ length: 130 }, (_, r) => end - 129 + r);
        const scattered = posenc.encodeAt(points, { axes: 1, channels, channelsFirst });
        const given = posenc.encode({ grid: [130], positions: [points], channels, channelsFirst });
        for (const r of [0, 1, 64, 100, 128, 129]) {
          frequencies.forEach((frequency, i) => {
            const { sin, cos } = sineAndCosine(preciseProduct(precise(points[r] as number), frequency));
            for (const values of [grid, scattered, given]) {
              const at = (c: number) => values[channelsFirst ? c * 130 + r : r * channels + c] as number;
              expect(Math.abs(at(2 * i) - sin)).toBeLessThanOrEqual(bound);
              expect(Math.abs(at(2 * i + 1) - cos)).toBeLessThanOrEqual(bound);
            }
          });
        }
      });
    }
  }

  it('late rows of a long grid', () => {
    const plan = new posenc.Sinusoidal({ grid: [2 ** 24 + 1], channels, layout: 'concatenated' });
    for (const row of [2 ** 16 - 1, 2 ** 20 + 1, 9999999, 2 ** 24]) {
      const values = plan.encode(undefined, { from: row, to: row + 1 });
      frequencies.forEach((frequency, i) => {
        const { sin, cos } = sineAndCosine(preciseProduct(precise(row), frequency));
        expect(Math.abs((values[i] as number) - sin)).toBeLessThanOrEqual(bound);
        expect(Math.abs((values[channels / 2 + i] as number) - cos)).toBeLessThanOrEqual(bound);
      });
    }
    plan.dispose();
  });

  it('fractional steps and other timescales', () => {
    const timescales = { min: 0.5, max: 2000, endpoint: true };
    const values = posenc.encode({ grid: [50], channels: 12, offset: -1000.7, step: 0.1, timescales });
    for (const r of [0, 7, 49]) {
      for (let i = 0; i < 6; ++i) {
        const frequency = preciseFrequency(i, 6, { min: 0.5, max: 2000, shift: 1 });
        const position = precise(-1000.7) + BigInt(r) * precise(0.1);
        const { sin, cos } = sineAndCosine(preciseProduct(position, frequency));
        expect(Math.abs((values[r * 12 + 2 * i] as number) - sin)).toBeLessThanOrEqual(bound);
        expect(Math.abs((values[r * 12 + 2 * i + 1] as number) - cos)).toBeLessThanOrEqual(bound);
      }
    }
  });
});
