// A page without a bundler, in Chromium, under a strict content security policy: in the page itself and
// in a module worker.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/chromium.js';

const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };
const pages: Record<string, string> = {
  '/': '<!doctype html><title>posenc</title><script type="module" src="/page.js"></script>',
  '/page.js': `import * as posenc from '/dist/js/index.js';
    await posenc.init();
    const values = [...posenc.encode({ grid: [2], channels: 4 })];
    const worker = new Worker('/worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => { window.result = { values, worker: data }; };`,
  '/worker.js': `import * as posenc from '/dist/js/index.js';
    await posenc.init();
    postMessage([...posenc.encode({ grid: [2], channels: 4 })]);`,
};

describe.skipIf(!findChromium())('a page under a strict content security policy', () => {
  let server: Server;
  let browser: Browser;
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const path = request.url as string;
      asked.push(path);
      response.setHeader(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'",
      );
      response.setHeader('content-type', types[path.split('.').at(-1) as string] ?? 'text/html');
      const body =
        pages[path] ?? (await readFile(new URL(`../..${path}`, import.meta.url)).catch(() => undefined));
      if (body === undefined) response.statusCode = 404;
      response.end(body);
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  it('encodes in the page and in a module worker, without a complaint', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
        complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    const handle = await page.waitForFunction(() => (globalThis as unknown as { result: unknown }).result);
    const expected = [0, 1, 0, 1, Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)];
    const result = (await handle.jsonValue()) as { values: number[]; worker: number[] };
    for (const [i, value] of expected.entries()) {
      expect(Math.abs((result.values[i] as number) - value)).toBeLessThan(2e-7);
    }
    expect(result.worker).toEqual(result.values);
    expect(complaints).toEqual([]);
    expect(asked.filter((path) => path.endsWith('.wasm'))).toEqual([
      '/dist/js/posenc.wasm',
      '/dist/js/posenc.wasm',
    ]);
  });
});
