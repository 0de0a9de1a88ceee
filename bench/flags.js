// The flags of `npm run bench`: checked before anything is built or measured, which takes minutes.
import { writeFileSync } from 'node:fs';
import { flagsOf } from '../scripts/flags.js';
import { Stop } from '../scripts/run.js';

const usage =
  'npm run bench -- [--filter text] [--json file] [--browser] [--webgpu] [--curve] [--quick] [--help]';

const help = `usage: ${usage}

  --filter   only sections whose name or shape contains the text
  --json     also write { machine, results: [{ name, shape, backend, ms, spread, gbPerSecond, ratioTo }] }
  --browser  in headless Chromium instead of Node.js
  --webgpu   on a GPU, in Node.js through the package webgpu or, with --browser, in Chromium
  --curve    only sweeps over the size from 1 KiB to 1 GiB, channels and rows, drawn to bench/curve.svg
  --quick    fewer rounds`;

export function flagsOfBench(args) {
  const options = flagsOf(
    args,
    {
      filter: { type: 'string' },
      json: { type: 'string' },
      browser: { type: 'boolean' },
      webgpu: { type: 'boolean' },
      curve: { type: 'boolean' },
      quick: { type: 'boolean' },
      help: { type: 'boolean' },
    },
    usage,
  );
  if (options.help) console.log(help);
  else if (options.curve && (options.browser || options.webgpu))
    throw new Stop(`--curve is measured in Node.js only: expected no --browser or --webgpu\nusage: ${usage}`);
  else if (options.json !== undefined) checkWritable(options.json);
  return options;
}

/** Creates the file first, so that results are not lost because it cannot be written. */
function checkWritable(path) {
  try {
    writeFileSync(path, '[]\n');
  } catch (error) {
    throw new Stop(`--json is "${path}": expected a file that can be written (${error.message})`);
  }
}
