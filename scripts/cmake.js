// Configuring and building with CMake: one folder in build/ for each of the ways that the sources are
// compiled.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask, find, root, run } from './run.js';
import { xsimdFolder } from './xsimd.js';

const ways = {
  wasm: { emscripten: true, options: ['-DPOSENC_TESTS=OFF'] },
  'wasm-tests': { emscripten: true, options: ['-DPOSENC_TESTS=ON'] },
  native: { options: ['-DPOSENC_TESTS=ON'] },
  sanitize: { options: ['-DPOSENC_TESTS=ON', '-DPOSENC_SANITIZE=ON', '-DCMAKE_BUILD_TYPE=RelWithDebInfo'] },
};

export function buildFolder(way) {
  return join(root, 'build', way);
}

/** Debian's Emscripten looks for acorn where Debian keeps its node modules. */
function emscriptenEnvironment() {
  const listing = find('dpkg') && ask('dpkg', ['-L', 'node-acorn']);
  const acorn = listing?.match(/^(.*)\/acorn\/package\.json$/m)?.[1];
  return acorn ? { NODE_PATH: acorn } : {};
}

/** @param {keyof ways} way */
export function cmakeBuild(way, target = 'all') {
  const { emscripten = false, options } = ways[way];
  const folder = buildFolder(way);
  const env = emscripten ? emscriptenEnvironment() : {};
  forgetMoved(folder);
  if (!existsSync(join(folder, 'build.ninja'))) {
    const args = [
      '-S',
      root,
      '-B',
      folder,
      '-G',
      'Ninja',
      `-DXSIMD_INCLUDE_DIR=${xsimdFolder()}`,
      ...options,
    ];
    if (process.env.POSENC_GTEST_DIR) args.push(`-DPOSENC_GTEST_DIR=${process.env.POSENC_GTEST_DIR}`);
    const command = emscripten ? ['emcmake', 'cmake', ...args] : ['cmake', ...args];
    run(command[0], command.slice(1), {
      env,
      quiet: true,
      advice: `When the cause is mended, remove ${folder} and run this again.`,
    });
  }
  // A first look without building: when there is nothing to do, nothing is said.
  const plan = ask('ninja', ['-C', folder, '-n', target], env);
  if (plan?.includes('no work to do')) return;
  run('cmake', ['--build', folder, '--target', target], {
    env,
    advice: 'If the compiler or its packages changed, remove build/ and run this again.',
  });
}

/** A build folder that was made for a repository elsewhere cannot be used. */
function forgetMoved(folder) {
  const cache = join(folder, 'CMakeCache.txt');
  if (!existsSync(cache)) return;
  const home = readFileSync(cache, 'utf8').match(/^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m)?.[1];
  if (home !== undefined && join(home, '/') !== join(root, '/')) rmSync(folder, { recursive: true });
}
