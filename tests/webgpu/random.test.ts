// Random plans on the GPU compared with wasm: whole, by rows and added, also on devices with limits so small
// that results, tables and dispatches have to be cut.
import { init, Sinusoidal, type SinusoidalOptions } from 'posenc';
import { createGpu, type Gpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productOf } from '../support/kit.js';
import { randomFrom } from '../support/random.js';
import { adapter, countedDevice, newDevice } from './gpu.js';
import { expectClose, resultUsage, sumBound, uploadBuffer, wasmBound } from './helpers.js';

type Random = ReturnType<typeof randomFrom>;

function randomOptions({ below, pick, next }: Random): SinusoidalOptions {
  const axes = 1 + below(4);
  const largest = [900, 40, 14, 8][axes - 1] as number;
  // Often multiples of 4, for which the kernel computes vectors of four.
  const unit = pick([1, 4]);
  const grid = Array.from({ length: axes }, () => unit * (1 + below(Math.floor(largest / unit))));
  const channels = pick([2 * axes + below(30), 8 * axes, 64, 96]);
  const options: SinusoidalOptions = {
    grid,
    channels,
    layout: pick(['interleaved', 'concatenated']),
    phase: pick(['sin-cos', 'cos-sin']),
    channelsFirst: pick([true, false]),
    split: pick(['even', 'padded']),
    axisOrder: grid.map((_, axis) => axis).sort(() => next() - 0.5),
    allowEmptyAxes: true,
    angles: pick(['exact', 'exact', 'exact', 'float32']),
    timescales: pick([{}, { max: 500 }, { endpoint: true, min: 0.5 }]),
  };
  if (below(4) === 0) {
    return {
      ...options,
      positions: grid.map((length) => Array.from({ length }, () => (next() - 0.5) * 1e5)),
    };
  }
  // At a timescale of 0.5, no angle is beyond 2^24.
  const offset = grid.map(() => pick([0, 0, 13, -70, 4095.5, 8388608 - 1000]));
  return { ...options, offset, step: pick([1, 1, 0.5, -2]) };
}

describe.skipIf(!adapter)('random plans', () => {
  let device: GPUDevice;
  beforeAll(async () => {
    await init();
    device = await newDevice();
  });
  afterAll(() => device.destroy());

  async function compare(gpu: Gpu, target: GPUDevice, options: SinusoidalOptions, random: Random) {
    const plan = new Sinusoidal(options);
    const expected = plan.encode();
    const whole = gpu.encode(plan);
    expectClose(await gpu.read(whole), expected);

    const [rowCount] = options.channelsFirst ? plan.shape : [productOf(options.grid)];
    const from = random.below(rowCount as number);
    const rows = { from, to: from + 1 + random.below((rowCount as number) - from) };
    const out = target.createBuffer({ size: expected.byteLength + 64, usage: resultUsage });
    expect(gpu.encode(plan, { rows, out })).toBe(out);
    const part = plan.encode(undefined, rows);
    const read = await gpu.read(out);
    expectClose(read.subarray(0, part.length), part);
    expect(read.subarray(part.length).every((value) => value === 0)).toBe(true);

    const batch = 1 + random.below(3);
    const x = Float32Array.from({ length: batch * expected.length }, () => random.next() - 0.5);
    const sums = plan.add(x, new Float32Array(x.length));
    const there = uploadBuffer(target, x);
    const apart = target.createBuffer({ size: x.byteLength, usage: resultUsage });
    expect(gpu.add(plan, there, { out: apart })).toBe(apart);
    expectClose(await gpu.read(apart), sums, sumBound);
    expectClose(await gpu.read(there), x, 0);
    expect(gpu.add(plan, there)).toBe(there);
    expectClose(await gpu.read(there), sums, sumBound);

    plan.dispose();
    for (const buffer of [whole, out, there, apart]) buffer.destroy();
    return { largest: x.byteLength };
  }

  it('are within the bound of wasm', async () => {
    const gpu = await createGpu({ device });
    const random = randomFrom(51);
    for (let round = 0; round < 150; ++round) await compare(gpu, device, randomOptions(random), random);
    gpu.dispose();
  });

  for (const [name, limits] of [
    ['bindings of 64 KiB', { maxStorageBufferBindingSize: 65536 }],
    ['bindings of 40 KiB', { maxStorageBufferBindingSize: 40960 }],
    ['3 workgroups in a dimension', { maxComputeWorkgroupsPerDimension: 3 }],
  ] as const) {
    it(`are the same with ${name}`, async () => {
      const small = countedDevice(device, limits);
      const gpu = await createGpu({ device: small.device });
      const random = randomFrom(52);
      let beyondBinding = 0;
      for (let round = 0; round < 60; ++round) {
        // With few channels, the smallest tables fit in a binding.
        const options = { ...randomOptions(random), channels: 8 + random.below(40) };
        const { largest } = await compare(gpu, device, options, random);
        if (largest > small.device.limits.maxStorageBufferBindingSize) beyondBinding += 1;
      }
      if ('maxStorageBufferBindingSize' in limits) expect(beyondBinding).toBeGreaterThan(20);
      gpu.dispose();
      expect(small.alive.size).toBe(0);
    });
  }

  // A row of the tables takes 4096 bytes, so a binding holds from 2 rows to all 9.
  it.each([2, 3, 4, 5, 6, 7, 8, 9])('are the same if a binding holds %i rows of the tables', async (rows) => {
    const small = countedDevice(device, { maxStorageBufferBindingSize: rows * 4096 });
    const gpu = await createGpu({ device: small.device });
    const positions = [[5, 1.5, -7, 1e5, 3, 0, 12345.25, 8]];
    for (const layout of ['interleaved', 'concatenated'] as const) {
      const options = { grid: [8], channels: 1024, channelsFirst: true, positions, layout };
      await compare(gpu, device, options, randomFrom(53));
    }
    gpu.dispose();
  });

  it('differ from wasm if a timescale differs (checks the comparison)', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [100], channels: 16 });
    const values = await gpu.read(gpu.encode(plan));
    const other = new Sinusoidal({ grid: [100], channels: 16, timescales: { max: 10001 } }).encode();
    expect(() => expectClose(values, other, wasmBound)).toThrow(/expected/);
    gpu.dispose();
  });
});
