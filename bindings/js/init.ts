// `init` where the .wasm is a file beside the JavaScript.
import { type InitOptions, initFrom } from './lifecycle.js';

/**
 * Loads the wasm once; everything else needs it. When it is there, further calls do nothing but check their
 * arguments. Each call answers for itself: after a failure it can be made again, with another source.
 */
export function init(options: InitOptions = {}): Promise<void> {
  // Bundlers look for this literal, and put the file where it leads.
  return initFrom(options, () => new URL('./posenc.wasm', import.meta.url));
}
