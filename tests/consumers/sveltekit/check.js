// A page, its load function and an endpoint, all of which encode: what was built, and the dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4331, command: ['node', 'build/index.js'] },
  { port: 4431, command: ['npx', 'vite', 'dev', '--port', '4431', '--strictPort'] },
);
