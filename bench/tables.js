// Benchmarks of tables of position embeddings at another size.

/** Keys' kernel with a = -0.5, which PyTorch uses with antialias. */
function cubic(distance) {
  const x = Math.abs(distance);
  if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
  return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
}

/** A plain port for tables that grow: up to 16 rows of the table for each position, whose weights are computed once. */
function plainResample(table, [height, width], [toHeight, toWidth], channels, out) {
  for (let y = 0; y < toHeight; ++y) {
    const atY = ((y + 0.5) * height) / toHeight - 0.5;
    for (let x = 0; x < toWidth; ++x) {
      const atX = ((x + 0.5) * width) / toWidth - 0.5;
      const rows = [];
      const weights = [];
      let all = 0;
      for (let j = Math.floor(atY) - 1; j <= Math.floor(atY) + 2; ++j) {
        for (let i = Math.floor(atX) - 1; i <= Math.floor(atX) + 2; ++i) {
          if (j < 0 || j >= height || i < 0 || i >= width) continue;
          const weight = cubic(atY - j) * cubic(atX - i);
          all += weight;
          rows.push((j * width + i) * channels);
          weights.push(weight);
        }
      }
      const to = (y * toWidth + x) * channels;
      for (let c = 0; c < channels; ++c) {
        let sum = 0;
        for (let k = 0; k < rows.length; ++k) sum += weights[k] * table[rows[k] + c];
        out[to + c] = sum / all;
      }
    }
  }
}

/** @returns {import('./works.js').Section[]} */
export function tablesOf({ posenc }) {
  const [from, to, channels] = [[37, 37], [64, 64], 1024];
  const values = to[0] * to[1] * channels;
  return [
    {
      name: 'tables: resampled, bicubic with antialias',
      shape: `37 x 37 x ${channels} to 64 x 64`,
      values,
      baselines: ['fill', 'JavaScript loop'],
      async make() {
        const table = Float32Array.from({ length: from[0] * from[1] * channels }, (_, i) => Math.sin(i));
        const array = new Float32Array(values);
        const x = posenc.allocate(table.length);
        const out = posenc.allocate(values);
        x.array.set(table);
        const options = { from, to, channels, mode: 'bicubic', antialias: true };
        return {
          works: {
            fill: () => out.array.fill(1),
            'resampleTable, allocated memory': () => posenc.resampleTable(x.array, options, out.array),
            'resampleTable, arrays of JavaScript': () => posenc.resampleTable(table, options, array),
            'JavaScript loop': () => plainResample(table, from, to, channels, array),
          },
          release: () => [x.dispose(), out.dispose()],
        };
      },
    },
  ];
}
