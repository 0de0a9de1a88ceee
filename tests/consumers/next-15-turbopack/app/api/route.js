// A route handler.
import { encode, init } from 'posenc';

export const dynamic = 'force-dynamic';

export async function GET() {
  await init();
  return Response.json({ values: [...encode({ grid: [2], channels: 4 })] });
}
