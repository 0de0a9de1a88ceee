// Large files: they need little memory, and show a progress bar on a terminal.
import { readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it } from 'vitest';
import { ended, isLinux, makeFolder, onTerminal, script, start } from '../support/cli.js';

/** The most memory that a running process has used so far, or undefined if it has ended. */
function peakOf(pid: number): number | undefined {
  try {
    const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s*(\d+)/)?.[1];
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
  } catch {
    return undefined;
  }
}

async function peakWhileRunning(folder: string, args: string[]): Promise<number> {
  const child = start(folder, args);
  const end = ended(child);
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid as number) ?? 0);
  }, 20);
  const { status, stderr } = await end;
  clearInterval(watch);
  expect(status, stderr).toBe(0);
  expect(peak).toBeGreaterThan(20e6);
  return peak;
}

const folder = makeFolder();
const room = statfsSync(folder);
const fits = room.bavail * room.bsize > 5e9;
if (!fits) console.warn(`SKIPPED: a file of 3 GB; there is no room for it in ${folder}`);

it.skipIf(!isLinux || !fits)(
  '3 GB are written with less than 200 MB of memory',
  async () => {
    const args = ['encode', '--grid', '6000000', '--channels', '128', '--out', 'large.npy'];
    expect(await peakWhileRunning(folder, args)).toBeLessThan(200e6);
    const path = join(folder, 'large.npy');
    expect(statSync(path).size).toBe(128 + 6000000 * 128 * 4);
    rmSync(path);
  },
  300000,
);

it.skipIf(!isLinux)(
  'rows of a wide table and channels of a long one need less than 200 MB, too',
  async () => {
    for (const args of [
      ['--grid', '10000', '--channels', '32768'],
      ['--grid', '3000000', '--channels', '100', '--channels-first'],
      ['--grid', '700,700,4', '--channels', '150', '--dtype', 'float16'],
    ]) {
      const all = ['encode', ...args, '--format', 'bin', '--out', '/dev/null'];
      expect(await peakWhileRunning(folder, all)).toBeLessThan(200e6);
    }
  },
  300000,
);

it.skipIf(!isLinux)(
  'long work shows its progress on a terminal, but not elsewhere',
  async () => {
    const args = ['encode', '--grid', '20000', '--channels', '128', '--format', 'csv', '--out', '/dev/null'];
    const command = [process.execPath, script, ...args].map((part) => `'${part}'`).join(' ');
    const shown = await onTerminal(folder, command);
    expect(shown.stdout.toString()).toMatch(/\d+ % .*[KM]iB .*iB\/s .* left/);
    const elsewhere = await ended(start(folder, args));
    expect(elsewhere.stderr).toMatch(/^\/dev\/null: float32 \[20000, 128\][^\n]*\n$/);
  },
  120000,
);
