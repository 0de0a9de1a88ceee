// Builds the package into dist/: the .wasm and its glue by CMake, the JavaScript by Rolldown, the declarations
// by tsc. Does nothing when no source has changed.
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleCommand } from './bundle-command.js';
import { bundleCommonJs, bundleLibrary } from './bundle-library.js';
import { buildFolder, cmakeBuild } from './cmake.js';
import { writeDeclarations } from './declarations.js';
import { noFlags } from './flags.js';
import { main, root } from './run.js';
import { setUp } from './setup.js';

const dist = join(root, 'dist');
const out = join(dist, 'js');

export async function build() {
  cmakeBuild('wasm');
  const stamp = join(out, 'inline.cjs'); // which is made last
  const [glue, wasm] = ['posenc.js', 'posenc.wasm'].map((name) =>
    join(buildFolder('wasm'), 'bindings', 'wasm', name),
  );
  const sources = [
    ...filesIn('bindings'),
    glue,
    wasm,
    ...['package.json', 'package-lock.json', 'tsconfig.json'].map((name) => join(root, name)),
    ...['build', 'bundle-command', 'bundle-library', 'declarations', 'licences', 'lines'].map((name) =>
      join(root, 'scripts', `${name}.js`),
    ),
  ];
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest) return;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await bundleLibrary(dist, glue, version);
  await bundleCommand(join(dist, 'bin'));
  copyFileSync(wasm, join(out, 'posenc.wasm'));
  const bytes = readFileSync(wasm).toString('base64');
  writeFileSync(join(out, 'bytes.js'), `export const base64 = '${bytes}';\n`);
  writeDeclarations(dist);
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
