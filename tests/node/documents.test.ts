// The documents state the actual constants of the core and the actual source tree.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('the split of a position into a coarse and a fine part', () => {
  const rows = 2 ** Number(read('src/phase/coarse_fine.hpp').match(/kFineBits = (\d+)/)?.[1]);
  const words = (text: string) =>
    text
      .replace(/<\/?i>/g, '')
      .replace(/−/g, '-')
      .replace(/\s+/g, ' ');
  const range = `${-rows / 2} to ${rows / 2 - 1}`;
  expect(words(read('web/index.html'))).toContain(`a position as ${rows} c + f, with f from ${range}`);
  expect(words(read('README.md'))).toContain(`${rows} * coarse + fine, with fine from ${range}`);
});

it('the limits of the core', () => {
  const spec = read('src/base/status.hpp');
  expect(spec).toMatch(/kMaxPosition = 9007199254740992\.0;\s+\/\/ 2\^53/);
  expect(spec).toMatch(/kMaxAngle = 1125899906842624\.0;\s+\/\/ 2\^50/);
  expect(read('README.md')).toContain('Positions up to 2^53 and angles up to 2^50');
});

it('docs/architecture.md names files and folders that exist', () => {
  const text = read('docs/architecture.md').replaceAll('<family>', 'sinusoidal');
  const all = ['src', 'bindings', 'web', 'tests/cpp', 'bench', 'scripts'].flatMap((folder) => [
    `/${folder}`,
    ...readdirSync(join(root, folder), { recursive: true }).map((name) => `/${folder}/${name}`),
  ]);
  const paths = [...text.matchAll(/`([\w./-]+\/|[\w/-][\w./-]*\.(?:ts|cpp|hpp|json|md))`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(40);
  const found = (path: string) =>
    existsSync(join(root, path)) || all.some((name) => name.endsWith(`/${path.replace(/\/$/, '')}`));
  expect(paths.filter((path) => !found(path))).toEqual([]);
  // The tree, line by line: a folder is indented two more than its parent.
  const tree = text.match(/```text\n(.*?)```/s)?.[1] ?? '';
  const parents: string[] = [];
  for (const [, indent = '', names = ''] of tree.matchAll(/^( *)(\S+(?: \S+\/)*)(?: {2,}|$)/gm)) {
    parents.length = indent.length / 2;
    const parent = parents.join('');
    for (const name of names.split(' '))
      expect(existsSync(join(root, parent, name)), parent + name).toBe(true);
    parents.push(names);
  }
});
