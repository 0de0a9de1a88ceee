// `init` for browsers: the .wasm is a file next to the JavaScript.
import { type InitOptions, initFrom } from './runtime/module.js';
import { advice } from './runtime/wasm-source.js';

/**
 * Loads the wasm. Await it before calling anything else. Once loaded, further calls only check their arguments. After
 * a failure it can be called again, with the same source or another one.
 *
 * @throws TypeError for a wrong option; Error if the .wasm cannot be read, compiled or started, or is of another
 *   version. The promise rejects with it.
 */
export function init(options: InitOptions = {}): Promise<void> {
  return initFrom(options, urlOfWasm);
}

function urlOfWasm(): URL {
  try {
    // Bundlers recognise this expression and copy the file.
    return new URL('./posenc.wasm', import.meta.url);
  } catch (cause) {
    // In a CommonJS bundle, or a module at a data: URL.
    throw new Error(
      `posenc.wasm cannot be located from this script's URL, ${String(import.meta.url).slice(0, 60)}: import posenc/inline, or ${advice}`,
      { cause },
    );
  }
}
