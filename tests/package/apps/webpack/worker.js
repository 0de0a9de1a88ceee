import { encode, init } from 'posenc';

init().then(() => {
  postMessage([...encode({ grid: [2], channels: 4 })]);
});
