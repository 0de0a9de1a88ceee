import { encode, init } from './node_modules/posenc/dist/js/index.js';

globalThis.onmessage = async ({ data }) => {
  try {
    await init(data);
    postMessage([...encode({ grid: [2], channels: 4 })]);
  } catch (error) {
    postMessage({ error: error.message });
  }
};
