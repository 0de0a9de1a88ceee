// Upper bounds for the other results: the minimum cost of writing, and the cost of each step of making a plan.

/** @returns {import('./works.js').Section[]} */
export function ceilingsOf({ posenc, baselines }) {
  const { Sinusoidal } = posenc;

  const rowsOverAndOver = (rows, length) => ({
    name: 'a row from the L1 cache, repeated',
    shape: `${rows} x ${length}`,
    values: rows * length,
    baselines: ['fill'],
    async make() {
      const out = baselines.allocate(rows * length);
      const row = baselines.allocate(length);
      baselines.fill(row, length, 0.5);
      return {
        works: {
          fill: () => baselines.fill(out, rows * length, 1),
          'copy the row': () => baselines.broadcast(out, row, rows, length),
        },
      };
    },
  });

  const newPlans = {
    name: 'the cost of a new plan',
    shape: '197 x 768',
    values: 197 * 768,
    baselines: ['fill'],
    async make() {
      const allocation = posenc.allocate(197 * 768);
      const plan = new Sinusoidal({ grid: [197], channels: 768 });
      const ofRows = (count) => () => new Sinusoidal({ grid: [count], channels: 768 }).dispose();
      return {
        works: {
          fill: () => allocation.array.fill(1),
          'encode, the plan reused': () => plan.encode(allocation.array),
          'a plan of 1 row: frequencies, no table': ofRows(1),
          'a plan of 2 rows: one rotation, computed directly': ofRows(2),
          'a plan of 16 rows: the fine table': ofRows(16),
          'a plan of 197 rows': ofRows(197),
        },
        release: () => [plan.dispose(), allocation.dispose()],
      };
    },
  };

  return [rowsOverAndOver(4096, 1024), rowsOverAndOver(197, 768), newPlans];
}
