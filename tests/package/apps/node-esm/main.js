import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encode, init } from 'posenc';
import * as inline from 'posenc/inline';
import manifest from 'posenc/package.json' with { type: 'json' };

await init();
const values = [...encode({ grid: [2], channels: 4 })];
// The file that the exports name, for those who serve it themselves.
const wasm = readFileSync(createRequire(import.meta.url).resolve('posenc/posenc.wasm'));
// The same module, whichever entry loaded it.
const same = [...inline.encode({ grid: [2], channels: 4 })];
console.log(JSON.stringify({ values, same, version: manifest.version, wasm: WebAssembly.validate(wasm) }));
