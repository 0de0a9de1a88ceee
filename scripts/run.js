// What the other scripts share: running commands, which stop with advice when they fail; steps under a
// heading, timed; and which files are C++.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** What stops a script: shown without a stack, since it says what to do. */
export class Stop extends Error {}

/** The C++ files of folders, from the repository's own. */
export function cppFiles(folders = ['src', 'bindings', 'tests/cpp'], pattern = /\.(cpp|hpp)$/) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => pattern.test(name))
      .map((name) => join(folder, name)),
  );
}

export function say(text) {
  process.stdout.write(`\x1b[1m${text}\x1b[0m\n`);
}

/** Where a program is, or undefined. */
export function find(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (folder !== '' && existsSync(path)) return path;
  }
  return undefined;
}

/** The output of a program, or undefined when there is none such or it fails. */
export function ask(program, args, env = {}) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } });
  return result.status === 0 ? result.stdout : undefined;
}

/** Runs a program with its output shown; stops with `advice`, a text or what gives one, when it fails. */
export function run(program, args, { env = {}, advice = '', cwd = root, quiet = false, input } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', ...(quiet ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (result.status === 0) return;
  if (quiet) process.stdout.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  const how =
    result.error?.message ?? (result.signal ? `signal ${result.signal}` : `exit status ${result.status}`);
  const what = typeof advice === 'function' ? advice() : advice;
  throw new Stop(`${[program, ...args].join(' ')}\nfailed: ${how}.${what ? `\n${what}` : ''}`);
}

/** What has run, in order. */
const steps = [];

/** Runs a step under its heading, and says how long it took. */
export async function step(heading, work) {
  say(`\n== ${heading}`);
  const start = performance.now();
  const record = { heading, failed: true };
  steps.push(record);
  try {
    const result = await work();
    record.failed = false;
    return result;
  } finally {
    record.seconds = (performance.now() - start) / 1000;
    if (!record.failed) process.stdout.write(`   ${heading}: ${record.seconds.toFixed(1)} s\n`);
  }
}

/** Says how long each step took that ran, and all together. */
export function sayTimes() {
  const total = { heading: 'Total', seconds: steps.reduce((sum, { seconds }) => sum + seconds, 0) };
  const rows = [...steps, total].map(({ heading, seconds, failed }) => [
    heading,
    `${seconds.toFixed(1)} s`,
    failed ? '  failed' : '',
  ]);
  const [first, second] = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)));
  say('\n== Times');
  for (const [heading, time, mark] of rows) {
    process.stdout.write(`   ${heading.padEnd(first)}  ${time.padStart(second)}${mark}\n`);
  }
}

/** Runs a script's main function: what stops it is shown plainly, and the exit status says so. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`\n${error instanceof Stop ? error.message : error.stack}\n`);
    process.exitCode = 1;
  }
}
