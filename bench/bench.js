// `npm run bench`: what encodings cost, as ratios to filling or copying the same memory in the same run.
import * as posenc from '../dist/js/index.node.js';
import { plainLoop } from './loop.js';
import { measure } from './measure.js';

const length = 4096;
const channels = 1024;
const values = length * channels;

function report(heading, results, bytes, baselines) {
  console.log(`\n${heading}`);
  const columns = ['', 'ms', 'GB/s', 'spread', ...baselines.map((name) => `of ${name}`)];
  const rows = Object.entries(results).map(([name, { ms, spread }]) => [
    name,
    ms < 0.1 ? ms.toFixed(5) : ms.toFixed(3),
    (bytes / ms / 1e6).toFixed(1),
    `${(100 * spread).toFixed(0)}%`,
    ...baselines.map((baseline) => `${(results[baseline].ms / ms).toFixed(2)}`),
  ]);
  const widths = columns.map((column, c) => Math.max(column.length, ...rows.map((row) => row[c].length)));
  for (const row of [columns, ...rows]) {
    console.log(
      row.map((text, c) => (c === 0 ? text.padEnd(widths[c]) : text.padStart(widths[c]))).join('  '),
    );
  }
}

await posenc.init();
console.log(
  `posenc ${posenc.version}, Node.js ${process.version}, one thread. "of fill 0.70" means: at 0.70 of the`,
);
console.log(
  'speed of filling the same memory, measured in the same rounds. Spread: half the interquartile range.',
);

const plan = new posenc.Sinusoidal({ grid: [length], channels });
const concatenated = new posenc.Sinusoidal({ grid: [length], channels, layout: 'concatenated' });
const channelsFirst = new posenc.Sinusoidal({ grid: [length], channels, channelsFirst: true });
const grid2 = new posenc.Sinusoidal({ grid: [64, 64], channels });
const grid3 = new posenc.Sinusoidal({ grid: [16, 16, 16], channels });

{
  const allocation = posenc.allocate(values);
  const ready = posenc.allocate(values);
  const { array } = allocation;
  plan.encode(ready.array);
  report(
    `${length} x ${channels} into allocated memory`,
    measure({
      fill: () => array.fill(1),
      'copy of a ready table': () => array.set(ready.array),
      'encode, interleaved': () => plan.encode(array),
      'encode, concatenated': () => concatenated.encode(array),
      'encode, channels first': () => channelsFirst.encode(array),
      'encode, 64 x 64 grid': () => grid2.encode(array),
      'encode, 16 x 16 x 16 grid': () => grid3.encode(array),
      'add in place': () => plan.add(array),
      'plain JavaScript loop': () => plainLoop(length, channels, array),
    }),
    4 * values,
    ['fill', 'copy of a ready table', 'plain JavaScript loop'],
  );
  allocation.dispose();
  ready.dispose();
}

{
  const array = new Float32Array(values);
  const ready = plan.encode();
  report(
    `${length} x ${channels} into an array of JavaScript`,
    measure({
      fill: () => array.fill(1),
      'copy of a ready table': () => array.set(ready),
      encode: () => plan.encode(array),
      'encode, with a plan each time': () => posenc.encode({ grid: [length], channels }, array),
      'add in place': () => plan.add(array),
      'plain JavaScript loop': () => plainLoop(length, channels, array),
    }),
    4 * values,
    ['fill', 'copy of a ready table', 'plain JavaScript loop'],
  );
}

{
  const small = new posenc.Sinusoidal({ grid: [6], channels: 10 });
  const out = new Float32Array(60);
  report(
    '6 x 10, the cost of a call',
    measure({
      fill: () => out.fill(1),
      encode: () => small.encode(out),
      'encode, with a plan each time': () => posenc.encode({ grid: [6], channels: 10 }, out),
      'plain JavaScript loop': () => plainLoop(6, 10, out),
    }),
    240,
    ['plain JavaScript loop'],
  );
}

{
  const points = new Float32Array(65536).map((_, i) => (i * 7919) % 10007);
  const out = new Float32Array(65536 * 256);
  const frequencies = Float64Array.from({ length: 128 }, (_, i) => 10000 ** (-i / 128));
  report(
    'encodeAt, 65,536 points, 256 channels, into an array of JavaScript',
    measure(
      {
        fill: () => out.fill(1),
        encodeAt: () => posenc.encodeAt(points, { axes: 1, channels: 256 }, out),
        'plain JavaScript loop': () => {
          for (let p = 0; p < points.length; ++p) {
            for (let i = 0; i < 128; ++i) {
              const angle = points[p] * frequencies[i];
              out[p * 256 + 2 * i] = Math.sin(angle);
              out[p * 256 + 2 * i + 1] = Math.cos(angle);
            }
          }
        },
      },
      { rounds: 9 },
    ),
    4 * 65536 * 256,
    ['fill', 'plain JavaScript loop'],
  );
}
