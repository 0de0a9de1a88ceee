// Bundles the command with the libraries that it uses, so that the published package depends on none. The
// code of each subcommand stays in a file of its own, which is loaded when it is needed. The licences of the
// libraries are written beside it.
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { licencesOf } from './licences.js';
import { root, Stop } from './run.js';

const library = join(root, 'bindings', 'js');
/** The files of the library that the command may import: what dist/js has under the same names. */
const doors = ['index.node.js', 'internal.js'];

/** @param to a folder whose ../js/ is the built library */
export async function bundleCommand(to) {
  const { rolldown } = await import('rolldown');
  rmSync(to, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(root, 'bindings', 'cli', 'posenc.ts'),
    platform: 'node',
    plugins: [externalLibrary],
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
const externalLibrary = {
  name: 'external-library',
  resolveId(id, importer) {
    if (importer === undefined || !id.startsWith('.')) return null;
    const path = relative(library, resolve(dirname(importer), id))
      .split(sep)
      .join('/');
    if (path.startsWith('..')) return null;
    if (!doors.includes(path)) {
      throw new Stop(`${importer} imports ${path} of the library: expected ${doors.join(' or ')}`);
    }
    return { id: `../js/${path}`, external: 'relative' };
  },
};
