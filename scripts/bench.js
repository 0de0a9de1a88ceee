// `npm run bench`: sets up and builds what is missing, then measures.
import { build } from './build.js';
import { main } from './run.js';
import { setUp } from './setup.js';

main(async () => {
  setUp('build');
  await build();
  await import('../bench/bench.js');
});
