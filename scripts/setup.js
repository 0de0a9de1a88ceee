// Installs what is missing on Debian 12 and 13 and Ubuntu 24.04; on other systems says what to
// install. Needs only Node.js.
//   node scripts/setup.js          for `npm test` (and so everything)
//   node scripts/setup.js build    for `npm start` and `npm run build`
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.js';
import { installNodePackages } from './npm.js';
import { ask, find, main, run, Stop, say } from './run.js';
import { fetchXsimd, xsimdVersion } from './xsimd.js';

/**
 * Each requirement: its name in messages, whether it is met, and its Debian packages. On other systems
 * optional ones are not asked for: the tests say what they skip without them.
 */
const buildNeeds = [
  { name: 'Emscripten 3.1.6 or newer', met: () => newer(emccVersion(), [3, 1, 6]), packages: ['emscripten'] },
  { name: 'CMake 3.25 or newer', met: () => newer(versionOf('cmake'), [3, 25]), packages: ['cmake'] },
  { name: 'Ninja', met: () => find('ninja'), packages: ['ninja-build'] },
  {
    name: 'xsimd 11.2 or newer (its folder may be given in XSIMD_INCLUDE_DIR)',
    met: () => newer(xsimdVersion(), [11, 2]),
    packages: ['libxsimd-dev'],
  },
];

const testNeeds = [
  { name: 'a C++20 compiler (g++ 12 or clang 14, or newer)', met: () => find('c++'), packages: ['g++'] },
  {
    name: "GoogleTest's sources (their folder may be given in POSENC_GTEST_DIR)",
    met: () => existsSync(join(process.env.POSENC_GTEST_DIR ?? '/usr/src/googletest', 'CMakeLists.txt')),
    packages: ['googletest'],
  },
  { name: 'clang-format 14 or newer', met: () => find('clang-format'), packages: ['clang-format'] },
  { name: 'clang-tidy 14 or newer', met: () => find('clang-tidy'), packages: ['clang-tidy'] },
  {
    name: 'NumPy, for /usr/bin/python3',
    met: () => ask('/usr/bin/python3', ['-c', 'import numpy']) !== undefined,
    packages: ['python3-numpy'],
    optional: true,
  },
  {
    name: "Vulkan's loader, for WebGPU in Node.js",
    met: () =>
      process.platform !== 'linux' || (ask('/sbin/ldconfig', ['-p']) ?? '').includes('libvulkan.so.1'),
    packages: ['libvulkan1'],
    optional: true,
  },
];

function newer(version, least) {
  if (version === undefined) return false;
  for (let i = 0; i < least.length; ++i) {
    const difference = (version[i] ?? 0) - least[i];
    if (difference !== 0) return difference > 0;
  }
  return true;
}

function versionOf(program) {
  const found = find(program) && ask(program, ['--version'])?.match(/(\d+)\.(\d+)(?:\.(\d+))?/);
  return found ? found.slice(1).map((part) => Number(part ?? 0)) : undefined;
}

function emccVersion() {
  return find('em++') && find('emcmake') ? versionOf('emcc') : undefined;
}

/** 'debian 12', 'ubuntu 24.04', or another system's name. */
function systemName() {
  if (!existsSync('/etc/os-release')) return process.platform;
  const fields = Object.fromEntries(
    readFileSync('/etc/os-release', 'utf8')
      .split('\n')
      .map((line) => line.match(/^(\w+)="?(.*?)"?$/)?.slice(1) ?? ['', '']),
  );
  return `${fields.ID} ${fields.VERSION_ID ?? ''}`.trim();
}

const supported = ['debian 12', 'debian 13', 'ubuntu 24.04'];

function installPackages(packages) {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !find('sudo')) {
    throw new Stop(
      `Missing: ${packages.join(' ')}. There is no sudo; as root, run:\n  apt-get install ${packages.join(' ')}`,
    );
  }
  const apt = (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    if (!isRoot) command.unshift('sudo');
    run(command[0], command.slice(1), {
      advice: 'Check the network and /etc/apt/sources.list, then run this again.',
    });
  };
  say(`Installing Debian packages: ${packages.join(' ')}`);
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...packages);
}

function setUpChromium(system) {
  if (findChromium()) return;
  if (system.startsWith('debian')) {
    installPackages(['chromium']);
    return;
  }
  say("Installing Playwright's Chromium for the browser tests");
  run('npx', ['playwright', 'install', '--with-deps', 'chromium'], {
    advice: 'Install Chromium or Chrome and give its path in CHROMIUM_PATH, then run this again.',
  });
}

/** Checks the Node.js on the PATH, which npm scripts use; Debian's Emscripten installs an older one. */
function checkNode() {
  const version = versionOf('node');
  if (newer(version, [20])) return;
  throw new Stop(
    `Node.js on the PATH is ${version?.join('.') ?? 'missing'}: posenc needs 20 or newer (https://nodejs.org), first on the PATH.`,
  );
}

/** @param {'build' | 'test'} purpose */
export function setUp(purpose) {
  checkNode();
  const system = systemName();
  const needs = purpose === 'build' ? buildNeeds : [...buildNeeds, ...testNeeds];
  const onSupported = supported.includes(system);
  const missing = needs.filter((need) => !need.met() && (onSupported || !need.optional));
  if (missing.length > 0 && !onSupported) {
    const list = missing.map((need) => `  ${need.name}`).join('\n');
    throw new Stop(
      `On this system (${system}) please install these, and put them on the PATH:\n${list}\nThen run this again.`,
    );
  }
  const packages = missing.flatMap((need) => need.packages);
  // Debian 12's xsimd has no wasm backend; use the headers from Debian 13.
  const ownXsimd = system === 'debian 12' && packages.includes('libxsimd-dev');
  const fromApt = ownXsimd ? packages.filter((name) => name !== 'libxsimd-dev') : packages;
  if (fromApt.length > 0) installPackages(fromApt);
  if (ownXsimd) fetchXsimd();
  for (const need of missing) {
    if (!need.met())
      throw new Stop(
        `${need.name} is still missing after the installation: install it by hand and run this again.`,
      );
  }
  checkNode();
  installNodePackages();
  if (purpose === 'test') setUpChromium(system);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(() => {
    const [purpose = 'test', ...more] = process.argv.slice(2);
    if (!['build', 'test'].includes(purpose) || more.length > 0)
      throw new Stop(
        `"${[purpose, ...more].join(' ')}" is not expected\nusage: npm run setup -- [build | test]`,
      );
    setUp(purpose);
    say('Setup is complete.');
  });
}
