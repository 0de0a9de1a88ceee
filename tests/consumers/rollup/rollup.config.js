// Rollup with a plugin for assets, which copies what `new URL(..., import.meta.url)` names.
import { copyFileSync, mkdirSync } from 'node:fs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { importMetaAssets } from '@web/rollup-plugin-import-meta-assets';

mkdirSync('out', { recursive: true });
copyFileSync('index.html', 'out/index.html');

export default {
  input: 'main.js',
  output: { dir: 'out', format: 'esm' },
  plugins: [nodeResolve({ browser: true }), importMetaAssets()],
};
