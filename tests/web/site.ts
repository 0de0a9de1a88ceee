// The built page in headless Chromium, from a subfolder of a plain file server. The errors of the page and its
// requests to other servers are recorded.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { chromiumFlags, findChromium, gpuFlags } from '../../scripts/chromium.js';

export const built = new URL('../../build/page/', import.meta.url);
export const hasChromium = findChromium() !== undefined;
const folder = '/some/folder/';

const types: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  wasm: 'application/wasm',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

export interface Opened {
  readonly page: Page;
  /** Errors and warnings of the console, failed requests and uncaught errors. */
  readonly complaints: string[];
  /** Requests to other servers. */
  readonly strangers: string[];
  close(): Promise<void>;
}

export class Site {
  #server: Server | undefined;
  #browser: Browser | undefined;

  /** @param gpu whether Chromium offers WebGPU */
  async start({ gpu = false } = {}): Promise<void> {
    this.#server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url as string, 'http://localhost');
      const name = pathname === folder ? 'index.html' : pathname.slice(folder.length);
      const body = pathname.startsWith(folder)
        ? await readFile(new URL(name, built)).catch(() => undefined)
        : undefined;
      response.setHeader('content-type', types[name.split('.').at(-1) as string] ?? 'text/plain');
      if (body === undefined) response.statusCode = 404;
      response.end(body);
    });
    this.#server.listen(0, 'localhost');
    await once(this.#server, 'listening');
    const args = [...chromiumFlags, ...(gpu ? gpuFlags : ['--disable-features=WebGPU'])];
    this.#browser = await chromium.launch({ executablePath: findChromium() as string, args });
  }

  async stop(): Promise<void> {
    await this.#browser?.close();
    this.#server?.close();
  }

  get address(): string {
    const { port } = (this.#server as Server).address() as AddressInfo;
    return `http://localhost:${port}${folder}`;
  }

  /** @param before runs before the page loads; `open` then does not wait for the page to be ready */
  async open(
    hash = '',
    options: BrowserContextOptions = {},
    before?: (page: Page) => Promise<unknown>,
  ): Promise<Opened> {
    const context = await (this.#browser as Browser).newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    const complaints: string[] = [];
    const strangers: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => {
      // Requests that stop because the page is left are no failures.
      const why = request.failure()?.errorText;
      if (why !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}: ${why}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !url.startsWith('blob:')) strangers.push(url);
    });
    await before?.(page);
    await page.goto(this.address + hash);
    if (!before) await page.waitForFunction(() => document.querySelector('#code')?.textContent !== '');
    return { page, complaints, strangers, close: () => context.close() };
  }
}

export const views = [
  'heatmap',
  'waves',
  'similarity',
  'path',
  'grid',
  'clocks',
  'sentence',
  'accuracy',
  'timing',
] as const;

/** Waits until the view has drawn more than `before` times. */
export async function drawn(page: Page, view: string, before = 0): Promise<void> {
  if (view === 'timing') return;
  const selector = view === 'heatmap' ? '#panel-heatmap .matrix' : `#panel-${view} .made`;
  const key = view === 'heatmap' ? 'drawn' : 'ready';
  await page.waitForFunction(
    ([selector, key, before]) =>
      Number(
        (document.querySelector(selector as string) as HTMLElement | null)?.dataset[key as string] ?? 0,
      ) > (before as number),
    [selector, key, before] as const,
  );
}

export async function drawnCount(page: Page, view: string): Promise<number> {
  const selector = view === 'heatmap' ? '#panel-heatmap .matrix' : `#panel-${view} .made`;
  const key = view === 'heatmap' ? 'drawn' : 'ready';
  return page.$eval(selector, (element, name) => Number((element as HTMLElement).dataset[name] ?? 0), key);
}

/** The readout of a view, as names and values. */
export async function readout(page: Page, view: string): Promise<Record<string, string>> {
  return page.$$eval(`#panel-${view} .readout > div`, (parts) =>
    Object.fromEntries(
      parts.map((part) => [
        part.querySelector('dt')?.textContent ?? '',
        part.querySelector('dd')?.textContent ?? '',
      ]),
    ),
  );
}

export const numberOf = (text: string | undefined) =>
  Number((text ?? '').replace('−', '-').replaceAll(',', ''));
