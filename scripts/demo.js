// `npm run demo`: sets up and builds what is missing, then serves the page.
//   npm run demo -- --port 8080    on another port than 4173
// `npm run demo:build`: the page as static files in build/page, for any folder of any server.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.js';
import { main, root, Stop, say } from './run.js';
import { setUp } from './setup.js';

const config = join(root, 'web', 'vite.config.js');
export const pageFolder = join(root, 'build', 'page');

/** Makes the page's files, where its sources or the library are newer. */
export async function buildPage() {
  const newest = (folder) =>
    Math.max(
      0,
      ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs),
    );
  const sources = ['web', 'dist'].map((name) => newest(join(root, name)));
  try {
    if (statSync(join(pageFolder, 'index.html')).mtimeMs > Math.max(...sources)) return;
  } catch {
    // It was never made.
  }
  const { build: bundle } = await import('vite');
  await bundle({ configFile: config, logLevel: 'warn' });
}

function portOf(args) {
  const { values } = parseArgs({ args, options: { build: { type: 'boolean' }, port: { type: 'string' } } });
  if (values.port === undefined) return undefined;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Stop(`--port is "${values.port}": expected a number from 1 to 65535`);
  return port;
}

async function serve(port) {
  const { preview } = await import('vite');
  const server = await preview({
    configFile: config,
    logLevel: 'warn',
    preview: port === undefined ? {} : { port, strictPort: true },
  });
  say(`\nThe page is at ${server.resolvedUrls?.local[0]}\nCtrl+C ends it.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const args = process.argv.slice(2);
    const port = portOf(args);
    setUp('build');
    await build();
    await buildPage();
    if (args.includes('--build'))
      say(`\nThe page's files are in ${relative(process.cwd(), pageFolder) || '.'}`);
    else await serve(port);
  });
}
