// Linear memory does not grow with the tensor.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { memorySize } from '../support/kit.js';

beforeAll(() => posenc.init());

const limit = 16 * 2 ** 20;

describe('encoding 512 MiB into a JavaScript array keeps wasm memory below 16 MiB', () => {
  const out = new Float32Array(2 ** 27);
  for (const options of [
    { grid: [2 ** 17], channels: 1024 },
    { grid: [2 ** 17], channels: 1024, layout: 'concatenated', channelsFirst: true },
    { grid: [2 ** 21], channels: 64 },
    { grid: [2 ** 19, 4], channels: 64 },
    { grid: [4, 2 ** 19], channels: 64, channelsFirst: true },
    { grid: [512, 512], channels: 512 },
    { grid: [2 ** 17], channels: 1024, angles: 'float32' },
  ] as posenc.SinusoidalOptions[]) {
    it(JSON.stringify(options), () => {
      const plan = new posenc.Sinusoidal(options);
      plan.encode(out);
      plan.add(out);
      expect(memorySize()).toBeLessThan(limit);
      const { grid, channels, channelsFirst } = options;
      const points = grid.reduce((a, b) => a * b, 1);
      // The last position of the first axis, whose first pair has frequency 1.
      const at = channelsFirst ? points - 1 : (points - 1) * channels;
      expect(Math.abs((out[at] as number) / 2 - Math.sin((grid[0] as number) - 1))).toBeLessThanOrEqual(
        bound,
      );
      plan.dispose();
    });
  }

  it('so does encoding points', () => {
    const points = new Float32Array(2 ** 20).map((_, i) => i / 3);
    posenc.encodeAt(points, { axes: 2, channels: 256 }, out);
    expect(memorySize()).toBeLessThan(limit);
  });
});
