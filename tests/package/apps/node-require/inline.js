const { encode, init } = require('posenc/inline.cjs');

init().then(() => {
  console.log(JSON.stringify({ values: [...encode({ grid: [2], channels: 4 })] }));
});
