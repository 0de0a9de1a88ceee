// The development packages, by `npm ci`; and where that fails, what to do about its cause, which npm
// names by a code in its log.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask, root, run, say } from './run.js';

/** Installs what the lock file of a folder names, unless that was done already. */
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

/** The code of the error in npm's log, such as EUSAGE; undefined where there is none. */
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
      'The npm registry was not reached. `npm ping` tells whether it can be; `npm config get registry` and `npm config get https-proxy` say which way npm takes.',
  },
  {
    codes: /CERT|SIGNATURE|ERR_SSL/,
    advice:
      "The registry's certificate was not accepted. Where a proxy brings its own, give npm that authority: `npm config set cafile /path/to/ca.pem`.",
  },
  {
    codes: /^E[45]\d\d$/,
    advice:
      'The npm registry refused. `npm config get registry` says which one was asked; it must have public packages.',
  },
  {
    codes: /^(EACCES|EPERM|EROFS)$/,
    advice:
      'A folder may not be written, often since an earlier run was by root: node_modules, or the cache that `npm config get cache` names. Make both yours: `sudo chown -R "$(id -u)" node_modules ~/.npm`.',
  },
  { codes: /^(ENOSPC|EDQUOT)$/, advice: 'The disk is full: the packages take 1 GB.' },
  {
    codes: /^EINTEGRITY$/,
    advice:
      'A package is not the one that the lock file names: it was damaged on its way or in the cache. Empty the cache with `npm cache clean --force`.',
  },
];

/** What to do about an `npm ci` that failed with a code, by this version of npm. */
export function adviceOn(code, version = 'of unknown version') {
  const found = causes.find(({ codes }) => code !== undefined && codes.test(code));
  if (found) return `${found.advice} Then run this again.`;
  if (Number.parseInt(version, 10) < 9)
    return `This npm is ${version}; posenc needs 9 or newer, which comes with Node.js 20. Then run this again.`;
  if (code === 'EUSAGE')
    return `npm ${version} cannot use package-lock.json with package.json: see its message above. After a change of package.json, \`npm install\` brings the lock file up to date; otherwise take both as they were committed: \`git checkout package.json package-lock.json\`. Then run this again.`;
  return 'The cause is in the message of npm above, and more of it in the log that it names. When it is mended, run this again.';
}
