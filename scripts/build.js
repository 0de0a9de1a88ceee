// Builds the package into dist/: the .wasm and its glue by CMake, the TypeScript by tsc,
// minified. Only what changed is made again.
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommand, bundleCommonJs } from './bundle.js';
import { buildFolder, cmakeBuild } from './cmake.js';
import { widenDeclarations } from './declarations.js';
import { noFlags } from './flags.js';
import { minifyFolder } from './minify.js';
import { main, root, run } from './run.js';
import { setUp } from './setup.js';

const out = join(root, 'dist', 'js');

export async function build() {
  cmakeBuild('wasm');
  const stamp = join(out, 'inline.cjs'); // which is made last
  const sources = [
    ...filesIn('bindings'),
    ...['posenc.js', 'posenc.wasm'].map((name) => join(buildFolder('wasm'), 'bindings', 'wasm', name)),
    ...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
    ...['build', 'bundle', 'declarations', 'lines', 'minify'].map((name) =>
      join(root, 'scripts', `${name}.js`),
    ),
  ];
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  // What is there no more must not be published.
  for (const folder of ['js', 'adapters', 'webgpu', 'cli', 'formats']) {
    rmSync(join(root, 'dist', folder), { recursive: true, force: true });
  }
  // Comments are for the editors that read the declarations, not for the pages that load the code.
  run('npx', ['tsc', '--project', 'tsconfig.json']);
  const declarations = [
    '--declaration',
    '--emitDeclarationOnly',
    '--removeComments',
    'false',
    '--sourceMap',
    'false',
    '--inlineSources',
    'false',
  ];
  run('npx', ['tsc', '--project', 'tsconfig.json', ...declarations]);
  for (const name of ['posenc.js', 'posenc.wasm']) {
    copyFileSync(join(buildFolder('wasm'), 'bindings', 'wasm', name), join(out, name));
  }
  for (const name of ['posenc.d.ts', 'version.d.ts', 'bytes.d.ts', 'inline.d.cts'])
    copyFileSync(join(root, 'bindings', 'js', name), join(out, name));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await bundleCommand(join(root, 'dist', 'cli'), join(root, 'dist', 'bin'));
  for (const folder of [out, ...['adapters', 'webgpu'].map((name) => join(root, 'dist', name))]) {
    widenDeclarations(folder);
    await minifyFolder(folder);
  }
  const bytes = readFileSync(join(out, 'posenc.wasm')).toString('base64');
  writeFileSync(join(out, 'bytes.js'), `export const base64 = '${bytes}';\n`);
  writeFileSync(join(out, 'version.js'), `export const version = '${version}';\n`);
  await bundleCommonJs(join(out, 'inline.js'), stamp);
}

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    noFlags('build');
    setUp('build');
    await build();
  });
}
