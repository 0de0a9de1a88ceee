import { encode, init } from 'posenc';

await init();
const values = [...encode({ grid: [2], channels: 4 })];
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  globalThis.result = { values, worker: data };
};
worker.onerror = ({ message }) => {
  globalThis.result = { values, worker: message };
};
