import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

// Two workers at once, each with a module of its own, each with a part of the rows.
const parts = [0, 1].map(async (from) => {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: { from, to: from + 1 } });
  const [values] = await once(worker, 'message');
  return values;
});
console.log(JSON.stringify({ values: (await Promise.all(parts)).flat() }));
