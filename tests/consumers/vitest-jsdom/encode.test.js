// Vitest with jsdom.
import { writeFileSync } from 'node:fs';
import { encode, init } from 'posenc';
import { expect, test } from 'vitest';

test('encodes', async () => {
  await init();
  const values = encode({ grid: [2], channels: 4 });
  expect(values[4]).toBeCloseTo(Math.sin(1), 6);
  writeFileSync('values.json', JSON.stringify({ values: [...values] }));
});
