// A server component, a client component and a route handler, all of which encode: what was built, and the
// dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4317, command: ['npx', 'next', 'start', '--port', '4317'] },
  { port: 4417, command: ['npx', 'next', 'dev', '--webpack', '--port', '4417'] },
);
