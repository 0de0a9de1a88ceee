// Parcel with its defaults, which looks at `module` in place of `exports`.
import { encode, init } from 'posenc';

await init();
globalThis.result = { values: [...encode({ grid: [2], channels: 4 })] };
