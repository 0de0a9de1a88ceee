// Bundles the library: a file for each entry point, and a few that they share, minified, with source maps
// that lead to the TypeScript.
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { breakLines } from './lines.js';
import { root, Stop } from './run.js';

/** The files of dist/ that programs import, and the sources that they are made from. */
const entries = {
  'js/index': 'js/index.ts',
  'js/index.node': 'js/index.node.ts',
  'js/inline': 'js/inline.ts',
  'js/internal': 'js/internal.ts',
  'adapters/onnxruntime': 'adapters/onnxruntime.ts',
  'adapters/tfjs': 'adapters/tfjs.ts',
  'webgpu/index': 'webgpu/index.ts',
};

/** The files that entry points share, by the folders of their sources; what only one needs stays with it. */
const shared = [
  { name: 'engine', test: /\/bindings\/js\/(check|runtime)\/|\/posenc\.js$/ },
  { name: 'presets', test: /\/sinusoidal\/presets\.ts$/ },
  { name: 'sinusoidal', test: /\/bindings\/js\/sinusoidal\/(?!exported-tables)/ },
  { name: 'rotary', test: /\/bindings\/js\/rotary\// },
  { name: 'tables', test: /\/bindings\/js\/tables\// },
  { name: 'positions', test: /\/bindings\/js\/positions\// },
  { name: 'exported-tables', test: /\/exported-tables\.ts$/ },
  { name: 'compat', test: /\/bindings\/js\/compat\// },
];

/** As bundlers look for it, which take no template string there. */
const wasmUrl = "new URL('./posenc.wasm',import.meta.url)";

/**
 * @param glue the JavaScript that Emscripten made
 * @param version of the package
 */
export async function bundleLibrary(to, glue, version) {
  const { rolldown } = await import('rolldown');
  for (const folder of ['js', 'adapters', 'webgpu'])
    rmSync(join(to, folder), { recursive: true, force: true });
  const bundle = await rolldown({
    input: Object.fromEntries(
      Object.entries(entries).map(([name, path]) => [name, join(root, 'bindings', path)]),
    ),
    cwd: root,
    platform: 'neutral',
    external: [/^node:/, 'posenc', '@tensorflow/tfjs'],
    plugins: [madeFiles(glue, version)],
    onLog: (level, log) => {
      if (level === 'warn') throw new Stop(`The library could not be bundled: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: to,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'js/[name].js',
    codeSplitting: { groups: shared },
    sourcemap: true,
    minify: { compress: { target: 'es2022' }, mangle: true },
    // Only what tells bundlers which calls have no effect.
    comments: { legal: false, annotation: true, jsdoc: false },
  });
  await bundle.close();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    const path = join(to, chunk.fileName);
    const code = chunk.code
      .replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
      .replace('new URL(`./posenc.wasm`,import.meta.url)', wasmUrl);
    const lines = await breakLines(code, chunk.map ?? undefined);
    // A file of nothing but exports of other files has no map.
    writeFileSync(
      path,
      chunk.map ? `${lines.code}\n//# sourceMappingURL=${basename(path)}.map\n` : `${lines.code}\n`,
    );
    if (chunk.map) writeFileSync(`${path}.map`, JSON.stringify(lines.map));
  }
}

/** The modules that no source file holds: Emscripten's glue, the version, and the .wasm as text. */
function madeFiles(glue, version) {
  return {
    name: 'made-files',
    resolveId(id, importer) {
      if (!importer?.startsWith(join(root, 'bindings'))) return null;
      if (id.endsWith('/posenc.js')) return glue;
      if (id.endsWith('/version.js')) return '\0version';
      // Large, so it stays a file of its own, which the build writes.
      if (id.endsWith('/bytes.js')) return { id: './bytes.js', external: 'relative' };
      return null;
    },
    load: (id) => (id === '\0version' ? `export const version = '${version}';\n` : null),
    transform(code, id) {
      if (id !== glue) return null;
      // For bundlers, which then leave it out of programs that do not use it.
      return { code: code.replace('var Module = (() =>', 'var Module = /* @__PURE__ */ (() =>'), map: null };
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
