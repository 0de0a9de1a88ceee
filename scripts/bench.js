// `npm run bench`: sets up and builds what is missing, then measures.
import { build } from './build.js';
import { cmakeBuild } from './cmake.js';
import { main } from './run.js';
import { setUp } from './setup.js';

main(async () => {
  const args = process.argv.slice(2);
  setUp(args.some((arg) => arg === '--browser' || arg === '--webgpu') ? 'test' : 'build');
  await build();
  cmakeBuild('wasm', 'posenc_baselines');
  const { main: bench } = await import('../bench/bench.js');
  await bench(args);
});
