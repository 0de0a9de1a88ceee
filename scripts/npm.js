// Installs the development packages with `npm ci`. If that fails, gives advice based on the error code in npm's
// log.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, root, run, say } from './run.js';

/** Installs the packages of a folder's lock file, unless they are already installed. */
export function installNodePackages(folder = root, env = {}) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const stamp = join(folder, 'node_modules', '.posenc-lock');
  const wanted = createHash('sha256').update(lock).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing npm packages; this can take a minute');
  const logs = mkdtempSync(join(tmpdir(), 'posenc-npm-'));
  run('npm', ['ci', '--no-audit', '--no-fund', '--logs-dir', logs], {
    cwd: folder,
    env,
    advice: () => adviceOn(codeIn(logs), ask('npm', ['--version'])?.trim()),
  });
  rmSync(logs, { recursive: true, force: true });
  writeFileSync(stamp, wanted);
}

/** The error code in npm's log, such as EUSAGE; undefined if there is none. */
function codeIn(logs) {
  for (const name of readdirSync(logs)) {
    const code = readFileSync(join(logs, name), 'utf8').match(/^\d+ error code (\w+)$/m)?.[1];
    if (code !== undefined) return code;
  }
  return undefined;
}

const causes = [
  {
    codes: /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|E\w*TIMEOUT|ERR_SOCKET\w*)$/,
    advice:
      'The npm registry was not reached. `npm ping` tests the connection; `npm config get registry` and `npm config get https-proxy` show what npm connects to.',
  },
  {
    codes: /CERT|SIGNATURE|ERR_SSL/,
    advice:
      "The registry's certificate was not accepted. If a proxy uses its own, give npm its certificate authority: `npm config set cafile /path/to/ca.pem`.",
  },
  {
    codes: /^E[45]\d\d$/,
    advice:
      'The npm registry refused. `npm config get registry` shows which one was used; it must serve public packages.',
  },
  {
    codes: /^(EACCES|EPERM|EROFS)$/,
    advice:
      'A folder may not be written, often because an earlier run was by root: node_modules, or the cache shown by `npm config get cache`. Take ownership of both: `sudo chown -R "$(id -u)" node_modules ~/.npm`.',
  },
  { codes: /^(ENOSPC|EDQUOT)$/, advice: 'The disk is full: the packages take 1 GB.' },
  {
    codes: /^EINTEGRITY$/,
    advice:
      'A package does not match the lock file: it was damaged in transit or in the cache. Empty the cache with `npm cache clean --force`.',
  },
];

/** Advice after `npm ci` failed with a code, for this version of npm. */
export function adviceOn(code, version = 'of unknown version') {
  const found = causes.find(({ codes }) => code !== undefined && codes.test(code));
  if (found) return `${found.advice} Then run this again.`;
  if (Number.parseInt(version, 10) < 9)
    return `This npm is ${version}; posenc needs 9 or newer, which comes with Node.js 20. Then run this again.`;
  if (code === 'EUSAGE')
    return `npm ${version} cannot use package-lock.json with package.json: see its message above. If you changed package.json, \`npm install\` updates the lock file; otherwise restore both: \`git checkout package.json package-lock.json\`. Then run this again.`;
  return 'See the message of npm above, and the log that it names. When the cause is fixed, run this again.';
}
