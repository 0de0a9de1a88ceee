// An endpoint.
import { encode, init } from 'posenc';

export async function GET() {
  await init();
  return Response.json({ values: [...encode({ grid: [2], channels: 4 })] });
}
