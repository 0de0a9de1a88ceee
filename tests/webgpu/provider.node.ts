// WebGPU in Node.js: Dawn, from the package `webgpu`, which has no binary for some machines.

const dawn = await import('webgpu').catch(() => undefined);

/** Everything that comes from it dies with it: it is kept. */
const gpu = dawn?.create([]);

export async function findGpu(): Promise<GPU | undefined> {
  return gpu;
}
