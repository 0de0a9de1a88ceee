import { parentPort, workerData } from 'node:worker_threads';
import { init, Sinusoidal } from 'posenc';

await init();
parentPort.postMessage([...new Sinusoidal({ grid: [2], channels: 4 }).encode(undefined, workerData)]);
