// Builds the package into dist/: the .wasm and its glue by CMake, the TypeScript by tsc. Only what
// changed is made again.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, cmakeBuild } from './cmake.js';
import { main, root, run } from './run.js';
import { setUp } from './setup.js';

export function build() {
  cmakeBuild('wasm');
  const out = join(root, 'dist', 'js');
  mkdirSync(out, { recursive: true });
  for (const name of ['posenc.js', 'posenc.wasm']) {
    copyFileSync(join(buildFolder('wasm'), 'bindings', name), join(out, name));
  }
  for (const name of ['posenc.d.ts', 'version.d.ts']) {
    copyFileSync(join(root, 'bindings', 'js', name), join(out, name));
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(out, 'version.js'), `export const version = '${version}';\n`);
  run('npx', ['tsc', '--project', 'tsconfig.json']);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUp('build');
    build();
  });
}
