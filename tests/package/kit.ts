// Helpers for the package tests: create an app in an empty folder with the packed package installed, run
// processes in it, and open its pages in Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright';
import { afterAll, expect, inject } from 'vitest';
import { chromiumFlags, findChromium } from '../../scripts/chromium.js';
import { ended } from '../support/cli.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Copies an app to an empty folder and installs the package there, copied rather than linked, so that only
 * packed files are found. `tools` are packages of this project that the app uses.
 */
export function makeApp(name: string, tools: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), `posenc-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL(`apps/${name}`, import.meta.url)), folder, { recursive: true });
  cpSync(inject('unpacked'), join(folder, 'node_modules', 'posenc'), { recursive: true });
  for (const tool of tools) {
    const place = join(folder, 'node_modules', tool);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', tool), place);
  }
  return folder;
}

/** Runs a Node.js program in an app; fails the test if it fails. */
export async function runNode(folder: string, ...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await ended(spawn(process.execPath, args, { cwd: folder }));
  expect(status, `${stdout}${stderr}`).toBe(0);
  expect(stderr).toBe('');
  return stdout.toString();
}

/** The last line that an app prints, as JSON. */
export async function resultOf(folder: string, ...args: string[]): Promise<Record<string, unknown>> {
  const lines = (await runNode(folder, ...args)).trimEnd().split('\n');
  return JSON.parse(lines.at(-1) as string);
}

const exact = [0, 1, 0, 1, Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)];

/** Every app encodes two positions in four channels. */
export function expectValues(values: unknown): void {
  expect(values).toHaveLength(exact.length);
  for (const [i, value] of (values as number[]).entries()) {
    expect(Math.abs(value - (exact[i] as number))).toBeLessThan(2e-7);
  }
}

export const hasChromium = findChromium() !== undefined;

const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html' };

export interface Served {
  origin: string;
  /** The requested paths. */
  asked: string[];
}

/** Serves a folder, with headers for each path. */
export async function serve(
  folder: string,
  headersOf: (path: string) => Record<string, string> = () => ({}),
): Promise<Served> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url as string, 'http://localhost').pathname;
    asked.push(path);
    try {
      const body = readFileSync(join(folder, path));
      response.writeHead(200, {
        'content-type': types[path.split('.').at(-1) as string],
        ...headersOf(path),
      });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  afterAll(() => server.close());
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, asked };
}

let browser: Promise<Browser> | undefined;

/** A page's `globalThis.result`; fails with the page's errors if there are any. */
export async function pageResult(url: string): Promise<Record<string, unknown>> {
  if (browser === undefined) {
    browser = chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
    afterAll(async () => (await browser)?.close());
  }
  const page = await (await browser).newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('favicon.ico');
    if (message.type() === 'error' && !isIcon) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  const waiting = page.waitForFunction(
    () => (globalThis as unknown as { result?: unknown }).result,
    undefined,
    {
      timeout: 20000,
    },
  );
  const handle = await waiting.catch(() => undefined);
  expect(complaints).toEqual([]);
  const result = await handle?.jsonValue();
  await page.close();
  return result as Record<string, unknown>;
}
