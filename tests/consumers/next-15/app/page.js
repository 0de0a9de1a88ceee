// A component of the server, around one of the browser.
import { encode, init } from 'posenc';
import { Client } from './client.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  await init();
  return <Client server={[...encode({ grid: [2], channels: 4 })]} />;
}
