// Values on their way to the GPU, and the comparison of what comes back.
import { expect } from 'vitest';

const usage = { copyFrom: 4, copyTo: 8, storage: 128 };
export const resultUsage = usage.copyFrom | usage.copyTo | usage.storage;

export function uploadBuffer(device: GPUDevice, values: Float32Array): GPUBuffer {
  const buffer = device.createBuffer({ label: 'test', size: values.byteLength, usage: resultUsage });
  device.queue.writeBuffer(buffer, 0, values as Float32Array<ArrayBuffer>);
  return buffer;
}

/**
 * What a GPU may differ by from the wasm. Both have the same tables, so only the products and their sum round
 * apart. In units of 2^-24, half the last place of a value from 1 to 2, the wasm's roundings are 3/4 and 1
 * (src/base/accuracy.hpp); a GPU that fuses a product with the sum has 1/2 and 1. That is 3.25. WGSL's
 * `correctly rounded` is either neighbour, not the nearer one: such a GPU would have 1.5 and, below 1, 1,
 * beside 3/4 and 1/2. That is 3.75. (It could miss the promise itself, which takes the nearer one for granted.)
 */
export const wasmBound = 4 * 2 ** -24;

/** The same of sums below 2, each of which is rounded once more, by 2^-24. */
export const sumBound = wasmBound + 2 * 2 ** -24;

export function expectClose(found: Float32Array, expected: Float32Array, allowed = wasmBound): void {
  expect(found.length).toBe(expected.length);
  for (let i = 0; i < found.length; ++i) {
    const distance = Math.abs((found[i] as number) - (expected[i] as number));
    if (!(distance <= allowed)) expect.fail(`value ${i} is ${found[i]}: expected ${expected[i]}`);
  }
}
