// A page, its script in the browser, and an endpoint, all of which encode.
import assert from 'node:assert';

const { pageResult, withServer } = await import(process.env.POSENC_BROWSE);
const origin = 'http://localhost:4321';

async function parts() {
  const response = await fetch(`${origin}/api`);
  const route = await response.text();
  if (!response.ok) throw new Error(`the route answers ${response.status}: ${route.slice(0, 400)}`);
  return { route: JSON.parse(route).values, page: await pageResult(origin) };
}

const { route, page } = await withServer('node', ['dist/server/entry.mjs'], `${origin}/`, parts);
assert.deepStrictEqual(page.server, route);
assert.deepStrictEqual(page.values, route);
console.log(JSON.stringify({ values: route }));
