// `init` in Node.js: the .wasm is a file beside the JavaScript. Where a bundler has taken the JavaScript away
// from it (a server bundle of Next.js, one file of esbuild's), the package's copy as base64 serves.
import { readFile } from 'node:fs/promises';
import { type InitOptions, initFrom } from './runtime/module.js';

/**
 * Loads the wasm once; everything else needs it. When it is there, further calls do nothing but check their
 * arguments. Each call answers for itself: after a failure it can be made again, with another source.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, ownWasm);
}

async function ownWasm() {
  try {
    return await readFile(new URL('./posenc.wasm', import.meta.url));
  } catch {
    const { bytes } = await import('./inline-bytes.js');
    return bytes();
  }
}
