// Values on their way to the GPU, and the comparison of what comes back.
import { expect } from 'vitest';

const usage = { copyFrom: 4, copyTo: 8, storage: 128 };
export const resultUsage = usage.copyFrom | usage.copyTo | usage.storage;

export function uploadBuffer(device: GPUDevice, values: Float32Array): GPUBuffer {
  const buffer = device.createBuffer({ label: 'test', size: values.byteLength, usage: resultUsage });
  device.queue.writeBuffer(buffer, 0, values as Float32Array<ArrayBuffer>);
  return buffer;
}

/** How far a GPU that fuses multiplications and additions may be from the result of wasm. */
export const wasmBound = 2.4e-7;

export function expectClose(found: Float32Array, expected: Float32Array, allowed = wasmBound): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; ++i) {
    const distance = Math.abs((found[i] as number) - (expected[i] as number));
    if (!(distance <= allowed)) expect.fail(`value ${i} is ${found[i]}: expected ${expected[i]}`);
  }
}
