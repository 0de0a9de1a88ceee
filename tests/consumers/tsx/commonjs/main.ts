// tsx in a package of CommonJS, where it makes `require` of `import`.
import { encode, init } from 'posenc';

init().then(() => {
  console.log(JSON.stringify({ values: [...encode({ grid: [2], channels: 4 })] }));
});
