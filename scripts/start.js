// `npm start`: sets up and builds what is missing, then makes an encoding and shows it.
import { build } from './build.js';
import { main } from './run.js';
import { setUp } from './setup.js';

main(async () => {
  setUp('build');
  await build();
  const { main: start } = await import('../dist/cli/start.js');
  process.exitCode = await start(process.argv.slice(2));
});
