// In a project that knows fetch, URL and WebAssembly.
import { init } from 'posenc';

await init({ wasm: new URL('./posenc.wasm', import.meta.url) });
await init({ wasm: await fetch('./posenc.wasm') });
await init({ wasm: await WebAssembly.compile(new Uint8Array(4)) });
