// tsx, as CommonJS.
import inline = require('posenc/inline.cjs');

inline.init().then(() => {
  console.log(JSON.stringify({ values: [...inline.encode({ grid: [2], channels: 4 })] }));
});
