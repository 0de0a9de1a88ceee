// Every error names its cause: thrown at once where it can be seen, otherwise from `check` or `read`.
import { init, Sinusoidal } from 'posenc';
import { createGpu, type Gpu } from 'posenc/webgpu';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectThrow } from '../support/refusal.js';
import { adapter, newDevice } from './gpu.js';
import { expectClose, resultUsage } from './helpers.js';

describe('without a GPU', () => {
  const navigatorWith = (gpu: unknown) => vi.stubGlobal('navigator', { gpu });
  it('there is no WebGPU', async () => {
    navigatorWith(undefined);
    await expect(createGpu()).rejects.toThrow(/WebGPU is not available: navigator\.gpu is missing/);
  });
  it('there is no adapter', async () => {
    navigatorWith({ requestAdapter: async () => null });
    await expect(createGpu()).rejects.toThrow(/No GPU adapter is available/);
  });
  it('there is no device', async () => {
    const requestDevice = () => Promise.reject(new Error('busy'));
    navigatorWith({ requestAdapter: async () => ({ limits: {}, requestDevice }) });
    await expect(createGpu()).rejects.toThrow(/adapter did not provide a device: busy/);
  });
  it('an argument that is not a device is named', async () => {
    for (const device of [null, 5, 'gpu', {}, []]) {
      await expect(createGpu({ device: device as unknown as GPUDevice })).rejects.toThrow(TypeError);
      await expect(createGpu({ device: device as unknown as GPUDevice })).rejects.toThrow(/^device is /);
    }
    await expect(createGpu({ devise: 1 } as never)).rejects.toThrow(/options\.devise is unknown/);
  });
});

describe.skipIf(!adapter)('errors', () => {
  let device: GPUDevice;
  let gpu: Gpu;
  let plan: Sinusoidal;
  const bytes = 10 * 8 * 4;
  beforeAll(async () => {
    vi.unstubAllGlobals();
    await init();
    device = await newDevice();
    gpu = await createGpu({ device });
    plan = new Sinusoidal({ grid: [10], channels: 8 });
  });
  afterAll(() => device.destroy());
  beforeEach(() => gpu.check());

  const buffer = (size = bytes, usage = resultUsage) => device.createBuffer({ label: 'test', size, usage });

  /** The error is thrown at once, and the next call works. */
  async function refused(act: () => unknown, kind: ErrorConstructor, message: RegExp) {
    expectThrow(act, kind, message);
    expectClose(await gpu.read(gpu.encode(plan)), plan.encode());
  }

  it('arguments of the wrong type or value', async () => {
    for (const value of [undefined, null, 3, {}, [], 'plan']) {
      await refused(() => gpu.encode(value as never), TypeError, /^plan is .*: expected a Sinusoidal/);
    }
    for (const value of [null, 3, {}, new Float32Array(80)]) {
      await refused(
        () => gpu.encode(plan, { out: value as never }),
        TypeError,
        /^out is .*expected a GPUBuffer/,
      );
      await refused(() => gpu.add(plan, value as never), TypeError, /^x is .*: expected a GPUBuffer/);
      await refused(
        () => gpu.encode(plan, { encoder: value as never }),
        TypeError,
        /^encoder is .*GPUCommandEncoder/,
      );
      await expect(gpu.read(value as never)).rejects.toThrow(/^buffer is .*: expected a GPUBuffer/);
    }
    await refused(() => gpu.encode(plan, { wor: 1 } as never), TypeError, /options\.wor is unknown/);
    await refused(
      () => gpu.encode(plan, { rows: { from: 2, to: 11 } }),
      RangeError,
      /rows\.to is 11.*at most 10/,
    );
    for (const batch of [-1, 0.5, Number.NaN, 2]) {
      await refused(
        () => gpu.add(plan, buffer(), { batch }),
        RangeError,
        /^batch is|^x\.size is 320: expected at least 640/,
      );
    }
    await expect(gpu.read(gpu.encode(plan), new Float32Array(79))).rejects.toThrow(
      /out has 79 values: expected 80/,
    );
  });

  it('buffers that are too small', async () => {
    await refused(
      () => gpu.encode(plan, { out: buffer(bytes - 4) }),
      RangeError,
      /^out\.size is 316: expected at least 320/,
    );
    await refused(
      () => gpu.add(plan, buffer(bytes + 4)),
      RangeError,
      /^x\.size is 324: expected a multiple of 320/,
    );
    await refused(
      () => gpu.add(plan, buffer(2 * bytes), { out: buffer() }),
      RangeError,
      /^out\.size is 320.*640/,
    );
  });

  it('usages that are missing', async () => {
    await refused(
      () => gpu.encode(plan, { out: buffer(bytes, 8) }),
      TypeError,
      /^out\.usage is 8: .*STORAGE/,
    );
    await refused(() => gpu.add(plan, buffer(bytes, 4)), TypeError, /^x\.usage is 4: .*STORAGE/);
    await expect(gpu.read(buffer(bytes, 128))).rejects.toThrow(/^buffer\.usage is 128: .*COPY_SRC/);
  });

  it('a buffer that is mapped', async () => {
    const mapped = device.createBuffer({ size: bytes, usage: 128, mappedAtCreation: true });
    await refused(() => gpu.encode(plan, { out: mapped }), Error, /^out is mapped/);
  });

  it('a plan that is disposed of', async () => {
    const gone = new Sinusoidal({ grid: [10], channels: 8 });
    gpu.encode(gone);
    gone.dispose();
    await refused(() => gpu.encode(gone), Error, /disposed/);
  });

  it('a buffer that is destroyed', async () => {
    const gone = buffer();
    gone.destroy();
    gpu.encode(plan, { out: gone });
    await expect(gpu.check()).rejects.toThrow(/^encode: out is destroyed/);
    gpu.add(plan, gone, { out: buffer() });
    await expect(gpu.check()).rejects.toThrow(/^add: x is destroyed/);
    gpu.add(plan, buffer(), { out: gone });
    await expect(gpu.check()).rejects.toThrow(/^add: out is destroyed/);
    await expect(gpu.read(gone)).rejects.toThrow(/^read: buffer is destroyed/);
    await gpu.check();
  });

  it('a buffer of another device', async () => {
    const other = await newDevice();
    const foreign = other.createBuffer({ size: bytes, usage: resultUsage });
    gpu.encode(plan, { out: foreign });
    await expect(gpu.check()).rejects.toThrow(/^encode: out belongs to another device/);
    gpu.add(plan, foreign, { out: buffer() });
    await expect(gpu.check()).rejects.toThrow(/^add: x belongs to another device/);
    await expect(gpu.read(foreign)).rejects.toThrow(/^read: buffer belongs to another device/);
    other.destroy();
    await gpu.check();
  });

  it('too little memory', async () => {
    // The device only pretends: a test should not fill the machine's memory.
    const full = new (class GPUOutOfMemoryError extends Error {})('full');
    let closed = 0;
    const refusing = new Proxy(device, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (name !== 'popErrorScope') return typeof value === 'function' ? value.bind(target) : value;
        // The inner scope, which is popped first, is the one for memory.
        return async () => (await target.popErrorScope()) ?? (closed++ % 2 === 0 ? full : null);
      },
    });
    const gpuOfIt = await createGpu({ device: refusing });
    gpuOfIt.encode(plan);
    await expect(gpuOfIt.check()).rejects.toThrow(/^encode: the GPU does not have enough memory \(full\)/);
    gpuOfIt.dispose();
  });

  it('read rejects with the error of an earlier call', async () => {
    const gone = buffer();
    gone.destroy();
    gpu.encode(plan, { out: gone });
    await expect(gpu.read(buffer())).rejects.toThrow(/^encode: out is destroyed/);
    expectClose(await gpu.read(gpu.encode(plan)), plan.encode());
  });

  it('a Gpu that is disposed of', async () => {
    const gone = await createGpu({ device });
    gone.dispose();
    gone.dispose();
    expect(() => gone.encode(plan)).toThrow(/The Gpu has been disposed of/);
    await expect(gone.read(buffer())).rejects.toThrow(/disposed of/);
    // The device belongs to the application, and still works.
    expectClose(await gpu.read(gpu.encode(plan)), plan.encode());
  });

  it('a device that is lost: before, during and after a call; another works', async () => {
    const lost = await newDevice();
    const used = await createGpu({ device: lost });
    expect(used.lost).toBeUndefined();
    const result = used.encode(plan);
    const reading = used.read(result);
    lost.destroy();
    await expect(reading).rejects.toThrow(/device is lost \(destroyed.*createGpu\(\) another/);
    await lost.lost;
    expect(used.lost?.reason).toBe('destroyed');
    expect(() => used.encode(plan)).toThrow(/device is lost/);
    expect(() => used.add(plan, result)).toThrow(/device is lost/);
    await expect(used.read(result)).rejects.toThrow(/device is lost/);
    await expect(used.check()).rejects.toThrow(/device is lost/);
    used.dispose();
    await expect(createGpu({ device: lost })).rejects.toThrow(/^device is lost \(destroyed/);

    const device2 = await newDevice();
    const fresh = await createGpu({ device: device2 });
    expectClose(await fresh.read(fresh.encode(plan)), plan.encode());
    fresh.dispose();
    device2.destroy();
  });
});
