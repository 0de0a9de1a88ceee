// In a project of Node.js without the DOM.
import { readFile } from 'node:fs/promises';
import { init } from 'posenc';

await init({ wasm: new URL('./posenc.wasm', import.meta.url) });
await init({ wasm: await fetch('./posenc.wasm') });
await init({ wasm: await readFile('./posenc.wasm') });
