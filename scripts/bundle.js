// Makes the command of one piece: its own files with the libraries that it uses, so that the published
// package depends on none. The work of each command stays a file of its own, loaded when it is wanted.
// What the libraries' licences ask for is written beside it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Stop } from './run.js';

/**
 * @param from where tsc left the command
 * @param to a folder next to it, so that the library is at ../js/ for both
 */
export async function bundleCommand(from, to) {
  const { rolldown } = await import('rolldown');
  rmSync(to, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(from, 'posenc.js'),
    platform: 'node',
    plugins: [externalLibrary(join(from, '..', 'js'))],
    onLog: (level, log) => {
      if (level === 'warn') throw new Stop(`The command could not be bundled: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
  });
  await bundle.close();
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(to, 'LICENSES.txt'), licencesOf(modules, 'The command posenc'));
}

/** Leaves the library out: whatever folder a file is in, the bundle imports it from ../js/. */
function externalLibrary(library) {
  return {
    name: 'external-library',
    resolveId(id, importer) {
      if (importer === undefined || !id.startsWith('.')) return null;
      const path = relative(library, resolve(dirname(importer), id));
      if (path.startsWith('..')) return null;
      return { id: `../js/${path.split(sep).join('/')}`, external: 'relative' };
    },
  };
}

/**
 * For places that cannot require ES modules, of which Jest is one: a file of CommonJS, with the wasm inside.
 *
 * @param from the built posenc/inline
 * @param to the file
 */
export async function bundleCommonJs(from, to) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({ input: from, platform: 'neutral' });
  await bundle.write({ file: to, format: 'cjs', exports: 'named', minify: false });
  await bundle.close();
}

/** The licences of the packages that the modules of something are from. */
export function licencesOf(modules, name) {
  const folders = new Set();
  for (const id of modules) {
    const [folder] = id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [];
    if (folder) folders.add(folder);
  }
  const texts = [...folders].sort().map((folder) => {
    const {
      name: packageName,
      version,
      license,
    } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined)
      throw new Stop(`${packageName} has no file with its licence, ${license}, in ${folder}`);
    return `${packageName} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  return `${name} holds parts of these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
