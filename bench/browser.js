// The same benchmarks in headless Chromium: a page served by Vite that runs bench/page.js, driven by Playwright.
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { chromiumFlags, findChromium, gpuFlags } from '../scripts/chromium.js';
import { printTable, progress } from './report.js';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function runInBrowser(options) {
  const server = await createServer({
    root: at('.'),
    configFile: false,
    cacheDir: at('../build/vite-bench'),
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^posenc$/, replacement: at('../dist/js/index.js') },
        { find: /^posenc\/webgpu$/, replacement: at('../dist/webgpu/index.js') },
      ],
    },
    server: { fs: { allow: [at('..')] } },
  });
  await server.listen();
  const args = options.webgpu ? [...chromiumFlags, ...gpuFlags] : chromiumFlags;
  const browser = await chromium.launch({ executablePath: findChromium(), args });
  try {
    const page = await browser.newPage();
    page.on('pageerror', (error) => process.stderr.write(`\n${error.stack}\n`));
    await page.exposeFunction('reportSection', (section, records) => {
      progress('');
      printTable(section, records);
    });
    await page.exposeFunction('reportProgress', progress);
    await page.goto(`${server.resolvedUrls.local[0]}page.html`);
    const { version, userAgent } = await page.evaluate(() => globalThis.benchReady);
    console.log(`posenc ${version}, ${userAgent.match(/Chrome\/[\d.]+/)?.[0]}, one thread`);
    return await page.evaluate((given) => globalThis.runBench(given), options);
  } finally {
    await browser.close();
    await server.close();
  }
}
