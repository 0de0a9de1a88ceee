// Runs the built command in an empty folder, as a user would, and asks NumPy about the files that it wrote.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

export const script = fileURLToPath(new URL('../../dist/bin/posenc.js', import.meta.url));

/** Makes an empty folder, which is removed after the tests of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the command. */
export function start(cwd: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd, ...options });
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: string;
}

/** Waits for a process to end. */
export async function ended(child: ChildProcess): Promise<Ended> {
  const [out, err]: Buffer[][] = [[], []];
  child.stdout?.on('data', (piece) => out?.push(piece));
  child.stderr?.on('data', (piece) => err?.push(piece));
  const [status, signal] = await once(child, 'close');
  return { status, signal, stdout: Buffer.concat(out ?? []), stderr: Buffer.concat(err ?? []).toString() };
}

/** Runs the command and waits for its end. */
export function posenc(cwd: string, ...args: string[]): Promise<Ended> {
  return ended(start(cwd, args));
}

/** Runs a line in the shell, where `posenc` is the command. */
export function shell(cwd: string, line: string): Promise<Ended> {
  const bin = makeBin();
  return ended(
    spawn('bash', ['-c', line], { cwd, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } }),
  );
}

let binFolder: string | undefined;

/** A folder for PATH that contains the command. */
function makeBin(): string {
  if (binFolder === undefined) {
    binFolder = mkdtempSync(join(tmpdir(), 'posenc-bin-'));
    const bin = binFolder;
    process.once('exit', () => rmSync(bin, { recursive: true, force: true }));
    const starter = `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`;
    writeFileSync(join(bin, 'posenc'), starter, { mode: 0o755 });
  }
  return binFolder;
}

/** Expects one line with a message, and an exit status. */
export function expectError({ status, stderr }: Ended, expected: number, message: RegExp): void {
  expect(stderr).toMatch(/^posenc: [^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect(status).toBe(expected);
}

/** Linux has /dev/full, /proc and util-linux's `script`. */
export const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('SKIPPED: full disks, memory and terminals; these tests need Linux');

/** Runs a shell command on a terminal of its own. Its two outputs are joined in `stdout`. */
export function onTerminal(cwd: string, command: string): Promise<Ended> {
  return ended(spawn('script', ['-qec', command, '/dev/null'], { cwd }));
}

/** Debian's Python first: another one on the PATH may have no NumPy. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import numpy']).status === 0,
);

export const hasNumpy = python !== undefined;
if (!hasNumpy) console.warn('SKIPPED: tests that read files with NumPy; it is not installed (python3-numpy)');

/** Runs a Python program, which can use `np`, and returns what it prints as JSON. */
export function askPython(cwd: string, program: string): unknown {
  const code = `import json, numpy as np\n${program}`;
  const { status, stdout, stderr } = spawnSync(python as string, ['-c', code], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
