// A hook for tests: wasm memory that grows whenever the library allocates, which detaches every view of it.
import * as posenc from 'posenc';
import { getNative } from '../../dist/js/internal.js';

let memory: WebAssembly.Memory | undefined;
let allocate: ((bytes: number) => number) | undefined;
let grows = false;
let grown = 0;

/** Fills memory until it grows. */
function grow(): void {
  const { buffer } = memory as WebAssembly.Memory;
  if (buffer.byteLength > 2 ** 28) throw new Error('the hook has used up too much memory');
  while ((memory as WebAssembly.Memory).buffer === buffer) allocate?.(2 ** 16);
  grown += 1;
}

/** Emscripten requests more memory than needed. Here it gets only what is needed, so that it can grow often. */
function growByLittle(imports: WebAssembly.Imports): WebAssembly.Imports {
  let wanted = 0;
  const watch =
    (call: (...args: number[]) => unknown) =>
    (...args: number[]) => {
      const { grow: whole } = WebAssembly.Memory.prototype;
      if (memory !== undefined) {
        wanted = args[0] as number;
        memory.grow = (pages) => {
          const needed = Math.ceil((wanted - (memory as WebAssembly.Memory).buffer.byteLength) / 65536);
          return whole.call(memory as WebAssembly.Memory, Math.min(pages, needed));
        };
      }
      return call(...args);
    };
  const watched = (names: WebAssembly.ModuleImports) =>
    Object.fromEntries(
      Object.entries(names).map(([name, item]) => [
        name,
        typeof item === 'function' ? watch(item as (...args: number[]) => unknown) : item,
      ]),
    );
  return Object.fromEntries(
    Object.entries(imports).map(([name, names]) => [name, watched(names)]),
  ) as WebAssembly.Imports;
}

/** `init`, with access to the memory of the instance. */
export async function initWithGrowth(): Promise<void> {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, growByLittle(imports));
    memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
    return instance;
  }) as typeof instantiate;
  await posenc.init();
  WebAssembly.instantiate = instantiate;
  const native = getNative() as unknown as Record<string, (...args: number[]) => number>;
  allocate = native.allocate;
  for (const name of ['allocate', 'makeGridPlan', 'makePointPlan', 'makeTables']) {
    const make = native[name] as (...args: number[]) => number;
    native[name] = (...args) => {
      if (grows) grow();
      return make(...args);
    };
  }
}

/** Runs `work` while memory grows at every opportunity, and counts how often it grew. */
export function whileGrowing<T>(work: () => T): { result: T; times: number } {
  grown = 0;
  grows = true;
  try {
    const result = work();
    return { result, times: grown };
  } finally {
    grows = false;
  }
}

/** Runs a function during which memory must not grow. */
export function withoutGrowth<T>(work: () => T): T {
  const before = grows;
  grows = false;
  try {
    return work();
  } finally {
    grows = before;
  }
}
