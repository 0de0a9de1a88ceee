// A place that runs compiled modules and compiles none, as Cloudflare Workers do.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const bytes = readFileSync(createRequire(import.meta.url).resolve('posenc/posenc.wasm'));
const module = new WebAssembly.Module(bytes);
const refuse = () => {
  throw new WebAssembly.CompileError('Wasm code generation disallowed by embedder');
};
const { instantiate, Module } = WebAssembly;
WebAssembly.compile = async () => refuse();
WebAssembly.compileStreaming = undefined;
WebAssembly.instantiateStreaming = undefined;
WebAssembly.instantiate = (source, imports) =>
  source instanceof Module ? instantiate(source, imports) : refuse();
WebAssembly.Module = new Proxy(Module, { construct: refuse });

const { encode, init } = await import('posenc');
let refusal;
await init().catch((error) => {
  refusal = error.message;
});
await init({ wasm: module });
console.log(JSON.stringify({ refusal, values: [...encode({ grid: [2], channels: 4 })] }));
