import { encode, init } from './node_modules/posenc/dist/js/index.js';

await init();
const values = [...encode({ grid: [2], channels: 4 })];

/** What a module worker answers to what it is sent. */
const ask = (name, message) =>
  new Promise((resolve) => {
    const worker = new Worker(name, { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => resolve({ error: event.message ?? 'the worker did not start' });
    worker.postMessage(message);
  });

// This page may compile, the second worker may not: its policy has no 'wasm-unsafe-eval'.
const wasm = await WebAssembly.compileStreaming(fetch('./node_modules/posenc/dist/js/posenc.wasm'));
globalThis.result = {
  values,
  worker: await ask('worker.js', {}),
  given: await ask('no-compile.js', { wasm }),
  refused: await ask('no-compile.js', {}),
};
