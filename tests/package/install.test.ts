// The development packages: every npm in use can read the lock file, unwanted entries are absent from it, and a
// failed installation gives advice about its cause.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { adviceOn, installNodePackages } from '../../scripts/npm.js';
import { root } from './kit.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function projectOf(manifest: object, lock: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-install-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return folder;
}

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The oldest, from Debian 13, and one that came with Node.js 20; setup runs another. */
it.each(['9.2.0', '10.9.4'])('npm %s reads the lock file', (version) => {
  const project = projectOf(readJson('package.json'), readJson('package-lock.json'));
  const npm = (...args: string[]) =>
    spawnSync('npx', ['--yes', '--prefer-offline', `npm@${version}`, ...args], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, npm_config_fetch_retries: '0' },
    });
  const { status, stdout, stderr } = npm('--version');
  if (status !== 0 && /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|ERR_SOCKET/.test(stderr)) {
    console.warn(`SKIPPED: npm ${version} with the lock file; the registry was not reached`);
    return;
  }
  expect([stdout.trim(), status], stderr).toEqual([version, 0]);
  const dry = npm('ci', '--dry-run', '--no-audit');
  expect(dry.status, dry.stderr).toBe(0);
  expect(dry.stdout).toMatch(/added \d{3} packages/);
});

it('the lock file names no registry, and no native ONNX Runtime', () => {
  const { packages } = readJson('package-lock.json') as {
    packages: Record<string, { name?: string; resolved?: string }>;
  };
  const named = (name: string) =>
    Object.entries(packages).filter(([path, entry]) => (entry.name ?? path).endsWith(name));
  expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  // 288 MB that no test needs: an alias replaces it.
  expect(named('onnxruntime-node')).toEqual([]);
  expect(packages['node_modules/onnxruntime-node']).toMatchObject({ name: 'onnxruntime-common' });
  expect(named('onnxruntime-web').map(([path]) => path)).toEqual(['node_modules/onnxruntime-web']);
});

it("of several TypeScript versions, tsc is the project's", () => {
  const { version } = readJson('node_modules/typescript/package.json');
  expect(realpathSync(join(root, 'node_modules', '.bin', 'tsc'))).toBe(
    realpathSync(join(root, 'node_modules', 'typescript', 'bin', 'tsc')),
  );
  expect(version).toMatch(/^6\./);
});

const quiet = { npm_config_loglevel: 'silent' };
const manifest = { name: 'app', version: '1.0.0', devDependencies: { other: '1.0.0' } };
const integrity = `sha512-${'A'.repeat(86)}==`;
const lockOf = (packages: object, rest: object = {}) => ({
  ...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
  packages: { '': { ...manifest, ...rest }, ...packages },
});
const locked = lockOf({ 'node_modules/other': { version: '1.0.0', integrity, dev: true } });

it('advice after npm ci failed: registry not reached', () => {
  const env = { ...quiet, npm_config_registry: 'http://localhost:9', npm_config_fetch_retries: '0' };
  expect(() => installNodePackages(projectOf(manifest, locked), env)).toThrow(
    /npm ci .*\nfailed: exit status 1\.\nThe npm registry was not reached\. `npm ping`/,
  );
});

it('advice after npm ci failed: lock file does not match', () => {
  const project = projectOf(manifest, lockOf({}, { devDependencies: {} }));
  expect(() => installNodePackages(project, quiet)).toThrow(
    /\nnpm \d+\.\d+\.\d+ cannot use package-lock\.json/,
  );
});

it.each([
  ['EACCES', '11.0.0', /may not be written.*chown/],
  ['SELF_SIGNED_CERT_IN_CHAIN', '11.0.0', /certificate.*cafile/],
  ['E403', '11.0.0', /registry refused/],
  ['ENOSPC', '11.0.0', /disk is full/],
  ['EINTEGRITY', '11.0.0', /npm cache clean/],
  ['EUSAGE', '6.14.4', /npm is 6\.14\.4; posenc needs 9 or newer/],
  ['ELIFECYCLE', '11.0.0', /message of npm above/],
  [undefined, undefined, /message of npm above/],
])('advice for %s from npm %s', (code, version, expected) => {
  expect(adviceOn(code, version)).toMatch(expected);
  expect(adviceOn(code, version)).toMatch(/run this again\.$/);
});
