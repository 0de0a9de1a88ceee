// The worker: takes requests in messages, one at a time, and sends back their answers.
import { init } from 'posenc';
import { handlers, type Progress, type Reply, type Request } from './handlers.js';

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Request>) => void;
  postMessage(reply: Reply, transfer?: Transferable[]): void;
};
const ready = init();
ready.catch(() => {}); // Each request reports it.

scope.onmessage = async ({ data: { id, name, args } }) => {
  try {
    await ready;
    const progress: Progress = (part) => scope.postMessage({ id, progress: part });
    const handler = handlers[name] as (...args: unknown[]) => unknown;
    const result = await handler(...args, progress);
    scope.postMessage({ id, result }, result instanceof ImageBitmap ? [result] : []);
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
};
