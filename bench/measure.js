// Measuring: every work is run in turn, round after round, so that what disturbs the machine disturbs all
// alike, and its median is set beside those of the same rounds.

/**
 * @param {Record<string, () => void>} works
 * @returns {Record<string, { ms: number, spread: number }>} medians in milliseconds, and half the distance
 *   between the quartiles as a part of the median
 */
export function measure(works, { rounds = 25, leastMs = 20 } = {}) {
  const names = Object.keys(works);
  // Repeated until the clock can tell, and until what the work before left in the caches is of no weight.
  const repeats = Object.fromEntries(names.map((name) => [name, repeatsOf(works[name], leastMs)]));
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; ++round) {
    for (const name of names) times[name].push(timeOf(works[name], repeats[name]));
  }
  return Object.fromEntries(
    names.map((name) => {
      const sorted = times[name].sort((a, b) => a - b);
      const at = (part) => sorted[Math.floor(part * (sorted.length - 1))];
      return [name, { ms: at(0.5), spread: (at(0.75) - at(0.25)) / 2 / at(0.5) }];
    }),
  );
}

function timeOf(work, repeats) {
  const start = performance.now();
  for (let i = 0; i < repeats; ++i) work();
  return (performance.now() - start) / repeats;
}

/** Also the warm-up: runs until the engine has had the time to compile what is hot. */
function repeatsOf(work, leastMs) {
  const end = performance.now() + 150;
  let runs = 0;
  while (performance.now() < end || runs < 3) {
    work();
    runs += 1;
  }
  return Math.max(1, Math.ceil(leastMs / timeOf(work, Math.min(runs, 50))));
}
