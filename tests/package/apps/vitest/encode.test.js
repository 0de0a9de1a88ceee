import { encode, init } from 'posenc';
import { expect, test } from 'vitest';

test('encodes', async () => {
  await init();
  expect([...encode({ grid: [2], channels: 4 })].slice(0, 5)).toEqual([0, 1, 0, 1, Math.fround(Math.sin(1))]);
});
