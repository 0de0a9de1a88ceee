// `init` for Node.js: the .wasm is a file next to the JavaScript. If a bundler has moved the JavaScript elsewhere (a
// Next.js server bundle, a single-file esbuild bundle), the package's base64 copy is used.
import { readFile } from 'node:fs/promises';
import { type InitOptions, initFrom } from './runtime/module.js';

/**
 * Loads the wasm. Await it before calling anything else. Once loaded, further calls only check their arguments. After
 * a failure it can be called again, with the same source or another one.
 *
 * @throws TypeError for a wrong option; Error if the .wasm cannot be read, compiled or started, or is of another
 *   version. The promise rejects with it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, findWasm);
}

async function findWasm() {
  try {
    return await readFile(new URL('./posenc.wasm', import.meta.url));
  } catch {
    const { bytes } = await import('./inline-bytes.js');
    return bytes();
  }
}
