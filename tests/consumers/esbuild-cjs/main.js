// esbuild to CommonJS.
import { encode, init } from 'posenc';

export async function values() {
  await init();
  return [...encode({ grid: [2], channels: 4 })];
}
