// Random plans on the GPU against the wasm: whole, by rows, added, into the application's encoder, and on
// devices whose limits are so small that results, tables and dispatches have to be cut.
import { init, Sinusoidal, type SinusoidalOptions } from 'posenc';
import { createGpu, type Gpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productOf } from '../support/kit.js';
import { randomFrom } from '../support/random.js';
import { adapter, counted, newDevice } from './here.js';
import { bufferOf, expectClose, resultUsage, wasmBound } from './run.js';

type Random = ReturnType<typeof randomFrom>;

function randomOptions({ below, pick, next }: Random): SinusoidalOptions {
  const axes = 1 + below(4);
  const largest = [900, 40, 14, 8][axes - 1] as number;
  // In fours as often as not: then vectors of four are made at once.
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
  // So that no angle, at a timescale of 0.5, leaves 2^24.
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
    const there = bufferOf(target, x);
    const apart = target.createBuffer({ size: x.byteLength, usage: resultUsage });
    expect(gpu.add(plan, there, { out: apart })).toBe(apart);
    expectClose(await gpu.read(apart), sums);
    expectClose(await gpu.read(there), x, 0);
    expect(gpu.add(plan, there)).toBe(there);
    expectClose(await gpu.read(there), sums);

    plan.dispose();
    for (const buffer of [whole, out, there, apart]) buffer.destroy();
  }

  it('are within the bound of the wasm', async () => {
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
      const small = counted(device, limits);
      const gpu = await createGpu({ device: small.device });
      const random = randomFrom(52);
      for (let round = 0; round < 60; ++round) {
        // Tables of up to 64 rows have to fit.
        const options = { ...randomOptions(random), channels: 8 + random.below(40) };
        await compare(gpu, device, options, random);
      }
      // Four calls a round: with small bindings, many of them in several dispatches.
      const dispatches = small.made.filter(({ label }) => label === 'posenc params').length;
      expect(dispatches).toBeGreaterThanOrEqual(4 * 60 * ('maxStorageBufferBindingSize' in limits ? 1.5 : 1));
      gpu.dispose();
      expect(small.alive.size).toBe(0);
    });
  }

  it('are the same where a section of the tables has fewer rows than a vector has lanes', async () => {
    const small = counted(device, { maxStorageBufferBindingSize: 16384 });
    const gpu = await createGpu({ device: small.device });
    const positions = [[5, 1.5, -7, 1e5, 3, 0, 12345.25, 8]];
    for (const layout of ['interleaved', 'concatenated'] as const) {
      const options = { grid: [8], channels: 1024, channelsFirst: true, positions, layout };
      await compare(gpu, device, options, randomFrom(53));
    }
    const tables = small.made.filter(({ label }) => label === 'posenc tables').map(({ size }) => size / 4096);
    expect(tables.slice(0, 3)).toEqual([4, 4, 3]); // a fine row, and 3, 3 and 2 coarse ones
    gpu.dispose();
  });

  it('reach a difference that shows that they were compared', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [100], channels: 16 });
    const values = await gpu.read(gpu.encode(plan));
    const other = new Sinusoidal({ grid: [100], channels: 16, timescales: { max: 10001 } }).encode();
    expect(() => expectClose(values, other, wasmBound)).toThrow(/expected/);
    gpu.dispose();
  });
});
