// Buffers: who owns and destroys them, what stays on the GPU after a call, and what a call records into the
// application's encoder.
import { allocate, init, Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adapter, countedDevice, newDevice, webgpu } from './gpu.js';
import { expectClose, resultUsage, uploadBuffer, wasmBound } from './helpers.js';

describe.skipIf(!adapter)('buffers', () => {
  let device: GPUDevice;
  beforeAll(async () => {
    await init();
    device = await newDevice();
  });
  afterAll(() => device.destroy());

  it('a thousand plans, created and disposed of, leave no buffer', async () => {
    const { device: wrapped, alive } = countedDevice(device);
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

  it('tables are uploaded once for a plan and a device, and shared by every Gpu on it', async () => {
    const { device: wrapped, alive } = countedDevice(device);
    const first = await createGpu({ device: wrapped });
    const second = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    first.encode(plan).destroy();
    const tables = [...alive];
    expect(tables.length).toBe(1);
    for (const gpu of [second, first]) gpu.encode(plan).destroy();
    first.dispose();
    second.encode(plan).destroy();
    expect(alive.size).toBe(1);
    expect([...alive][0]).toBe(tables[0]);
    second.dispose();
    expect(alive.size).toBe(0);
    await device.queue.onSubmittedWorkDone();
  });

  it('every buffer has a label that names posenc', async () => {
    const { device: wrapped, created } = countedDevice(device);
    const gpu = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    await gpu.read(gpu.add(plan, gpu.encode(plan)));
    expect(created.length).toBeGreaterThan(0);
    for (const { label } of created) expect(label).toMatch(/^posenc /);
    gpu.dispose();
  });

  it("an application's encoder is recorded into and not submitted", async () => {
    const wrapped = countedDevice(device);
    const gpu = await createGpu({ device: wrapped.device });
    const plan = new Sinusoidal({ grid: [200], channels: 32, channelsFirst: true });
    const expected = plan.encode();
    const x = uploadBuffer(
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
      2 * wasmBound,
    );
    // The same call again leaves no new buffer.
    const before = wrapped.alive.size;
    const again = device.createCommandEncoder();
    gpu.add(plan, x, { encoder: again });
    device.queue.submit([again.finish()]);
    expect(wrapped.alive.size).toBe(before);
    gpu.dispose();
  });

  it('most of very large tables are destroyed when their call is submitted', async () => {
    const { device: wrapped, alive } = countedDevice(device);
    const gpu = await createGpu({ device: wrapped });
    // With positions in any order, the tables are as large as the result.
    const grid = [110000];
    const positions = [Float64Array.from({ length: 110000 }, (_, i) => (i * 7919) % 1000003)];
    const plan = new Sinusoidal({ grid, channels: 256, positions });
    const result = gpu.encode(plan);
    const left = [...alive].reduce((sum, { size }) => sum + size, 0) - result.size;
    expect(left).toBeLessThan(0.75 * result.size);
    expectClose(await gpu.read(result), plan.encode());
    result.destroy();
    plan.dispose();
    expect(alive.size).toBe(0);
    gpu.dispose();
  });

  it('without a device, createGpu requests one with the largest buffers, and dispose destroys it', async () => {
    vi.stubGlobal('navigator', { gpu: webgpu });
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

  it('a plan whose tables no buffer can hold throws, and creates no buffer', async () => {
    const { device: wrapped, created } = countedDevice(device, { maxStorageBufferBindingSize: 4096 });
    const gpu = await createGpu({ device: wrapped });
    const plan = new Sinusoidal({ grid: [300], channels: 64 });
    expect(() => gpu.encode(plan)).toThrow(/tables of \d+ bytes: expected at most 4096/);
    expect(created).toEqual([]);
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
    const x = uploadBuffer(device, new Float32Array(32));
    gpu.add(whole, x, { batch: 0 });
    expect((await gpu.read(x)).every((value) => value === 0)).toBe(true);
    gpu.dispose();
  });

  it('read finds its array in wasm memory that grew in the meantime', async () => {
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

  it('encode throws when a getter of its options disposes of the plan', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [5], channels: 6 });
    const options = {
      get rows() {
        plan.dispose();
        return { from: 0, to: 1 };
      },
    };
    expect(() => gpu.encode(plan, options)).toThrow(/The plan has been disposed of/);
    gpu.dispose();
  });

  it('read writes into the array that it is given', async () => {
    const gpu = await createGpu({ device });
    const plan = new Sinusoidal({ grid: [5], channels: 6 });
    const out = new Float32Array(30);
    expect(await gpu.read(gpu.encode(plan), out)).toBe(out);
    expectClose(out, plan.encode());
    gpu.dispose();
  });
});
