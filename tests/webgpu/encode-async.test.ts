// encodeAsync: the same values on either backend, and a reason for the choice.
import { encode, init } from 'posenc';
import { createGpu, encodeAsync } from 'posenc/webgpu';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { adapter, newDevice, webgpu } from './gpu.js';
import { expectClose } from './helpers.js';

const options = { grid: [50], channels: 24, layout: 'concatenated' } as const;

describe('encodeAsync', () => {
  beforeAll(() => init());
  afterEach(() => vi.unstubAllGlobals());

  it('uses wasm when told to', async () => {
    const { values, backend, reason } = await encodeAsync(options, { backend: 'wasm' });
    expect(backend).toBe('wasm');
    expect(reason).toMatch(/wasm/);
    expectClose(values, encode(options), 0);
  });

  it('uses wasm for few values, and says so', async () => {
    const { backend, reason } = await encodeAsync(options);
    expect(backend).toBe('wasm');
    expect(reason).toBe('1200 values are below the threshold of 4194304');
  });

  it('uses wasm without a GPU, and says what is missing', async () => {
    vi.stubGlobal('navigator', {});
    const { values, backend, reason } = await encodeAsync(options, { threshold: 0 });
    expect(backend).toBe('wasm');
    expect(reason).toMatch(/WebGPU is not available/);
    expectClose(values, encode(options), 0);
    await expect(encodeAsync(options, { backend: 'webgpu' })).rejects.toThrow(/WebGPU is not available/);
  });

  it.skipIf(!adapter)('uses the GPU when told to, and from the threshold on', async () => {
    const device = await newDevice();
    const gpu = await createGpu({ device });
    const out = new Float32Array(1200);
    const told = await encodeAsync(options, { backend: 'webgpu', gpu, out });
    expect(told.values).toBe(out);
    expect(told.backend).toBe('webgpu');
    expectClose(out, encode(options));
    const reached = await encodeAsync(options, { gpu, threshold: 1200 });
    expect(reached.backend).toBe('webgpu');
    expect(reached.reason).toBe('1200 values reach the threshold of 1200');
    expectClose(reached.values, encode(options));
    expect((await encodeAsync(options, { gpu, threshold: 1201 })).backend).toBe('wasm');
    device.destroy();
  });

  it.skipIf(!adapter)('requests its own device, and another when that is lost', async () => {
    const devices: GPUDevice[] = [];
    const requestAdapter = async () => {
      const found = (await (webgpu as GPU).requestAdapter()) as GPUAdapter;
      const requestDevice = async (wanted: GPUDeviceDescriptor) => {
        devices.push(await found.requestDevice(wanted));
        return devices.at(-1);
      };
      return { limits: found.limits, requestDevice };
    };
    vi.stubGlobal('navigator', { gpu: { requestAdapter } });
    const both = [1, 2].map(() => encodeAsync(options, { backend: 'webgpu' }));
    for (const { values } of await Promise.all(both)) expectClose(values, encode(options));
    expect(devices.length).toBe(1);
    devices[0]?.destroy();
    await devices[0]?.lost;
    expectClose((await encodeAsync(options, { backend: 'webgpu' })).values, encode(options));
    expect(devices.length).toBe(2);
    devices[1]?.destroy();
    await devices[1]?.lost;
  });

  it.skipIf(!adapter)('measures large encodings once, and reports the result', async () => {
    const device = await newDevice();
    const gpu = await createGpu({ device });
    const large = { grid: [4096], channels: 1024 };
    const first = await encodeAsync(large, { gpu });
    expect(first.reason).toMatch(/^measured here: /);
    expectClose(first.values, encode(large));
    const again = await encodeAsync(large, { gpu });
    expect([again.backend, again.reason]).toEqual([first.backend, first.reason]);
    device.destroy();
  });

  it.skipIf(!adapter)('uses wasm for a result that no GPU buffer can hold', async () => {
    const device = await newDevice();
    const gpu = await createGpu({ device });
    const rows = device.limits.maxBufferSize / 4 / 1024 + 1;
    const { backend, reason } = await encodeAsync({ grid: [rows], channels: 1024 }, { gpu, threshold: 0 });
    expect(backend).toBe('wasm');
    expect(reason).toMatch(
      new RegExp(`more than the maxBufferSize of the GPU, ${device.limits.maxBufferSize}`),
    );
    device.destroy();
  });

  it('reports errors by name', async () => {
    const cases: [object, RegExp][] = [
      [{ backend: 'gpu' }, /^backend is "gpu": expected 'auto', 'wasm' or 'webgpu'/],
      [{ threshold: -1 }, /^threshold is -1/],
      [{ threshold: Number.NaN }, /^threshold is NaN/],
      [{ threshold: '5' }, /^threshold is "5"/],
      [{ out: [] }, /^out is /],
      [{ gpu: {} }, /^gpu is an object: expected a Gpu/],
      [{ backnd: 'wasm' }, /how\.backnd is unknown/],
    ];
    for (const [how, message] of cases) await expect(encodeAsync(options, how)).rejects.toThrow(message);
    await expect(encodeAsync({ grid: [-1], channels: 4 })).rejects.toThrow(/grid\[0\]/);
    const out = new Float32Array(5);
    await expect(encodeAsync(options, { out })).rejects.toThrow(/out has 5 values/);
  });
});
