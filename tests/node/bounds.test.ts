// The promised bound is the same number in the core, the tests, the page and the documents.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bound } from '../support/golden.js';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

it('the promised bound', () => {
  const header = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('accuracy.hpp'),
  );
  expect(Number(read(`src/${header}`).match(/kValueBound = (\S+);/)?.[1])).toBe(bound);
  expect(Number(read('web/views/accuracy.ts').match(/const bound = (\S+);/)?.[1])).toBe(bound);
  expect(read('README.md')).toContain(`at most ${bound} from the true value`);
  expect(read('docs/accuracy.md')).toContain(`at most **${bound}** from the exact one`);
  expect(read('docs/webgpu.md').replace(/\s+/g, ' ')).toContain(`at most ${bound} from the exact value`);
});
