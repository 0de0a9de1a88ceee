// The package with the .wasm inside, for places that serve no files besides the script: one file that
// works wherever it is put. It is a third larger than the two, and compiles only when it has arrived.
import { bytes } from './inline-bytes.js';
import { type InitOptions, initFrom } from './runtime/module.js';

export * from './api.js';

/**
 * Loads the wasm once, from this script itself; everything else needs it. When it is there, further calls do
 * nothing but check their arguments. After a failure it can be called again.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, bytes);
}
