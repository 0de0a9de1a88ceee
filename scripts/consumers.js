// `npm run test:consumers`: tests the packed package in small apps, one for each bundler or runtime. Each app
// is copied to an empty folder and installs its own tool from npm. This is slow, so it is not part of
// `npm test`.
//   npm run test:consumers                all apps
//   npm run test:consumers -- rollup bun  only these
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { build } from './build.js';
import { findChromium } from './chromium.js';
import { ask, main, root, Stop, say } from './run.js';
import { setUp } from './setup.js';

const apps = join(root, 'tests', 'consumers');
const exact = [0, 1, 0, 1, Math.sin(1), Math.cos(1), Math.sin(0.01), Math.cos(0.01)];
const minutes = 10;

/** Runs a program in a folder; its output is shown only if it fails. */
function run(folder, program, args) {
  return new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      CI: '1',
      NO_COLOR: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      NUXT_TELEMETRY_DISABLED: '1',
      POSENC_BROWSE: join(apps, 'browse.js'),
      POSENC_CHROMIUM: findChromium() ?? '',
    };
    const child = spawn(program, args, { cwd: folder, env, detached: true });
    let told = '';
    let out = '';
    child.stdout.on('data', (text) => {
      out += text;
      told += text;
    });
    child.stderr.on('data', (text) => {
      told += text;
    });
    const stop = () => process.kill(-child.pid, 'SIGKILL');
    const timer = setTimeout(stop, minutes * 60000);
    child.on('error', reject);
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      if (status === 0) resolve(out);
      else
        reject(new Error(`${[program, ...args].join(' ')}: ${signal ?? `exit status ${status}`}\n${told}`));
    });
  });
}

/** Every app encodes two positions in four channels and prints the values as JSON, on the last line. */
function check(text) {
  const { values } = JSON.parse(text.trimEnd().split('\n').at(-1));
  if (values?.length !== exact.length) throw new Error(`${values?.length} values: expected ${exact.length}`);
  for (const [i, value] of values.entries()) {
    if (!(Math.abs(value - exact[i]) < 2e-7)) throw new Error(`value ${i} is ${value}: expected ${exact[i]}`);
  }
}

async function consume(name, tarball) {
  const folder = mkdtempSync(join(tmpdir(), `posenc-${name}-`));
  try {
    cpSync(join(apps, name), folder, { recursive: true });
    const path = join(folder, 'package.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.dependencies = { ...manifest.dependencies, posenc: `file:${tarball}` };
    writeFileSync(path, JSON.stringify(manifest, undefined, 2));
    // Tools that install packages themselves have a `setup` script.
    if (manifest.scripts.setup) await run(folder, 'npm', ['run', '--silent', 'setup']);
    else await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock']);
    check(await run(folder, 'npm', ['run', '--silent', 'check']));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

main(async () => {
  const known = readdirSync(apps).filter((name) => existsSync(join(apps, name, 'package.json')));
  const chosen = process.argv.slice(2);
  for (const name of chosen) {
    if (!known.includes(name))
      throw new Stop(`There is no app "${name}": expected some of ${known.join(', ')}`);
  }
  setUp('test');
  await build();
  const packed = mkdtempSync(join(tmpdir(), 'posenc-packed-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', packed];
  const [{ filename }] = JSON.parse(ask('npm', args));
  const failed = [];
  const names = chosen.length > 0 ? chosen : known;
  for (const [i, name] of names.entries()) {
    const start = performance.now();
    process.stdout.write(`[${i + 1}/${names.length}] ${name} ... `);
    try {
      await consume(name, join(packed, filename));
      process.stdout.write(`works (${((performance.now() - start) / 1000).toFixed(0)} s)\n`);
    } catch (error) {
      failed.push(name);
      process.stdout.write(`fails\n${error.message}\n`);
    }
  }
  rmSync(packed, { recursive: true, force: true });
  if (failed.length > 0) throw new Stop(`${failed.length} of ${names.length} failed: ${failed.join(', ')}`);
  say(`All ${names.length} work.`);
});
