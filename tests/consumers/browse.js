// What apps with a page share: a server of theirs that is started and stopped, and what the page leaves in
// `globalThis.result`, seen in Chromium. Apps import it from the place that POSENC_BROWSE names.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { chromiumFlags } from '../../scripts/chromium.js';

/** Starts a server, waits until it answers at `url`, lets `work` use it, and stops it with its children. */
export async function withServer(command, args, url, work) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  try {
    for (let tries = 0; ; ++tries) {
      if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended by itself`);
      if (
        await fetch(url).then(
          (response) => response.ok,
          () => false,
        )
      )
        break;
      if (tries > 240) throw new Error(`${url} does not answer`);
      await sleep(500);
    }
    return await work();
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
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
