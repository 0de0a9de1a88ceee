// An endpoint.
import { encode, init } from 'posenc';

export default defineEventHandler(async () => {
  await init();
  return { values: [...encode({ grid: [2], channels: 4 })] };
});
