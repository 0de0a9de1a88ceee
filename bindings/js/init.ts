// `init` where the .wasm is a file beside the JavaScript.
import { type InitOptions, initFrom } from './lifecycle.js';

/**
 * Loads the wasm once; everything else needs it. Later calls return the same promise. After a failure
 * it can be called again, with another source.
 */
export function init(options: InitOptions = {}): Promise<void> {
  // Bundlers look for this literal, and put the file where it leads.
  return initFrom(options, () => new URL('./posenc.wasm', import.meta.url));
}
