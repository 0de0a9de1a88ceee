import { encode, init } from 'posenc/inline';

init().then(() => {
  globalThis.result = { values: [...encode({ grid: [2], channels: 4 })] };
});
