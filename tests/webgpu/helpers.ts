// Sends values to the GPU, and compares the results.
import { expect } from 'vitest';

const usage = { copyFrom: 4, copyTo: 8, storage: 128 };
export const resultUsage = usage.copyFrom | usage.copyTo | usage.storage;

export function uploadBuffer(device: GPUDevice, values: Float32Array): GPUBuffer {
  const buffer = device.createBuffer({ label: 'test', size: values.byteLength, usage: resultUsage });
  device.queue.writeBuffer(buffer, 0, values as Float32Array<ArrayBuffer>);
  return buffer;
}

/**
 * The largest allowed difference between GPU and wasm. Both use the same tables, so only the rounding of the
 * products and of their sum differs. In units of 2^-24, half an ulp of a value from 1 to 2, the wasm's roundings
 * are 3/4 and 1 (src/base/accuracy.hpp); a GPU that fuses a product with the sum has 1/2 and 1. That is 3.25.
 * WGSL's `correctly rounded` means either neighbour, not the nearest: such a GPU would have 1.5 and, below 1, 1,
 * against 3/4 and 1/2. That is 3.75. (It could miss the promise itself, which assumes the nearest.)
 */
export const wasmBound = 4 * 2 ** -24;

/** The same for sums below 2, each of which is rounded once more, by 2^-24. */
export const sumBound = wasmBound + 2 * 2 ** -24;

export function expectClose(found: Float32Array, expected: Float32Array, allowed = wasmBound): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; ++i) {
    const distance = Math.abs((found[i] as number) - (expected[i] as number));
    if (!(distance <= allowed)) expect.fail(`value ${i} is ${found[i]}: expected ${expected[i]}`);
  }
}
