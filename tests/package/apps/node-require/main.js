const { encode, init } = require('posenc');

init().then(() => {
  console.log(JSON.stringify({ values: [...encode({ grid: [2], channels: 4 })] }));
});
