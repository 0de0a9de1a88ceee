// Deno.
import { encode, init } from 'posenc';

await init();
console.log(JSON.stringify({ values: [...encode({ grid: [2], channels: 4 })] }));
