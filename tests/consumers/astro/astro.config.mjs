// Pages made by a server of Node.js. The dev server's Vite would move the JavaScript away from the .wasm.
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  server: { port: 4321 },
  vite: { optimizeDeps: { exclude: ['posenc'] } },
});
