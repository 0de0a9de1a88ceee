// A model that sums rows of a table by the taps, Gather, Mul and ReduceSum, gives what `resampleTable` does.
import * as posenc from 'posenc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bytesField, dataTypes, model, node, tensor, text, value } from '../../scripts/onnx.js';
import { largestDistance } from '../support/golden.js';
import { loadOrt, releaseSessions, sessionOf } from '../support/ort.js';
import { randomFrom } from '../support/random.js';

let ort: Awaited<ReturnType<typeof loadOrt>>;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});
afterAll(releaseSessions);

/** y [patches, channels] of a table [rows, channels], and indices and weights [patches, taps]. */
function gatherModel(taps: number, rows: number, channels: number): Uint8Array {
  const one = tensor('one', dataTypes.int64, [1], BigInt64Array.of(1n));
  const last = tensor('last', dataTypes.int64, [1], BigInt64Array.of(2n));
  const graph = [
    ...bytesField(1, node('Gather', ['table', 'indices'], 'gathered', [])),
    ...bytesField(1, node('Unsqueeze', ['weights', 'last'], 'factors', [])),
    ...bytesField(1, node('Mul', ['gathered', 'factors'], 'products', [])),
    ...bytesField(1, node('ReduceSum', ['products', 'one'], 'sums', [])),
    ...bytesField(1, node('Squeeze', ['sums', 'one'], 'y', [])),
    ...text(2, 'taps'),
    ...bytesField(5, one),
    ...bytesField(5, last),
    ...bytesField(11, value('table', [rows, channels])),
    ...bytesField(11, value('indices', ['patches', taps], dataTypes.int32)),
    ...bytesField(11, value('weights', ['patches', taps])),
    ...bytesField(12, value('y', ['patches', channels])),
  ];
  return model(graph, { '': 17 });
}

it.for([
  ['bilinear', true, [5, 7]],
  ['bilinear', false, [9, 2]],
  ['bicubic', true, [3, 8]],
  ['bicubic', false, [12, 5]],
] as const)('%s, align corners %s, to %o', async ([mode, alignCorners, to], context) => {
  const channels = 16;
  const random = randomFrom(3);
  const table = Float32Array.from({ length: 6 * 4 * channels }, () => 2 * random.next() - 1);
  const shared = { from: [6, 4], to, mode, alignCorners } as const;
  const { indices, weights, shape } = posenc.interpolationTaps(shared);
  const session = await sessionOf(gatherModel(shape[1], 24, channels), 'Gather', context);
  const { y } = await session.run({
    table: new ort.Tensor('float32', table, [24, channels]),
    indices: new ort.Tensor('int32', indices, shape),
    weights: new ort.Tensor('float32', weights, shape),
  });
  expect(y?.dims).toEqual([to[0] * to[1], channels]);
  const wanted = posenc.resampleTable(table, { ...shared, channels });
  expect(largestDistance(y?.data as Float32Array, wanted)).toBeLessThanOrEqual(1e-6);
});
