// Runs the built command like a user, in an empty folder, and lets NumPy read its output.
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

export const script = fileURLToPath(new URL('../../dist/bin/posenc.js', import.meta.url));

/** An empty folder, removed after the tests of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function start(cwd: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess {
  return spawn(process.execPath, [script, ...args], { cwd, ...options });
}

export interface Ended {
  status: number | null;
  signal: NodeJS.Signals | null;
  stdout: Buffer;
  stderr: string;
}

export async function ended(child: ChildProcess): Promise<Ended> {
  const [out, err]: Buffer[][] = [[], []];
  child.stdout?.on('data', (piece) => out?.push(piece));
  child.stderr?.on('data', (piece) => err?.push(piece));
  const [status, signal] = await once(child, 'close');
  return { status, signal, stdout: Buffer.concat(out ?? []), stderr: Buffer.concat(err ?? []).toString() };
}

/** Runs the command until it exits. */
export function posenc(cwd: string, ...args: string[]): Promise<Ended> {
  return ended(start(cwd, args));
}

/** Runs a shell command line in which `posenc` is available. */
export function shell(cwd: string, line: string): Promise<Ended> {
  const bin = makeBin();
  return ended(
    spawn('bash', ['-c', line], { cwd, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } }),
  );
}

let binFolder: string | undefined;

/** A folder that contains the command, named `posenc`. */
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

/** Expects a one-line error message and its exit status. */
export function expectMistake({ status, stderr }: Ended, expected: number, message: RegExp): void {
  expect(stderr).toMatch(/^posenc: [^\n]+\n$/);
  expect(stderr).toMatch(message);
  expect(status).toBe(expected);
}

/** Linux has /dev/full, /proc and util-linux's `script`. */
export const isLinux = process.platform === 'linux';
if (!isLinux) console.warn('SKIPPED: full disks, memory and terminals; only Linux shows them to tests');

/** Runs a shell command in its own terminal, which merges its two outputs. */
export function onTerminal(cwd: string, command: string): Promise<Ended> {
  return ended(spawn('script', ['-qec', command, '/dev/null'], { cwd }));
}

/** Debian's Python: another on the PATH may lack NumPy. */
const python = ['/usr/bin/python3', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import numpy']).status === 0,
);

export const hasNumpy = python !== undefined;
if (!hasNumpy) console.warn('SKIPPED: what NumPy says of files; it is not installed (python3-numpy)');

/** The JSON that a Python program prints; `np` is imported. */
export function askPython(cwd: string, program: string): unknown {
  const code = `import json, numpy as np\n${program}`;
  const { status, stdout, stderr } = spawnSync(python as string, ['-c', code], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
