// A page, its script in the browser, and an endpoint, all of which encode: what was built, and the dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4321, command: ['node', 'dist/server/entry.mjs'] },
  { port: 4421, command: ['npx', 'astro', 'dev', '--port', '4421'] },
);
