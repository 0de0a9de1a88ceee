// The Chromium for the browser tests, and its flags.
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { find } from './run.js';

/** CHROMIUM_PATH, a Chromium on the PATH, or Playwright's; undefined if there is none. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : undefined;
  const names = ['chromium', 'google-chrome', 'google-chrome-stable'];
  return names.map(find).find(Boolean) ?? playwrightsOwn();
}

function playwrightsOwn() {
  try {
    const path = createRequire(import.meta.url)('playwright').chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** No sandbox, since tests often run as root in a container; no background network traffic. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** WebGL and WebGPU on the CPU, if there is no GPU. */
export const gpuFlags = ['--enable-unsafe-webgpu', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** Chromium's Vulkan driver for the CPU, for WebGPU in Node.js; undefined if there is none. */
export function findSwiftShader() {
  if (process.env.VK_ICD_FILENAMES) return process.env.VK_ICD_FILENAMES;
  const chromium = findChromium();
  if (chromium === undefined || process.platform !== 'linux') return undefined;
  const folders = [dirname(realpathSync(chromium)), '/usr/lib/chromium'];
  return folders.map((folder) => join(folder, 'vk_swiftshader_icd.json')).find(existsSync);
}
