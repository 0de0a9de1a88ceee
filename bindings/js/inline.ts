// The package as one file that contains the .wasm, for platforms that serve only scripts. It is a third larger than
// the two files, and compiling starts only after it has loaded completely.
import { bytes } from './inline-bytes.js';
import { type InitOptions, initFrom } from './runtime/module.js';

export * from './api.js';

/**
 * Loads the wasm, from this script itself. Await it before calling anything else. Once loaded, further calls only check
 * their arguments. After a failure it can be called again.
 *
 * @throws TypeError for a wrong option; Error if the wasm cannot be compiled or started. The promise rejects with it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, bytes);
}
