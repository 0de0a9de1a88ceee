// A server component, a client component and a route handler, all of which encode: what was built, and the
// dev server.
import process from 'node:process';

const { checkServers } = await import(process.env.POSENC_BROWSE);
await checkServers(
  { port: 4315, command: ['npx', 'next', 'start', '--port', '4315'] },
  { port: 4415, command: ['npx', 'next', 'dev', '--port', '4415'] },
);
