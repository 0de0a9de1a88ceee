// The packed tarball: the checks of publishing tools, its contents, and the size of each entry point.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { makeApp, root, runNode } from './kit.js';

const folder = inject('unpacked');
const read = (path: string) => readFileSync(join(folder, path));
const manifest = JSON.parse(read('package.json').toString());
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();

type Target = string | { types: string; node?: string; default: string };
const entries = Object.entries(manifest.exports as Record<string, Target>);
const scripts = entries.filter(
  (entry): entry is [string, Exclude<Target, string>] => typeof entry[1] !== 'string',
);

describe('publishing', () => {
  it('publint reports nothing', async () => {
    const tarball = readFileSync(inject('tarball'));
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: new Uint8Array(tarball).buffer },
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('are-the-types-wrong reports nothing, for an ES module package', () => {
    const attw = join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
    const args = [attw, inject('tarball'), '--profile', 'esm-only', '--format', 'json'];
    // The .wasm and the manifest are not modules.
    for (const [name, target] of entries)
      if (typeof target === 'string') args.push('--exclude-entrypoints', name);
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
    const { entrypoints } = JSON.parse(stdout).analysis;
    expect(Object.keys(entrypoints)).toEqual(scripts.map(([name]) => name));
  });

  it('has these files', async () => {
    await expect(`${files.join('\n')}\n`).toMatchFileSnapshot('files.txt');
  });

  it('has no dependencies, only optional peers', () => {
    expect(manifest.dependencies).toBeUndefined();
    for (const name of Object.keys(manifest.peerDependencies)) {
      expect(manifest.peerDependenciesMeta[name]).toEqual({ optional: true });
    }
  });

  it('has the same version in the manifest, the .wasm, the change log and the lock file', () => {
    const module = new WebAssembly.Module(read('dist/js/posenc.wasm'));
    const [section] = WebAssembly.Module.customSections(module, 'posenc');
    const version = new TextDecoder().decode(section);
    expect(version).toBe(manifest.version);
    expect(read('dist/js/engine.js').toString()).toContain(version);
    const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
    expect(changes.match(/^## (\S+)/m)?.[1]).toBe(version);
    expect(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).version).toBe(version);
  });
});

describe('every entry', () => {
  it('has its files', () => {
    for (const [name, target] of entries) {
      for (const path of typeof target === 'string' ? [target] : Object.values(target)) {
        expect(existsSync(join(folder, path)), `${name}: ${path}`).toBe(true);
      }
    }
    for (const path of [...Object.values(manifest.bin as object), ...manifest.sideEffects]) {
      expect(files).toContain(path.replace('./', ''));
    }
  });

  it('has no long lines, which Node.js would print before the message of an uncaught error', () => {
    for (const path of files.filter((name) => /^dist\/(?!bin\/).*\.js$/.test(name))) {
      if (path === 'dist/js/bytes.js') continue;
      const longest = Math.max(
        ...read(path)
          .toString()
          .split('\n')
          .map((line) => line.length),
      );
      expect(longest, path).toBeLessThan(500);
    }
  });

  it('has source maps to the TypeScript', () => {
    // Not made from TypeScript, or only re-exports.
    const made = ['dist/js/bytes.js', 'dist/js/internal.js'];
    const mapped = files.filter((path) => /^dist\/(?!bin\/).*\.js$/.test(path) && !made.includes(path));
    const found = mapped.flatMap((path) => {
      expect(read(path).toString(), path).toMatch(/\n\/\/# sourceMappingURL=\S+\.js\.map\n$/);
      const { sources, sourcesContent } = JSON.parse(read(`${path}.map`).toString());
      return sources.map((source: string, i: number) => {
        const file = relative('.', join(dirname(path), source));
        if (file.endsWith('.ts')) {
          expect(file, path).toMatch(/^bindings\//);
          expect(sourcesContent[i], file).toBe(readFileSync(join(root, file), 'utf8'));
        }
        return file;
      });
    });
    expect(found).toContain('bindings/js/sinusoidal/plan.ts');
    // Each source is in one file only, so the library's state is never duplicated.
    expect(found.filter((file, i) => found.indexOf(file) !== i)).toEqual([]);
  });
});

/** The files that a page loads for an entry point: its file and, recursively, its imports, except other packages. */
function closure(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const own = (manifest.exports['.'] as { default: string }).default;
  for (const [, place = ''] of read(path)
    .toString()
    .matchAll(/(?:from|import)\s*\(?["'`]([^"'`]+)["'`]/g)) {
    if (place.startsWith('.')) closure(join(dirname(path), place), found);
    if (place === 'posenc') closure(join(own), found);
  }
  return found;
}

describe('the gzipped size', () => {
  const gzip = (path: string) => gzipSync(read(path), { level: 9 }).length;
  const wasm = gzip('dist/js/posenc.wasm');
  /** KiB of everything loaded, including the .wasm. */
  const budgets: Record<string, number> = {
    '.': 93,
    './inline': 110,
    './inline.cjs': 110,
    './webgpu': 77,
    './tfjs': 94,
    './onnxruntime': 70,
  };

  it('has a budget for every entry', () => {
    expect(Object.keys(budgets).sort()).toEqual(scripts.map(([name]) => name).sort());
  });

  it.each(scripts)('of %s is within its budget', (name, target) => {
    const loaded = [...closure(join(target.default))];
    const isOneFile = target.default.endsWith('.cjs');
    const usesFile = !isOneFile && !loaded.includes('dist/js/bytes.js');
    const bytes = loaded.reduce((sum, path) => sum + gzip(path), usesFile ? wasm : 0);
    console.log(`${name}: ${(bytes / 1024).toFixed(1)} KiB in ${loaded.length} scripts`);
    expect(loaded.length > 2).toBe(!isOneFile);
    expect(bytes).toBeLessThan((budgets[name] as number) * 1024);
  });

  it('of the whole library in a bundle is below 90 KB', async () => {
    const { outputFiles } = await build({
      stdin: { contents: `export * from 'posenc'`, resolveDir: makeApp('node-esm') },
      bundle: true,
      write: false,
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
    const bytes = gzipSync(outputFiles[0]?.contents as Uint8Array, { level: 9 }).length + wasm;
    console.log(`in a bundle: ${(bytes / 1000).toFixed(1)} KB`);
    expect(bytes).toBeLessThan(90000);
  });

  it('of the command is below 84 KiB', () => {
    const bytes = files
      .filter((path) => path.startsWith('dist/bin/'))
      .reduce((sum, path) => sum + gzip(path), 0);
    expect(bytes).toBeLessThan(84 * 1024);
  });
});

describe('side effects match the manifest', () => {
  const bundle = async (contents: string, options: object = {}) => {
    const app = makeApp('node-esm');
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: app },
      bundle: true,
      write: false,
      format: 'esm',
      minify: true,
      logLevel: 'error',
      external: ['@tensorflow/tfjs'],
      ...options,
    });
    return outputFiles[0]?.text as string;
  };

  it('unused code is removed', async () => {
    expect(
      await bundle(`import { presets } from 'posenc'; import 'posenc/webgpu'; import 'posenc/inline';`),
    ).toBe('');
    const presets = await bundle(`import { presets } from 'posenc'; console.log(presets);`);
    expect(presets.length).toBeLessThan(5200);
  });

  it('required side effects remain: layers are registered, files are read in Node.js', async () => {
    expect(await bundle(`import 'posenc/tfjs';`)).toMatch(/registerClass/);
    const program = await bundle(
      `import { init, encode } from 'posenc'; await init({ wasm: './node_modules/posenc/dist/js/posenc.wasm' }); console.log(encode({ grid: [2], channels: 2 })[1]);`,
      { platform: 'node', conditions: ['node'] },
    );
    const app = makeApp('node-esm');
    writeFileSync(join(app, 'program.mjs'), program);
    expect(await runNode(app, 'program.mjs')).toBe('1\n');
  });
});
