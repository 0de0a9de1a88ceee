// bindings/schema alone defines the interface between TypeScript and C++; both sides are generated from it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { functionsOf, generate, readSchema } from '../../scripts/schema.js';

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8').replace(/\s+/g, ' ');

it.each(Object.entries(generate()))('%s is what the schema makes (npm run schema)', (path, text) => {
  // Ignores line breaks, which formatters change.
  const plain = (code: string) => code.replace(/[\s,/]+/g, '');
  expect(plain(read(path))).toBe(plain(text));
});

it('every function of the schema is declared for TypeScript and defined in C++', () => {
  const names = [...functionsOf(readSchema(), 'direct'), ...functionsOf(readSchema(), 'embind')];
  const declared = read('bindings/js/posenc.d.ts');
  const headers = Object.keys(readSchema())
    .map((family) => read(`bindings/wasm/${family}.hpp`))
    .join('');
  for (const name of names) {
    expect(declared).toContain(` ${name}(`);
    expect(headers).toContain(` ${name}(`);
  }
  const inTypes = [...declared.matchAll(/ (\w+)\([^)]*\): (?:number|void);/g)].map(([, name]) => name);
  expect(inTypes.sort()).toEqual(names.sort());
});
