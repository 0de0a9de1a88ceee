// Results of hundreds of megabytes, in one binding and across two, compared in a few places.
import { init, Sinusoidal, type SinusoidalOptions } from 'posenc';
import { createGpu } from 'posenc/webgpu';
import { beforeAll, describe, expect, it } from 'vitest';
import { productOf } from '../support/kit.js';
import { adapter, largeDevice, newDevice } from './gpu.js';
import { expectClose } from './helpers.js';

const MiB = 2 ** 20;

async function checkPlaces(device: GPUDevice, options: SinusoidalOptions, places: readonly number[]) {
  const gpu = await createGpu({ device });
  const plan = new Sinusoidal(options);
  const buffer = gpu.encode(plan);
  await gpu.check();
  const size = productOf(plan.shape);
  expect(buffer.size).toBe(size * 4);
  const rowLength = size / (options.channelsFirst ? (plan.shape[0] as number) : productOf(options.grid));
  const window = 4096;
  for (const place of places) {
    const first = Math.min(Math.floor(place / 64) * 64, size - window);
    const part = device.createBuffer({ size: window * 4, usage: 4 | 8 });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(buffer, first * 4, part, 0, window * 4);
    device.queue.submit([encoder.finish()]);
    const from = Math.floor(first / rowLength);
    const rows = { from, to: Math.ceil((first + window) / rowLength) };
    const expected = plan.encode(undefined, rows).subarray(first - from * rowLength);
    expectClose(await gpu.read(part), expected.subarray(0, window));
    part.destroy();
  }
  buffer.destroy();
  plan.dispose();
  gpu.dispose();
}

describe.skipIf(!adapter)('large results', () => {
  beforeAll(() => init());

  const room = (bytes: number) => !adapter || adapter.limits.maxStorageBufferBindingSize < bytes;

  it.skipIf(room(512 * MiB))('of 512 MiB', async () => {
    const device = await largeDevice();
    const size = (512 * MiB) / 4;
    await checkPlaces(device, { grid: [size / 1024], channels: 1024 }, [
      0,
      1e6,
      33333333,
      size / 2,
      size - 1,
    ]);
    device.destroy();
  });

  for (const [name, options] of [
    ['rows', { grid: [48000], channels: 1001 }],
    ['channels first', { grid: [48000], channels: 1001, channelsFirst: true }],
    [
      'one row longer than a binding',
      { grid: [6000, 6000], channels: 1, channelsFirst: true, allowEmptyAxes: true },
    ],
  ] as const) {
    it(`across two bindings: ${name}`, async () => {
      const device = await newDevice();
      // The minimum that WebGPU guarantees, and the default of a device.
      expect(device.limits.maxStorageBufferBindingSize).toBe(128 * MiB);
      const boundary = (128 * MiB) / 4;
      const size = options.grid.reduce((a: number, b) => a * b, 1) * options.channels;
      expect(size).toBeGreaterThan(boundary);
      await checkPlaces(device, options, [
        0,
        boundary - 70000,
        boundary - 2000,
        boundary,
        boundary + 70000,
        size - 1,
      ]);
      device.destroy();
    });
  }

  it('larger than maxBufferSize throw an error with both numbers', async () => {
    const device = await newDevice();
    const { maxBufferSize } = device.limits;
    const gpu = await createGpu({ device });
    const rows = maxBufferSize / 4 / 1024 + 1;
    const plan = new Sinusoidal({ grid: [rows], channels: 1024 });
    expect(() => gpu.encode(plan)).toThrow(RangeError);
    expect(() => gpu.encode(plan)).toThrow(new RegExp(`${rows * 4096} bytes.*${maxBufferSize}`));
    expect(gpu.encode(plan, { rows: { from: rows - 1, to: rows } }).size).toBe(4096);
    await gpu.check();
    device.destroy();
  });
});
