// From a CommonJS file: by import(), which every TypeScript and Node.js has, or what is CommonJS itself.
import inline = require('posenc/inline.cjs');

import type { SinusoidalOptions } from 'posenc' with { 'resolution-mode': 'import' };

export const table: Float32Array = inline.encode({ grid: [2], channels: 4 });
// @ts-expect-error: no channels
inline.encode({ grid: [2] });

export async function values(options: SinusoidalOptions): Promise<Float32Array> {
  const { encode, init } = await import('posenc');
  const { createGpu } = await import('posenc/webgpu');
  await init();
  // @ts-expect-error: no channels
  encode({ grid: [2] });
  (await createGpu()).dispose();
  return encode(options);
}
