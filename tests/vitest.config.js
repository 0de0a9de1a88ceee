// Tests of the built package, in Node.js and, if available, in headless Chromium.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium, findSwiftShader, gpuFlags } from '../scripts/chromium.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
/** Tests use the built files. */
const aliases = (entry) => [
  { find: /^posenc$/, replacement: at(`../dist/js/${entry}`) },
  { find: /^posenc\/onnxruntime$/, replacement: at('../dist/adapters/onnxruntime.js') },
  { find: /^posenc\/tfjs$/, replacement: at('../dist/adapters/tfjs.js') },
  { find: /^posenc\/webgpu$/, replacement: at('../dist/webgpu/index.js') },
  {
    find: /^#gpu$/,
    replacement: at(`./webgpu/provider.${entry === 'index.js' ? 'browser' : 'node'}.ts`),
  },
];

const executablePath = findChromium();
if (!executablePath) console.warn('SKIPPED: the tests in a browser; there is no Chromium');

const node = {
  test: {
    name: 'node',
    include: ['js', 'node', 'cli'].map((folder) => `${folder}/**/*.test.ts`),
    alias: aliases('index.node.js'),
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 60000,
    execArgv: ['--expose-gc'],
  },
};

/** The packed package, in sample apps. */
const packed = {
  test: {
    name: 'package',
    include: ['package/*.test.ts'],
    globalSetup: ['package/pack.ts'],
    testTimeout: 120000,
  },
};

/** WebGPU in Node.js is Dawn, on the machine's Vulkan driver or, on Linux, on Chromium's software driver. */
const swiftShader = findSwiftShader();
const gpu = {
  test: {
    ...node.test,
    name: 'webgpu in node',
    include: ['webgpu/**/*.test.ts'],
    testTimeout: 120000,
    fileParallelism: false,
    env: swiftShader ? { VK_ICD_FILENAMES: swiftShader } : {},
  },
};

/** The page, driven in Chromium from Node.js; parts that need no page are tested in Node.js alone. */
const web = {
  test: {
    ...node.test,
    name: 'web',
    include: ['web/**/*.test.ts'],
    globalSetup: 'web/setup.ts',
    testTimeout: 120000,
    hookTimeout: 60000,
  },
};

const browser = {
  // Serve the published files without pre-bundling them.
  server: { fs: { allow: [at('..')] } },
  // Listed explicitly, since discovering a dependency during a run reloads the page.
  optimizeDeps: {
    include: [
      ...['', '-backend-wasm', '-backend-webgpu'].map((part) => `@tensorflow/tfjs${part}`),
      'onnxruntime-web/webgpu',
    ],
  },
  test: {
    name: 'browser',
    include: ['js/**/*.test.ts', 'webgpu/**/*.test.ts'],
    alias: aliases('index.js'),
    testTimeout: 120000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath, args: [...chromiumFlags, ...gpuFlags] } }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

export default defineConfig({
  root: at('.'),
  cacheDir: at('../build/vite'),
  test: {
    projects: executablePath ? [node, packed, gpu, web, browser] : [node, packed, gpu, web],
    // One more than the default, which leaves a processor idle: most tests wait for other processes.
    maxWorkers: availableParallelism(),
  },
});
