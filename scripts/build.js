// Builds the package into dist/: the .wasm and its glue by CMake, the TypeScript by tsc. Only what
// changed is made again.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFolder, cmakeBuild } from './cmake.js';
import { main, root, run } from './run.js';
import { setUp } from './setup.js';

const out = join(root, 'dist', 'js');

export function build() {
  cmakeBuild('wasm');
  mkdirSync(out, { recursive: true });
  for (const name of ['posenc.js', 'posenc.wasm']) {
    copyFileSync(join(buildFolder('wasm'), 'bindings', name), join(out, name));
  }
  buildTypeScript();
}

function buildTypeScript() {
  const stamp = join(out, 'version.js');
  const sources = [
    ...readdirSync(join(root, 'bindings'), { recursive: true }).map((name) => join(root, 'bindings', name)),
    ...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
  ];
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  // Comments are for the editors that read the declarations, not for the pages that load the code.
  run('npx', ['tsc', '--project', 'tsconfig.json']);
  const declarations = [
    '--declaration',
    '--emitDeclarationOnly',
    '--removeComments',
    'false',
    '--sourceMap',
    'false',
  ];
  run('npx', ['tsc', '--project', 'tsconfig.json', ...declarations]);
  for (const name of ['posenc.d.ts', 'version.d.ts'])
    copyFileSync(join(root, 'bindings', 'js', name), join(out, name));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(stamp, `export const version = '${version}';\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    setUp('build');
    build();
  });
}
