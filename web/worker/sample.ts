// The time of a short piece of work by a coarse clock: many runs are timed together.

const leastSample = 4; // ms, many times what browsers' clocks resolve
const longest = 1500; // ms in all
const mostSamples = 40;
const fewestSamples = 5;

export interface Sampled {
  /** Milliseconds of one run. */
  readonly median: number;
  readonly p95: number;
}

/** Runs `work` until its median settles. `now` is a clock in milliseconds. */
export async function sample(work: () => unknown, now = () => performance.now()): Promise<Sampled> {
  await work();
  let together = 1;
  let times: number[] = [];
  const begin = now();
  do {
    const start = now();
    for (let i = 0; i < together; ++i) await work();
    const taken = now() - start;
    if (taken < leastSample) {
      // An interruption can make one run look long enough, so this is asked of every sample.
      together *= 2;
      times = [];
    } else {
      times.push(taken / together);
    }
  } while (times.length < mostSamples && (times.length < fewestSamples || now() - begin < longest));
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number;
  return { median: at(0.5), p95: at(0.95) };
}
