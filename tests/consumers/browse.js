// What apps with a page share: a server of theirs that is started and stopped, one for plain files, what a
// page leaves in `globalThis.result`, seen in Chromium, and the values of an app that has a server of its own.
// Apps import it from the place that POSENC_BROWSE names.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { chromiumFlags } from '../../scripts/chromium.js';

const answers = (url) =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** Starts a server, waits until it answers at `url`, lets `work` use it, and stops it with its children. */
export async function withServer(command, args, url, work) {
  // What it tells goes where the app's own complaints go: the app's output is its result.
  const child = spawn(command, args, { stdio: ['ignore', 2, 2], detached: true });
  try {
    for (let tries = 0; !(await answers(url)); ++tries) {
      if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended too soon`);
      if (tries > 240) throw new Error(`${url} does not answer`);
      await sleep(500);
    }
    return await work();
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  }
}

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder while `work` uses it. */
export async function withFiles(folder, work) {
  const server = createServer((request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    try {
      const body = readFileSync(join(folder, path));
      response
        .writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  try {
    return await work(`http://localhost:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What a page leaves in `globalThis.result`; fails with what it complained about. */
export async function pageResult(url) {
  const executablePath = process.env.POSENC_CHROMIUM || undefined;
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const page = await browser.newPage();
    const complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(url);
    const handle = await page
      .waitForFunction(() => globalThis.result, undefined, { timeout: 30000 })
      .catch(() => undefined);
    if (handle === undefined) throw new Error(`${url} left no result: ${complaints.join('; ')}`);
    return await handle.jsonValue();
  } finally {
    await browser.close();
  }
}

/** The values of an app's endpoint, `/api`, which its page must have from the server and compute itself. */
async function valuesAt(origin) {
  const response = await fetch(`${origin}/api`);
  const text = await response.text();
  if (!response.ok) throw new Error(`the endpoint answers ${response.status}: ${text.slice(0, 400)}`);
  const { values } = JSON.parse(text);
  assert.deepStrictEqual(await pageResult(`${origin}/`), { server: values, values });
  return values;
}

/**
 * Prints the values of an app's server, which its dev server must give as well: each is a command that
 * listens at its own port.
 */
export async function checkServers(built, dev) {
  const valuesOf = ({ port, command: [program, ...args] }) => {
    const origin = `http://localhost:${port}`;
    return withServer(program, args, `${origin}/`, () => valuesAt(origin));
  };
  const values = await valuesOf(built);
  assert.deepStrictEqual(await valuesOf(dev), values);
  console.log(JSON.stringify({ values }));
}
