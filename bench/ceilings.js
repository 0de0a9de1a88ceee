// What the machine allows: for each kind of work, the part of it that nothing can spare, alone. What encoding
// reaches is to be held against these, not against 1.

/** @returns {import('./works.js').Section[]} */
export function ceilingsOf({ posenc, baselines }) {
  const [rows, length] = [4096, 1024];
  const values = rows * length;
  const moving = {
    name: 'what the machine allows',
    shape: `${rows} x ${length}`,
    values,
    baselines: ['fill'],
    async make() {
      const out = baselines.allocate(values);
      const fine = baselines.allocate(64 * length);
      const coarse = baselines.allocate(length);
      baselines.fill(fine, 64 * length, 0.5);
      baselines.fill(coarse, length, 0.25);
      return {
        works: {
          fill: () => baselines.fill(out, values, 1),
          'a row from the first-level cache, over and over': () =>
            baselines.broadcast(out, coarse, rows, length),
          'loads and stores alone, interleaved': () =>
            baselines.moveInterleaved(out, fine, coarse, rows, length),
          'loads and stores alone, concatenated': () =>
            baselines.moveConcatenated(out, fine, coarse, rows, length),
        },
      };
    },
  };

  const tables = {
    name: 'what the machine allows, a new plan',
    shape: '197 x 768',
    values: 197 * 768,
    baselines: ['fill'],
    async make() {
      const allocation = posenc.allocate(197 * 768);
      const plan = new posenc.Sinusoidal({ grid: [197], channels: 768 });
      const ofRows = (count) => () => new posenc.Sinusoidal({ grid: [count], channels: 768 }).dispose();
      return {
        works: {
          fill: () => allocation.array.fill(1),
          'encode, the plan reused': () => plan.encode(allocation.array),
          'a plan of 1 row: frequencies, no table': ofRows(1),
          'a plan of 2 rows: one turn, computed directly': ofRows(2),
          'a plan of 64 rows: the fine table': ofRows(64),
          'a plan of 197 rows': ofRows(197),
        },
        release: () => [plan.dispose(), allocation.dispose()],
      };
    },
  };

  return [moving, tables];
}
