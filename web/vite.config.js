// The page as static files that work from any folder, with the library's built files as they are.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { licencesOf } from '../scripts/licences.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** What the licences of the libraries and of the font ask for, beside the page. */
const licences = {
  name: 'licences',
  generateBundle(_, output) {
    const modules = Object.values(output).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    const font = at('../node_modules/@fontsource-variable/geist/package.json');
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: licencesOf([...modules, font], 'The page of posenc'),
    });
  },
};

export default defineConfig({
  plugins: [licences],
  root: at('.'),
  base: './',
  cacheDir: at('../build/vite'),
  publicDir: at('public'),
  resolve: {
    alias: [
      { find: /^posenc$/, replacement: at('../dist/js/index.js') },
      { find: /^posenc\/webgpu$/, replacement: at('../dist/webgpu/index.js') },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: at('../build/page'),
    emptyOutDir: true,
    target: 'es2022',
    // Nothing inlined: the page's policy lets nothing come from data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  preview: { host: 'localhost', port: 4173 },
});
