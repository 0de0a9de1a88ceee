// Loading: one wasm module for all entry points, instantiated once.
import { checkObject } from '../check/check.js';
import createModule, { type Direct, type GlueModule, type NativeModule } from '../posenc.js';
import { checkSource, compile, messageOf, type WasmSource } from './wasm-source.js';
import { directFunctions } from './wire.js';

export interface InitOptions {
  /**
   * Where the .wasm is, its bytes, a response to it, or the compiled module (for places that may not
   * compile, such as Cloudflare Workers). By default it is found beside the JavaScript.
   */
  wasm?: WasmSource;
}

const optionKeys = new Set(['wasm']);

/** The .wasm of an entry point. */
type OwnWasm = () => WasmSource | Promise<WasmSource>;

let native: NativeModule | undefined;
let memory: WebAssembly.Memory | undefined;

/** Calls under way, by what they were given; `undefined` stands for the entry point's own. */
const loading = new Map<WasmSource | undefined, Promise<void>>();
let starting: Promise<void> | undefined;
const loaded = /* @__PURE__ */ Promise.resolve();

/**
 * `init` of an entry point, which knows where its .wasm is when `options` do not say. Every call answers for
 * itself: a bad argument is reported, whatever others were given, and what fails for one is no concern of
 * another. Once the module is there, no source is looked at any more.
 */
export function initFrom(options: InitOptions, own: OwnWasm): Promise<void> {
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
    call = load(wasm, own).finally(() => loading.delete(wasm));
    loading.set(wasm, call);
  }
  return call;
}

async function load(wasm: WasmSource | undefined, own: OwnWasm): Promise<void> {
  const module = await compile(wasm ?? (await own()));
  // Of several that compile at the same time, the first is started; the others wait, and take its place
  // when it fails.
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
      // The glue's own promise stays open when this fails, so failures are passed on from here.
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
  if (native === undefined) throw new Error('posenc is not loaded: await init() before anything else');
  return native;
}

/** The buffer of wasm memory; growing makes it another. */
export function linearMemory(): ArrayBuffer {
  if (memory === undefined) getNative();
  return (memory as WebAssembly.Memory).buffer;
}
