// Firefox ESR, driven over WebDriver BiDi. Its path may be given in FIREFOX_PATH.
import assert from 'node:assert';
import { existsSync } from 'node:fs';
import process from 'node:process';
import puppeteer from 'puppeteer-core';

const { withFiles } = await import(process.env.POSENC_BROWSE);
const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
if (!existsSync(executablePath)) {
  throw new Error(
    `There is no Firefox at ${executablePath}: install firefox-esr, or say where in FIREFOX_PATH`,
  );
}
const browser = await puppeteer.launch({
  browser: 'firefox',
  executablePath,
  headless: true,
  extraPrefsFirefox: { 'dom.webgpu.enabled': true, 'gfx.webgpu.ignore-blocklist': true },
});
try {
  const result = await withFiles('.', async (origin) => {
    const page = await browser.newPage();
    await page.goto(`${origin}/index.html`);
    await page.waitForFunction('globalThis.result', { timeout: 60000 });
    return page.evaluate('globalThis.result');
  });
  if (result.gpu) assert.deepStrictEqual(result.gpu, result.values);
  else console.log(`WebGPU was not tried: ${result.reason}`);
  console.log(JSON.stringify({ gpu: Boolean(result.gpu), values: result.values }));
} finally {
  await browser.close();
}
