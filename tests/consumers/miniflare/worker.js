// A worker of workerd, which may not compile: the module is compiled by the platform.
import { encode, init } from 'posenc';
import wasm from 'posenc/posenc.wasm';

export default {
  async fetch() {
    await init({ wasm });
    return Response.json({ values: [...encode({ grid: [2], channels: 4 })] });
  },
};
