// WebGPU in Node.js: Dawn, from the package `webgpu`.
import { create } from 'webgpu';

/** Everything that comes from it dies with it: it is kept. */
const gpu = create([]);

export async function findGpu(): Promise<GPU | undefined> {
  return gpu;
}
