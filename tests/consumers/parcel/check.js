// Serves what was built, and opens it in Chromium.
const { pageResult, withFiles } = await import(process.env.POSENC_BROWSE);

console.log(JSON.stringify(await withFiles('out', (origin) => pageResult(`${origin}/index.html`))));
