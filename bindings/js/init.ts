// `init` where the .wasm is a file beside the JavaScript.
import { type InitOptions, initFrom } from './runtime/module.js';
import { advice } from './runtime/wasm-source.js';

/**
 * Loads the wasm once; everything else needs it. When it is there, further calls do nothing but check their
 * arguments. Each call answers for itself: after a failure it can be made again, with another source.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, placeOfWasm);
}

function placeOfWasm(): URL {
  try {
    // Bundlers look for this literal, and put the file where it leads.
    return new URL('./posenc.wasm', import.meta.url);
  } catch (cause) {
    // A bundle of CommonJS, or a module at a data: URL.
    throw new Error(
      `posenc.wasm is not found from this script, which is at ${String(import.meta.url).slice(0, 60)}: import posenc/inline, or ${advice}`,
      { cause },
    );
  }
}
