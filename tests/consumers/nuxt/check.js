// A page and an endpoint, both of which encode: what was built, and the dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4341, command: ['node', '.output/server/index.mjs'] },
  { port: 4441, command: ['npx', 'nuxt', 'dev', '--port', '4441'] },
);
