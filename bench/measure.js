// Measuring: every work is run in turn, round after round, so that what disturbs the machine disturbs all
// alike, and its median is set beside those of the same rounds.

/**
 * @param {Record<string, () => unknown>} works
 * @param {{ rounds?: number, leastMs?: number, onRound?: (done: number, of: number) => void }} options
 * @returns {Promise<Record<string, { ms: number, spread: number }>>} medians in milliseconds, and half the
 *   distance between the quartiles as a part of the median
 */
export async function measure(works, { rounds = 15, leastMs = 20, onRound = () => {} } = {}) {
  const names = Object.keys(works);
  // Repeated until the clock can tell, and until what the work before left in the caches is of no weight.
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

/** Milliseconds of one run; waits only for works that are asynchronous. */
async function timeOf(work, repeats) {
  const start = performance.now();
  for (let i = 0; i < repeats; ++i) {
    const result = work();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / repeats;
}

/** Also the warm-up: runs until the engine has had the time to compile what is hot. */
async function repeatsOf(work, leastMs) {
  const end = performance.now() + 100;
  for (let runs = 0; performance.now() < end || runs < 3; ++runs) await timeOf(work, 1);
  // Clocks of browsers are coarse: a work is repeated until one can tell.
  for (let repeats = 1; ; repeats *= 2) {
    const all = repeats * (await timeOf(work, repeats));
    if (all >= leastMs / 4) return Math.ceil((repeats * leastMs) / all);
  }
}
