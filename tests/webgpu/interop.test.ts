// Buffers shared between posenc and TensorFlow.js or ONNX Runtime Web on the GPU, as docs/webgpu.md shows.
// Both libraries use WebGPU only in browsers.
import { init, Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';
import { beforeAll, describe, expect, it } from 'vitest';
import { adapter } from './gpu.js';
import { expectClose, sumBound } from './helpers.js';

const isBrowser = typeof window !== 'undefined';

describe.skipIf(!adapter || !isBrowser)('interop', () => {
  const plan = () => new Sinusoidal({ grid: [50], channels: 24 });
  beforeAll(() => init());

  it('a tensor of TensorFlow.js on a buffer of posenc, and in the other direction', async () => {
    const tf = await import('@tensorflow/tfjs');
    await import('@tensorflow/tfjs-backend-webgpu');
    await tf.setBackend('webgpu');
    await tf.ready();
    const { device } = tf.backend() as unknown as { device: GPUDevice };
    const gpu = await createGpu({ device });
    const encoding = plan();
    const expected = encoding.encode();

    const table = tf.tensor({ buffer: gpu.encode(encoding) }, [50, 24], 'float32');
    const x = tf.ones([2, 50, 24]);
    const sum = tf.add(x, table);
    const doubled = Float32Array.from([...expected, ...expected], (value) => value + 1);
    expectClose((await sum.data()) as Float32Array, doubled, sumBound);

    const { buffer, tensorRef } = x.dataToGPU() as unknown as {
      buffer: GPUBuffer;
      tensorRef: { dispose(): void };
    };
    const out = gpu.add(encoding, buffer, {
      batch: 2,
      out: device.createBuffer({ size: buffer.size, usage: buffer.usage }),
    });
    expectClose((await gpu.read(out)).subarray(0, 2400), doubled, sumBound);
    for (const tensor of [table, x, sum, tensorRef]) tensor.dispose();
    gpu.dispose();
  });

  it('a tensor of ONNX Runtime Web on a buffer of posenc', async () => {
    const ort = await import('onnxruntime-web/webgpu');
    ort.env.wasm.numThreads = 1;
    const device = (await ort.env.webgpu.device) as GPUDevice;
    const gpu = await createGpu({ device });
    const encoding = plan();
    const buffer = gpu.encode(encoding);
    const tensor = ort.Tensor.fromGpuBuffer(buffer, { dataType: 'float32', dims: [50, 24] });
    expect(tensor.location).toBe('gpu-buffer');
    expectClose(await gpu.read(tensor.gpuBuffer as unknown as GPUBuffer), encoding.encode());
    gpu.dispose();
  });
});
