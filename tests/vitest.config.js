// The package's tests, on the built files: in Node.js, and in headless Chromium where there is one.
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from '../scripts/chromium.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const executablePath = findChromium();
if (!executablePath) console.warn('SKIPPED: the tests in a browser; there is no Chromium');

const node = {
  test: {
    name: 'node',
    include: ['js/**/*.test.ts', 'node/**/*.test.ts'],
    alias: { posenc: at('../dist/js/index.node.js') },
    server: { deps: { external: [/\/dist\/js\//] } },
    testTimeout: 60000,
    execArgv: ['--expose-gc'],
  },
};

const browser = {
  // What is served is what is published: nothing of it is bundled before.
  server: { fs: { allow: [at('..')] } },
  test: {
    name: 'browser',
    include: ['js/**/*.test.ts'],
    alias: { posenc: at('../dist/js/index.js') },
    testTimeout: 120000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: chromiumFlags } }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

export default defineConfig({
  root: at('.'),
  cacheDir: at('../build/vite'),
  test: { projects: executablePath ? [node, browser] : [node] },
});
