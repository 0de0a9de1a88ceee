// Vite 6.
import { encode, init } from 'posenc';

await init();
globalThis.result = { values: [...encode({ grid: [2], channels: 4 })] };
