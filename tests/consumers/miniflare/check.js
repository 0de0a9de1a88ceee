// Bundles the worker as wrangler does, the .wasm beside it, and asks it in workerd.
import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';

await build({
  entryPoints: ['worker.js'],
  bundle: true,
  format: 'esm',
  outfile: 'out/worker.js',
  conditions: ['workerd', 'worker', 'browser'],
  plugins: [
    {
      name: 'wasm',
      setup: (builder) =>
        builder.onResolve({ filter: /posenc\.wasm$/ }, () => ({ path: './posenc.wasm', external: true })),
    },
  ],
});
copyFileSync('node_modules/posenc/dist/js/posenc.wasm', 'out/posenc.wasm');
// Of the first date there is no FinalizationRegistry.
for (const compatibilityDate of ['2024-01-01', '2025-07-01']) {
  const miniflare = new Miniflare({
    modules: true,
    modulesRoot: 'out',
    modulesRules: [{ type: 'CompiledWasm', include: ['**/*.wasm'] }],
    scriptPath: 'out/worker.js',
    compatibilityDate,
  });
  const response = await miniflare.dispatchFetch('http://localhost/');
  if (!response.ok) throw new Error(`${compatibilityDate}: ${await response.text()}`);
  console.log(await response.text());
  await miniflare.dispose();
}
