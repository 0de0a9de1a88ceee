// `npm test`: everything that is checked, in the order in which it is quickest to fail.
//   npm test                 all of it
//   npm test -- format js    only the steps whose names are given
import { availableParallelism } from 'node:os';
import { build } from './build.js';
import { buildFolder, cmakeBuild } from './cmake.js';
import { makeDocs } from './docs.js';
import { cppFiles, main, run, Stop, sayTimes, step } from './run.js';
import { setUp } from './setup.js';

function cppTests(preset) {
  cmakeBuild(preset);
  run('ctest', ['--preset', preset]);
}

const vitest = ['vitest', 'run', '--config', 'tests/vitest.config.js'];

const steps = {
  format: [
    'Format and lint',
    () => {
      const advice = 'Run `npm run format`, which mends most of it.';
      run('clang-format', ['--dry-run', '-Werror', ...cppFiles()], { advice });
      run('npx', ['biome', 'check', '--error-on-warnings', '.'], { advice });
    },
  ],
  build: ['Build', build],
  types: [
    'Check the types of the page and the tests',
    () => {
      for (const folder of ['web', 'tests']) run('npx', ['tsc', '--project', `${folder}/tsconfig.json`]);
    },
  ],
  native: ['C++ tests, native', () => cppTests('native')],
  tidy: [
    'Lint C++',
    () => {
      const lint = (folder, ...flags) => {
        const parallel = ['-P', String(availableParallelism()), '-n', '1'];
        const command = ['clang-tidy', '-p', buildFolder('native'), '--quiet', ...flags];
        const input = cppFiles([folder], /\.cpp$/).join('\n');
        run('xargs', [...parallel, ...command], { quiet: true, input });
      };
      lint('src');
      // The analyzer follows paths, of which GoogleTest's macros have many; it would take half of the time.
      lint('tests/cpp', '--checks=-clang-analyzer-*');
    },
  ],
  sanitize: ['C++ tests, with sanitizers', () => cppTests('sanitize')],
  wasm: ['C++ tests, as wasm', () => cppTests('wasm-tests')],
  docs: ['Reference documentation', makeDocs],
  js: ['Tests of the package, in Node.js and Chromium', () => run('npx', vitest)],
};

main(async () => {
  const chosen = process.argv.slice(2);
  for (const name of chosen) {
    if (!Object.hasOwn(steps, name))
      throw new Stop(`There is no step "${name}": expected some of ${Object.keys(steps).join(', ')}`);
  }
  try {
    await step('Set-up', () => setUp('test'));
    for (const [name, [heading, work]] of Object.entries(steps)) {
      if (chosen.length === 0 || chosen.includes(name)) await step(heading, work);
    }
  } finally {
    sayTimes();
  }
});
