// A server component, a client component and a route handler, all of which encode: what was built, and the
// dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4318, command: ['npx', 'next', 'start', '--port', '4318'] },
  { port: 4418, command: ['npx', 'next', 'dev', '--turbopack', '--port', '4418'] },
);
