// Browser apps with and without a bundler, each in an empty folder with the packed package, opened in
// Chromium.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import * as vite from 'vite';
import { describe, expect, it } from 'vitest';
import webpack from 'webpack';
import { expectValues, hasChromium, makeApp, pageResult, serve } from './kit.js';

/** Expects the packed .wasm, byte for byte, wherever the bundler put it. */
function expectWasm(folder: string, app: string): void {
  const packed = readFileSync(join(app, 'node_modules', 'posenc', 'dist', 'js', 'posenc.wasm'));
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.wasm'),
  );
  expect(found).toHaveLength(1);
  expect(readFileSync(join(folder, found[0] as string)).equals(packed)).toBe(true);
}

describe.skipIf(!hasChromium)('a page', () => {
  it('with Vite, built: in the page and in a module worker', async () => {
    const app = makeApp('vite');
    await vite.build({ root: app, logLevel: 'error' });
    const dist = join(app, 'dist');
    expectWasm(dist, app);
    // Leave only the build's output.
    const { origin } = await serve(dist);
    rmSync(join(app, 'node_modules'), { recursive: true });
    const { values, worker } = await pageResult(`${origin}/index.html`);
    expectValues(values);
    expect(worker).toEqual(values);
  });

  it.each([
    ['with defaults', {}],
    ['as needed before Vite 8', { optimizeDeps: { exclude: ['posenc'] } }],
  ])("with Vite's dev server, %s: in the page and in a module worker", async (_, config) => {
    const app = makeApp('vite');
    const address = { port: 0, host: 'localhost' };
    const server = await vite.createServer({ root: app, logLevel: 'error', server: address, ...config });
    try {
      await server.listen();
      const { values, worker } = await pageResult(server.resolvedUrls?.local[0] as string);
      expectValues(values);
      expect(worker).toEqual(values);
    } finally {
      await server.close();
    }
  });

  it('with webpack 5: in the page and in a module worker', async () => {
    const app = makeApp('webpack');
    const { default: config } = await import(join(app, 'webpack.config.js'));
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      webpack(
        { ...config, context: app, output: { ...config.output, path: join(app, 'dist') } },
        (error, result) => (error ? reject(error) : resolve(result as webpack.Stats)),
      );
    });
    expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    const dist = join(app, 'dist');
    expectWasm(dist, app);
    cpSync(join(app, 'index.html'), join(dist, 'index.html'));
    const { origin } = await serve(dist);
    const { values, worker } = await pageResult(`${origin}/index.html`);
    expectValues(values);
    expect(worker).toEqual(values);
  });

  it('with esbuild, which copies the .wasm', async () => {
    const app = makeApp('esbuild');
    const outdir = join(app, 'dist');
    const { warnings } = await esbuild.build({
      absWorkingDir: app,
      entryPoints: ['main.js'],
      bundle: true,
      format: 'esm',
      outdir,
      loader: { '.wasm': 'file' },
    });
    expect(warnings).toEqual([]);
    expectWasm(outdir, app);
    cpSync(join(app, 'index.html'), join(outdir, 'index.html'));
    const { origin } = await serve(outdir);
    expectValues((await pageResult(`${origin}/index.html`)).values);
  });

  it('with esbuild, as one classic script with the wasm embedded', async () => {
    const app = makeApp('esbuild');
    const outdir = join(app, 'dist');
    const { warnings } = await esbuild.build({
      absWorkingDir: app,
      entryPoints: ['inline.js'],
      bundle: true,
      format: 'iife',
      minify: true,
      outdir,
    });
    expect(warnings).toEqual([]);
    expect(readdirSync(outdir)).toEqual(['inline.js']);
    cpSync(join(app, 'inline.html'), join(outdir, 'index.html'));
    const { origin, asked } = await serve(outdir);
    expectValues((await pageResult(`${origin}/index.html`)).values);
    expect(asked.filter((path) => path !== '/favicon.ico')).toEqual(['/index.html', '/inline.js']);
  });

  it('with an import map and no bundler', async () => {
    const app = makeApp('page');
    const { origin, asked } = await serve(app);
    expectValues((await pageResult(`${origin}/index.html`)).values);
    expect(asked.filter((path) => path.endsWith('.wasm'))).toEqual([
      '/node_modules/posenc/dist/js/posenc.wasm',
    ]);
  });

  it("under script-src 'self' 'wasm-unsafe-eval', and with a compiled module where compilation is forbidden", async () => {
    const app = makeApp('page-csp');
    const strict = "default-src 'self'; script-src 'self'";
    const { origin } = await serve(app, (path) => ({
      'content-security-policy': path === '/no-compile.js' ? strict : `${strict} 'wasm-unsafe-eval'`,
    }));
    const { values, worker, given, refused } = await pageResult(`${origin}/index.html`);
    expectValues(values);
    expect(worker).toEqual(values);
    expect(given).toEqual(values);
    expect((refused as { error: string }).error).toMatch(/does not compile: .*init\(\{ wasm \}\)/);
    expect(existsSync(join(app, 'node_modules'))).toBe(true);
  });
});
