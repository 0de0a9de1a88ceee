// esbuild copies the .wasm with --loader:.wasm=file, and says where it is.
import { encode, init } from 'posenc';
import wasm from 'posenc/posenc.wasm';

await init({ wasm: new URL(wasm, import.meta.url) });
globalThis.result = { values: [...encode({ grid: [2], channels: 4 })] };
