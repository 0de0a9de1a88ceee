// Measures tasks in alternation, round after round, so that disturbances affect all of them alike, and
// compares the medians.

/**
 * @param {Record<string, () => unknown>} works
 * @param {{ rounds?: number, leastMs?: number, onRound?: (done: number, of: number) => void }} options
 * @returns {Promise<Record<string, { ms: number, spread: number }>>} medians in milliseconds, and half the
 *   interquartile range as a fraction of the median
 */
export async function measure(works, { rounds = 15, leastMs = 20, onRound = () => {} } = {}) {
  const names = Object.keys(works);
  // Enough repeats for the clock's resolution, and to make what the previous task left in the caches negligible.
  const repeats = {};
  for (const name of names) repeats[name] = await repeatsOf(works[name], leastMs);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; ++round) {
    onRound(round, rounds);
    for (const name of names) times[name].push(await timeOf(works[name], repeats[name]));
  }
  return Object.fromEntries(
    names.map((name) => {
      const sorted = times[name].sort((a, b) => a - b);
      const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
      return [name, { ms: at(0.5), spread: (at(0.75) - at(0.25)) / 2 / at(0.5) }];
    }),
  );
}

/** Milliseconds per run; awaits only asynchronous tasks. */
async function timeOf(work, repeats) {
  const start = performance.now();
  for (let i = 0; i < repeats; ++i) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / repeats;
}

/** Also the warm-up: runs until the engine has had time to compile hot code. */
async function repeatsOf(work, leastMs) {
  const end = performance.now() + 100;
  for (let runs = 0; performance.now() < end || runs < 3; ++runs) await timeOf(work, 1);
  // Clocks of browsers are coarse: repeat until the time is measurable.
  for (let repeats = 1; ; repeats *= 2) {
    const all = repeats * (await timeOf(work, repeats));
    if (all >= leastMs / 4) return Math.ceil((repeats * leastMs) / all);
  }
}
