// In place of posenc/webgpu in a library that is built without it.
import type { Sinusoidal } from 'posenc';

interface Gpu {
  encode(plan: Sinusoidal, options?: { out?: GPUBuffer }): GPUBuffer;
  read(buffer: GPUBuffer): Promise<Float32Array>;
  dispose(): void;
}

export async function createGpu(_options: { device: GPUDevice }): Promise<Gpu> {
  throw new Error('This build of posenc has no WebGPU module.');
}
