// `npm run format`: brings every file into its format.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main, root, run } from './run.js';
import { setUp } from './setup.js';

main(() => {
  setUp('test');
  const files = ['src', 'bindings', 'tests/cpp'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /\.(cpp|hpp)$/.test(name))
      .map((name) => join(folder, name)),
  );
  run('clang-format', ['-i', ...files]);
  run('npx', ['biome', 'check', '--write', '.']);
});
