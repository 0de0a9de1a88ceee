// What the machine allows: for each kind of work, the part of it that nothing can spare, alone. What encoding
// reaches is to be held against these, not against 1.

/** @returns {import('./works.js').Section[]} */
export function ceilingsOf({ posenc, baselines }) {
  const { Sinusoidal } = posenc;

  /** The core's loops without their arithmetic, beside encoding, all into memory of the same size. */
  const loops = (rows, length) => ({
    name: 'what the machine allows',
    shape: `${rows} x ${length}`,
    values: rows * length,
    baselines: ['fill'],
    async make() {
      const out = baselines.allocate(rows * length);
      const fine = baselines.allocate(64 * length);
      const coarse = baselines.allocate(length);
      baselines.fill(fine, 64 * length, 0.5);
      baselines.fill(coarse, length, 0.25);
      const allocation = posenc.allocate(rows * length);
      // Away from the origin: there, rows are plain copies.
      const common = { grid: [rows], channels: length, offset: 64 };
      const plans = {
        interleaved: new Sinusoidal(common),
        concatenated: new Sinusoidal({ ...common, layout: 'concatenated' }),
      };
      return {
        works: {
          fill: () => baselines.fill(out, rows * length, 1),
          'a row from the first-level cache, over and over': () =>
            baselines.broadcast(out, coarse, rows, length),
          'interleaved: loads and stores alone': () =>
            baselines.moveInterleaved(out, fine, coarse, rows, length),
          'interleaved: encode': () => plans.interleaved.encode(allocation.array),
          'concatenated: loads and stores alone': () =>
            baselines.moveConcatenated(out, fine, coarse, rows, length),
          'concatenated: encode': () => plans.concatenated.encode(allocation.array),
        },
        release: () => [plans.interleaved.dispose(), plans.concatenated.dispose(), allocation.dispose()],
      };
    },
  });

  const newPlans = {
    name: 'what a new plan takes',
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
          'a plan of 2 rows: one turn, computed directly': ofRows(2),
          'a plan of 64 rows: the fine table': ofRows(64),
          'a plan of 197 rows': ofRows(197),
        },
        release: () => [plan.dispose(), allocation.dispose()],
      };
    },
  };

  return [loops(4096, 1024), loops(197, 768), newPlans];
}
