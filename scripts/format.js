// `npm run format`: formats every file.
import { noFlags } from './flags.js';
import { cppFiles, main, run } from './run.js';
import { setUp } from './setup.js';

main(() => {
  noFlags('format');
  setUp('test');
  run('clang-format', ['-i', ...cppFiles()]);
  run('npx', ['biome', 'check', '--write', '.']);
});
