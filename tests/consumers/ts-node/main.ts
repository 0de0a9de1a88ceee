// ts-node, as an ES module.
import { encode, init } from 'posenc';

await init();
const values: number[] = [...encode({ grid: [2], channels: 4 })];
console.log(JSON.stringify({ values }));
