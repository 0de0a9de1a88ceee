// `npm run demo`: installs and builds what is missing, then serves the demo page.
//   npm run demo -- --port 8080    on a port other than 4173
// `npm run demo:build`: builds the page as static files in build/page, for any folder of any server.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';
import { flagsOf } from './flags.js';
import { main, root, Stop, say } from './run.js';
import { setUp } from './setup.js';

const config = join(root, 'web', 'vite.config.js');
export const pageFolder = join(root, 'build', 'page');

/** Builds the page if its sources or the library have changed. */
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
    // Never built.
  }
  const { build: bundle } = await import('vite');
  await bundle({ configFile: config, logLevel: 'warn' });
}

/** The parsed options; throws if they are wrong. */
function optionsOf(args) {
  const options = { build: { type: 'boolean' }, port: { type: 'string' } };
  const { build: onlyBuild = false, port } = flagsOf(args, options, 'npm run demo -- [--port 4173]');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535))
    throw new Stop(`--port is "${port}": expected a number from 1 to 65535`);
  return { onlyBuild, port: port === undefined ? undefined : Number(port) };
}

async function serve(port) {
  const { preview } = await import('vite');
  const server = await preview({
    configFile: config,
    logLevel: 'warn',
    preview: port === undefined ? {} : { port, strictPort: true },
  });
  say(`\nThe page is at ${server.resolvedUrls?.local[0]}\nPress Ctrl+C to stop.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    const { onlyBuild, port } = optionsOf(process.argv.slice(2));
    setUp('build');
    await build();
    await buildPage();
    if (onlyBuild) say(`\nThe page's files are in ${relative(process.cwd(), pageFolder) || '.'}`);
    else await serve(port);
  });
}
