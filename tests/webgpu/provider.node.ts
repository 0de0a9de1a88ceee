// WebGPU in Node.js: Dawn, of the package `webgpu`, which has no binary for some machines.

const dawn = await import('webgpu').catch(() => undefined);

/** Referenced here because its adapters and devices are destroyed with it. */
const gpu = dawn?.create([]);

export async function findGpu(): Promise<GPU | undefined> {
  return gpu;
}
