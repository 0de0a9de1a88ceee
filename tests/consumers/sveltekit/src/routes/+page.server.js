// What the server loads for the page.
import { encode, init } from 'posenc';

export async function load() {
  await init();
  return { server: [...encode({ grid: [2], channels: 4 })] };
}
