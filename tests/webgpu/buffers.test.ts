// Whose buffers are whose: what a call makes, what it leaves, what it records into an encoder of the
// application's.
import { allocate, init, Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adapter, counted, gpu as here, newDevice } from './here.js';
import { bufferOf, expectClose, resultUsage } from './run.js';

describe.skipIf(!adapter)('buffers', () => {
  let device: GPUDevice;
  beforeAll(async () => {
    await init();
    device = await newDevice();
  });
  afterAll(() => device.destroy());

  it('a thousand plans made and disposed of leave none', async () => {
    const { device: wrapped, alive } = counted(device);
    const gpu = await createGpu({ device: wrapped });
    const out = device.createBuffer({ size: 4096, usage: resultUsage });
    for (let i = 0; i < 1000; ++i) {
      const plan = new Sinusoidal({ grid: [8 + (i % 50)], channels: 16, offset: i });
      if (i % 3 === 0) {
        const encoder = device.createCommandEncoder();
        gpu.encode(plan, { out, encoder });
        device.queue.submit([encoder.finish()]);
      } else {
        gpu.encode(plan, { out });
      }
      expect(alive.size).toBe(i % 3 === 0 ? 2 : 1);
      plan.dispose();
    }
    expect(alive.size).toBe(0);
    await gpu.check();
    gpu.dispose();
    out.destroy();
  });

  it('tables are uploaded once for a plan and a device, whoever uses it', async () => {
    const { device: wrapped, made, alive } = counted(device);
    const first = await createGpu({ device: wrapped });
    const second = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    for (const gpu of [first, second, first]) gpu.encode(plan).destroy();
    const tables = () => made.filter(({ label }) => label === 'posenc tables').length;
    expect(tables()).toBe(1);
    first.dispose();
    expect(alive.size).toBe(1); // the second still uses them
    second.encode(plan).destroy();
    expect(tables()).toBe(1);
    second.dispose();
    expect(alive.size).toBe(0);
    await device.queue.onSubmittedWorkDone();
  });

  it('all that is made has a label', async () => {
    const { device: wrapped, made } = counted(device);
    const gpu = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    await gpu.read(gpu.add(plan, gpu.encode(plan)));
    expect(made.map(({ label }) => label).sort()).toEqual(
      ['encoding', 'params', 'params', 'read', 'tables'].map((name) => `posenc ${name}`),
    );
    gpu.dispose();
  });

  it("an application's encoder is recorded into and not submitted", async () => {
    const wrapped = counted(device);
    const gpu = await createGpu({ device: wrapped.device });
    const plan = new Sinusoidal({ grid: [200], channels: 32, channelsFirst: true });
    const expected = plan.encode();
    const x = bufferOf(
      device,
      expected.map((value) => -value),
    );
    const copy = device.createBuffer({ size: expected.byteLength, usage: resultUsage });
    const encoder = device.createCommandEncoder();
    const encoded = gpu.encode(plan, { encoder });
    encoder.copyBufferToBuffer(encoded, 0, copy, 0, expected.byteLength);
    gpu.add(plan, x, { encoder });
    gpu.add(plan, copy, { out: encoded, encoder });
    expect(wrapped.submissions).toBe(0);
    await gpu.check();
    expect((await gpu.read(encoded)).every((value) => value === 0)).toBe(true);
    wrapped.submissions = 0;
    device.queue.submit([encoder.finish()]);
    expectClose(await gpu.read(copy), expected);
    expectClose(await gpu.read(x), new Float32Array(expected.length));
    expectClose(
      await gpu.read(encoded),
      expected.map((value) => 2 * value),
      5e-7,
    );
    // The same again makes no new parameters.
    const before = wrapped.alive.size;
    const again = device.createCommandEncoder();
    gpu.add(plan, x, { encoder: again });
    device.queue.submit([again.finish()]);
    expect(wrapped.alive.size).toBe(before);
    gpu.dispose();
  });

  it('tables beyond what is kept go when their call is submitted', async () => {
    const { device: wrapped, alive, made } = counted(device);
    const gpu = await createGpu({ device: wrapped });
    // Positions in no order: the tables are as large as the result.
    const grid = [110000];
    const positions = [Float64Array.from({ length: 110000 }, (_, i) => (i * 7919) % 1000003)];
    const plan = new Sinusoidal({ grid, channels: 256, positions });
    const result = gpu.encode(plan);
    const tables = made.filter(({ label }) => label === 'posenc tables');
    expect(tables.length).toBeGreaterThan(3);
    const left = [...alive].filter(({ label }) => label === 'posenc tables');
    expect(left.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(64 * 2 ** 20);
    expectClose(await gpu.read(result), plan.encode());
    result.destroy();
    plan.dispose();
    expect(alive.size).toBe(0);
    gpu.dispose();
  });

  it('without a device it makes its own, with the largest buffers, and takes it back', async () => {
    vi.stubGlobal('navigator', { gpu: here });
    const gpu = await createGpu();
    vi.unstubAllGlobals();
    const { maxBufferSize, maxStorageBufferBindingSize } = (adapter as GPUAdapter).limits;
    expect(gpu.device.limits.maxBufferSize).toBe(maxBufferSize);
    expect(gpu.device.limits.maxStorageBufferBindingSize).toBe(maxStorageBufferBindingSize);
    const plan = new Sinusoidal({ grid: [20], channels: 8 });
    expectClose(await gpu.read(gpu.encode(plan)), plan.encode());
    gpu.dispose();
    expect((await gpu.device.lost).reason).toBe('destroyed');
  });

  it('a plan whose tables no buffer can hold is refused, and leaves no result behind', async () => {
    const { device: wrapped, made } = counted(device, { maxStorageBufferBindingSize: 4096 });
    const gpu = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    // 32 fine rows and a coarse one, of 64 values each.
    expect(() => gpu.encode(plan)).toThrow(/tables of 8448 bytes: expected at most 4096/);
    expect(made).toEqual([]);
    await gpu.check();
    gpu.dispose();
  });

  it('an empty encoding is an empty buffer', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [0, 4], channels: 8 });
    const buffer = gpu.encode(plan);
    expect(buffer.size).toBe(0);
    expect((await gpu.read(buffer)).length).toBe(0);
    const whole = new Sinusoidal({ grid: [4], channels: 8 });
    expect(gpu.encode(whole, { rows: { from: 2, to: 2 } }).size).toBe(0);
    const x = bufferOf(device, new Float32Array(32));
    gpu.add(whole, x, { batch: 0 });
    expect((await gpu.read(x)).every((value) => value === 0)).toBe(true);
    gpu.dispose();
  });

  it('read finds the array that it is given where it is by then, in memory that grew meanwhile', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [5], channels: 6 });
    const out = allocate(30);
    const reading = gpu.read(gpu.encode(plan), out.array);
    const { buffer } = out.array;
    const others = [];
    while (out.array.buffer === buffer) others.push(allocate(2 ** 18));
    expectClose(await reading, plan.encode());
    expectClose(out.array, plan.encode());
    const disposed = gpu.read(gpu.encode(plan), out.array);
    out.dispose();
    await expect(disposed).rejects.toThrow(/out is in wasm memory that was disposed of/);
    const transferred = new Float32Array(30);
    const late = gpu.read(gpu.encode(plan), transferred);
    structuredClone(transferred.buffer, { transfer: [transferred.buffer] });
    await expect(late).rejects.toThrow(/out is detached/);
    for (const other of others) other.dispose();
    gpu.dispose();
  });

  it('a getter that disposes of the plan is answered by a refusal', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [5], channels: 6 });
    const options = {
      get rows() {
        plan.dispose();
        return { from: 0, to: 1 };
      },
    };
    expect(() => gpu.encode(plan, options)).toThrow(/The plan is disposed of/);
    gpu.dispose();
  });

  it('read gives the values in the array that it is given', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [5], channels: 6 });
    const out = new Float32Array(30);
    expect(await gpu.read(gpu.encode(plan), out)).toBe(out);
    expectClose(out, plan.encode());
    gpu.dispose();
  });
});
