// Makes the declarations work in every supported TypeScript version: before 5.7 typed arrays had no type
// parameter. The return type of an array constructor's `of` works in both: it is `Float32Array`
// there, `Float32Array<ArrayBuffer>` from 5.7 on.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export function widenDeclarations(folder) {
  for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'))) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const wide = text
      .replace(/\b(ArrayBufferView|DataView)<ArrayBuffer>/g, '$1')
      .replace(/\b(\w+Array)<ArrayBuffer>/g, "ReturnType<$1Constructor['of']>");
    if (wide !== text) writeFileSync(path, wide);
  }
}
