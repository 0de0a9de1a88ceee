// Jest with jsdom, which has neither fetch nor TextDecoder: by the file of CommonJS, which needs neither.
const { encode, init } = require('posenc/inline.cjs');

test('encodes', async () => {
  await init();
  const values = encode({ grid: [2], channels: 4 });
  expect(values[4]).toBeCloseTo(Math.sin(1), 6);
  require('node:fs').writeFileSync('values.json', JSON.stringify({ values: [...values] }));
});
