// Configuring and building with CMake. CMakePresets.json has the ways that the sources are compiled, each in
// a folder of build/; where the set-up put things is known here.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask, find, root, run } from './run.js';
import { xsimdFolder } from './xsimd.js';

export function buildFolder(preset) {
  return join(root, 'build', preset);
}

/** Debian's Emscripten looks for acorn where Debian keeps its node modules. */
function emscriptenEnvironment() {
  const listing = find('dpkg') && ask('dpkg', ['-L', 'node-acorn']);
  const acorn = listing?.match(/^(.*)\/acorn\/package\.json$/m)?.[1];
  return acorn ? { NODE_PATH: acorn } : {};
}

/** Builds a preset of CMakePresets.json, configured first where it is not yet. */
export function cmakeBuild(preset, target = 'all') {
  const folder = buildFolder(preset);
  const emscripten = preset.startsWith('wasm');
  const env = emscripten ? emscriptenEnvironment() : {};
  forgetMoved(folder);
  if (!existsSync(join(folder, 'build.ninja'))) {
    const args = ['cmake', '--preset', preset, `-DXSIMD_INCLUDE_DIR=${xsimdFolder()}`];
    if (process.env.POSENC_GTEST_DIR) args.push(`-DPOSENC_GTEST_DIR=${process.env.POSENC_GTEST_DIR}`);
    // Emscripten's cmake adds its toolchain.
    if (emscripten) args.unshift('emcmake');
    run(args[0], args.slice(1), {
      env,
      quiet: true,
      advice: `When the cause is mended, remove ${folder} and run this again.`,
    });
  }
  // A first look without building: when there is nothing to do, nothing is said.
  const plan = ask('ninja', ['-C', folder, '-n', target], env);
  if (plan?.includes('no work to do')) return;
  run('cmake', ['--build', '--preset', preset, '--target', target], {
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
