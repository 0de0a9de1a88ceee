// Finds xsimd's headers and their version. On Debian 12, whose package is too old, fetches those of Debian 13
// into .deps/: with apt, which checks Debian's signatures, but with separate lists and sources, so that the
// system's stay unchanged.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, run, Stop, say } from './run.js';

const folder = join(root, '.deps', 'xsimd');

/** The include folder that the build uses, or undefined. */
export function xsimdFolder() {
  const places = [
    process.env.XSIMD_INCLUDE_DIR,
    join(folder, 'usr', 'include'),
    '/usr/include',
    '/usr/local/include',
    '/opt/homebrew/include',
  ];
  return places.find((place) => place && existsSync(configOf(place)));
}

export function xsimdVersion() {
  const place = xsimdFolder();
  if (place === undefined) return undefined;
  const config = readFileSync(configOf(place), 'utf8');
  return ['MAJOR', 'MINOR', 'PATCH'].map((part) =>
    Number(config.match(new RegExp(`XSIMD_VERSION_${part} +(\\d+)`))?.[1]),
  );
}

function configOf(place) {
  return join(place, 'xsimd', 'config', 'xsimd_config.hpp');
}

export function fetchXsimd() {
  say("Fetching xsimd's headers from Debian 13 into .deps/");
  const targets = ask('apt-get', ['indextargets', '--format', '$(REPO_URI) $(CODENAME) $(CREATED_BY)']) ?? '';
  const mirror = targets
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, codename, kind]) => codename === 'bookworm' && kind === 'Packages')?.[0];
  if (mirror === undefined) {
    throw new Stop(
      'apt has no mirror of Debian 12 (bookworm): check /etc/apt/sources.list, then run this again.',
    );
  }
  const work = join(root, '.deps', 'apt');
  rmSync(work, { recursive: true, force: true });
  for (const part of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(work, part), { recursive: true });
  const sources = join(work, 'trixie.sources');
  writeFileSync(
    sources,
    `Types: deb\nURIs: ${mirror}\nSuites: trixie\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`,
  );
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State::lists': join(work, 'lists'),
    'Dir::Cache': join(work, 'cache'),
    // As root, apt would download as a user without access to this folder.
    'APT::Sandbox::User': 'root',
  };
  const apt = (...args) =>
    run(
      'apt-get',
      ['-q', ...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]), ...args],
      {
        cwd: work,
        advice:
          'The Debian 13 mirror was not reached. Run this again when it is available, or unpack xsimd 11.2 or newer and set XSIMD_INCLUDE_DIR to its include folder.',
      },
    );
  apt('update');
  apt('download', 'libxsimd-dev');
  const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
  rmSync(folder, { recursive: true, force: true });
  run('dpkg', ['-x', join(work, archive), folder]);
  rmSync(work, { recursive: true, force: true });
}
