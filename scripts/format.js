// `npm run format`: brings every file into its format.
import { noFlags } from './flags.js';
import { cppFiles, main, run } from './run.js';
import { setUp } from './setup.js';

main(() => {
  noFlags('format');
  setUp('test');
  run('clang-format', ['-i', ...cppFiles()]);
  run('npx', ['biome', 'check', '--write', '.']);
});
