// Loads the wasm module: one instance, which all entry points share.
import { checkObject } from '../check/check.js';
import createModule, { type Direct, type GlueModule, type NativeModule } from '../posenc.js';
import { checkSource, compile, messageOf, type WasmSource } from './wasm-source.js';
import { directFunctions } from './wire.js';

export interface InitOptions {
  /**
   * The URL of the .wasm, its bytes, a Response with it, or the compiled module (for platforms that do not allow
   * compiling, such as Cloudflare Workers). By default the .wasm next to the JavaScript.
   */
  wasm?: WasmSource;
}

const optionKeys = new Set(['wasm']);

/** Finds the .wasm that belongs to an entry point. */
type DefaultWasm = () => WasmSource | Promise<WasmSource>;

let native: NativeModule | undefined;
let memory: WebAssembly.Memory | undefined;

/** Pending calls by their source; `undefined` is the entry point's default. */
const loading = new Map<WasmSource | undefined, Promise<void>>();
let starting: Promise<void> | undefined;
const loaded = /* @__PURE__ */ Promise.resolve();

/**
 * `init` of an entry point; `findWasm` gives the source if `options` has none. Each call reports its own errors: a bad
 * argument always throws, and one call's failure does not affect another. Once the module is loaded, sources are
 * checked but not read.
 */
export function initFrom(options: InitOptions, findWasm: DefaultWasm): Promise<void> {
  let wasm: WasmSource | undefined;
  try {
    checkObject('options', options, optionKeys);
    ({ wasm } = options);
    if (wasm !== undefined) checkSource(wasm);
  } catch (error) {
    return Promise.reject(error);
  }
  if (native !== undefined) return loaded;
  let call = loading.get(wasm);
  if (call === undefined) {
    call = load(wasm, findWasm).finally(() => loading.delete(wasm));
    loading.set(wasm, call);
  }
  return call;
}

async function load(wasm: WasmSource | undefined, findWasm: DefaultWasm): Promise<void> {
  const module = await compile(wasm ?? (await findWasm()));
  // If several calls compile at the same time, the first one starts its module. The others wait, and try their own
  // if that fails.
  while (native === undefined) {
    if (starting === undefined) {
      starting = start(module).finally(() => {
        starting = undefined;
      });
      return starting;
    }
    await starting.catch(() => {});
  }
}

async function start(module: WebAssembly.Module): Promise<void> {
  let table: WebAssembly.Table | undefined;
  const glue = await new Promise<GlueModule>((resolve, reject) => {
    createModule({
      // If this fails, the glue's promise never settles, so reject here.
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => {
            const exported = Object.values(instance.exports);
            memory = exported.find((item) => item instanceof WebAssembly.Memory);
            table = exported.find((item) => item instanceof WebAssembly.Table);
            done(instance, module);
          })
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  }).catch((cause) => {
    throw new Error(`posenc's wasm could not be started: ${messageOf(cause)}`, { cause });
  });
  const direct = Object.fromEntries(directFunctions.map((name) => [name, table?.get(glue[name])]));
  native = { ...glue, ...(direct as Pick<NativeModule, Direct>) };
}

export function getNative(): NativeModule {
  if (native === undefined) throw new Error('posenc is not loaded: await init() first');
  return native;
}

/** The current buffer of wasm memory. Growing the memory replaces it. */
export function linearMemory(): ArrayBuffer {
  if (memory === undefined) getNative();
  return (memory as WebAssembly.Memory).buffer;
}
