// The promised accuracy holds on the GPU: at most 2e-7 from the exact value, at positions up to 2^24.
import { init, Sinusoidal } from 'posenc';
import { createGpu, type Gpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { precise, preciseFrequency, preciseProduct, sineAndCosine } from '../support/precise.js';
import { adapter, countedDevice, newDevice } from './gpu.js';

const channels = 128;
const pairs = channels / 2;

describe.skipIf(!adapter)('accuracy', () => {
  let device: GPUDevice;
  let gpu: Gpu;
  beforeAll(async () => {
    await init();
    device = await newDevice();
    gpu = await createGpu({ device });
  });
  afterAll(() => {
    gpu.dispose();
    device.destroy();
  });

  it('all of 4096 x 1024, compared with float64', async () => {
    for (const layout of ['interleaved', 'concatenated'] as const) {
      const plan = new Sinusoidal({ grid: [4096], channels: 1024, layout });
      const values = await gpu.read(gpu.encode(plan));
      let largest = 0;
      for (let i = 0; i < 512; ++i) {
        const frequency = 10000 ** (-i / 512);
        const [a, b] = layout === 'interleaved' ? [2 * i, 2 * i + 1] : [i, 512 + i];
        for (let p = 0; p < 4096; ++p) {
          const sine = Math.abs((values[p * 1024 + a] as number) - Math.sin(p * frequency));
          const cosine = Math.abs((values[p * 1024 + b] as number) - Math.cos(p * frequency));
          largest = Math.max(largest, sine, cosine);
        }
      }
      expect(largest).toBeLessThanOrEqual(bound);
      expect(largest).toBeGreaterThan(0);
      plan.dispose();
    }
  });

  const frequencies = Array.from({ length: pairs }, (_, i) => preciseFrequency(i, pairs));
  const checkRow = (values: Float32Array, position: number, at: (channel: number) => number) => {
    frequencies.forEach((frequency, i) => {
      const { sin, cos } = sineAndCosine(preciseProduct(precise(position), frequency));
      expect(Math.abs((values[at(2 * i)] as number) - sin)).toBeLessThanOrEqual(bound);
      expect(Math.abs((values[at(2 * i + 1)] as number) - cos)).toBeLessThanOrEqual(bound);
    });
  };

  for (const channelsFirst of [false, true]) {
    it(`around 2^24, compared with 200-bit arithmetic${channelsFirst ? ', channels first' : ''}`, async () => {
      const offset = 2 ** 24 - 129;
      const positions = [Array.from({ length: 130 }, (_, r) => offset + r)];
      const common = { grid: [130], channels, channelsFirst };
      for (const options of [
        { ...common, offset },
        { ...common, positions },
      ]) {
        const values = await gpu.read(gpu.encode(new Sinusoidal(options)));
        for (const r of [0, 1, 64, 128, 129]) {
          checkRow(values, offset + r, (c) => (channelsFirst ? c * 130 + r : r * channels + c));
        }
      }
    });
  }

  it('late rows of a grid whose tables are larger than a binding', async () => {
    const { device: wrapped, created } = countedDevice(device);
    const other = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [2 ** 24 + 1], channels });
    for (const row of [2 ** 16 - 1, 2 ** 20 + 1, 9999999, 2 ** 24 - 1]) {
      const values = await other.read(
        other.encode(plan, { rows: { from: row, to: Math.min(row + 3, 2 ** 24 + 1) } }),
      );
      for (let r = 0; r < values.length / channels; ++r) checkRow(values, row + r, (c) => r * channels + c);
    }
    const largest = Math.max(...created.map(({ size }) => size));
    expect(largest).toBeLessThanOrEqual(device.limits.maxStorageBufferBindingSize);
    plan.dispose();
    other.dispose();
  });

  it('a grid of more points than 32 bits can count', async () => {
    const plan = new Sinusoidal({ grid: [3000, 2 ** 22], channels: 8, split: [4, 4] });
    const first = 2999 * 2 ** 22 - 2;
    const rows = { from: first, to: first + 5 };
    const values = await gpu.read(gpu.encode(plan, { rows }));
    expect([...values]).toEqual([...plan.encode(undefined, rows)]);
    for (let r = 0; r < 5; ++r) {
      const [y, x] = [Math.floor((first + r) / 2 ** 22), (first + r) % 2 ** 22];
      expect(Math.abs((values[r * 8] as number) - Math.sin(y))).toBeLessThanOrEqual(bound);
      expect(Math.abs((values[r * 8 + 4] as number) - Math.sin(x))).toBeLessThanOrEqual(bound);
    }
    plan.dispose();
  });
});
