// `npm run bench`: installs and builds what is missing, then measures.
import { flagsOfBench } from '../bench/flags.js';
import { build } from './build.js';
import { cmakeBuild } from './cmake.js';
import { main } from './run.js';
import { setUp } from './setup.js';

main(async () => {
  const flags = flagsOfBench(process.argv.slice(2));
  if (flags.help) return;
  setUp(flags.browser || flags.webgpu ? 'test' : 'build');
  await build();
  cmakeBuild('wasm', 'posenc_baselines');
  const { main: bench } = await import('../bench/bench.js');
  await bench(flags);
});
