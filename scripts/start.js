// `npm start`: installs and builds what is missing, then runs the command `posenc`. Without a subcommand
// it shows an encoding, or writes one with --out.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { build } from './build.js';
import { main, root } from './run.js';
import { setUp } from './setup.js';

const commands = ['encode', 'compare', 'info', 'show', 'help'];

main(async () => {
  setUp('build');
  await build();
  const given = process.argv.slice(2);
  const named = commands.includes(given[0]) || ['--help', '-h', '--version', '-V'].includes(given[0]);
  const writes = given.some((text) => /^(-o|--out)(=|$)/.test(text));
  const args = named ? given : [writes ? 'encode' : 'show', ...given];
  const { status } = spawnSync(process.execPath, [join(root, 'dist', 'bin', 'posenc.js'), ...args], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
