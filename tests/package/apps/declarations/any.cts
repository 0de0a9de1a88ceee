// From a CommonJS file: by import(), which every TypeScript and Node.js has.
import type { SinusoidalOptions } from 'posenc' with { 'resolution-mode': 'import' };

export async function values(options: SinusoidalOptions): Promise<Float32Array> {
  const { encode, init } = await import('posenc');
  const { createGpu } = await import('posenc/webgpu');
  await init();
  // @ts-expect-error: no channels
  encode({ grid: [2] });
  (await createGpu()).dispose();
  return encode(options);
}
