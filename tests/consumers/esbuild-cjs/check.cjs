// For Node.js the bundle holds the wasm; that for browsers cannot find it, and says what to do.
const { values: inNode } = require('./out/node.cjs');
const { values: inBrowser } = require('./out/browser.cjs');

inBrowser().then(
  () => {
    throw new Error('the bundle for browsers found a file');
  },
  async ({ message }) => {
    if (!/posenc\.wasm is not found.*import posenc\/inline/.test(message)) throw new Error(message);
    console.log(JSON.stringify({ values: await inNode() }));
  },
);
