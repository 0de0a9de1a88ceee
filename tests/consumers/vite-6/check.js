// What was built, and the dev server: both give the same.
import assert from 'node:assert';

const { pageResult, withFiles, withServer } = await import(process.env.POSENC_BROWSE);
const built = await withFiles('dist', (origin) => pageResult(`${origin}/index.html`));
const url = 'http://localhost:4196/';
const served = await withServer('npx', ['vite', '--port', '4196', '--strictPort'], url, () =>
  pageResult(url),
);
assert.deepStrictEqual(served, built);
console.log(JSON.stringify(built));
