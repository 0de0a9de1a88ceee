// The scripts of the repository: they start when nothing is installed yet. Called with wrong arguments, they
// print one line about the mistake and one about the usage, before anything is installed or built.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { root } from './kit.js';

it.each([
  ['bench', '--json', '--json has no value: expected one after it\nusage: npm run bench -- '],
  ['bench', '--json /proc/none/file', '--json is "/proc/none/file": expected a file that can be written ('],
  ['bench', '--slow', 'There is no option --slow\nusage: npm run bench -- '],
  ['bench', '--quick=3', "Option '--quick' does not take an argument\nusage: npm run bench -- "],
  ['demo', '--port', '--port has no value: expected one after it\nusage: npm run demo -- '],
  ['build', 'wasm', '"wasm" is not expected: there are only options\nusage: npm run build'],
  ['docs', '--open', 'There is no option --open\nusage: npm run docs'],
  ['format', '--check', 'There is no option --check\nusage: npm run format'],
  ['setup', 'tests', '"tests" is not expected\nusage: npm run setup -- [build | test]\n'],
  ['consumers', 'nosuch', 'There is no app "nosuch": expected some of '],
  ['test', 'toString', 'There is no step "toString": expected some of format, build, '],
])('npm run %s -- %s', (script, args, expected) => {
  const path = `scripts/${script}.js`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args.split(' ')], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20000,
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr.trimStart().startsWith(expected), stderr).toBe(true);
  expect(stderr.trim().split('\n').length).toBeLessThan(3);
});

it('they need no npm packages to start', () => {
  const packages = readdirSync(join(root, 'scripts')).flatMap((name) => {
    const source = readFileSync(join(root, 'scripts', name), 'utf8');
    return [...source.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)]
      .map(([, from]) => from as string)
      .filter((from) => !/^(node:|\.)/.test(from))
      .map((from) => `${name}: ${from}`);
  });
  expect(packages).toEqual([]);
});
