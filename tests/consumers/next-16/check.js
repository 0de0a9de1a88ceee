// A server component, a client component and a route handler, all of which encode: what was built, and the
// dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4316, command: ['npx', 'next', 'start', '--port', '4316'] },
  { port: 4416, command: ['npx', 'next', 'dev', '--port', '4416'] },
);
