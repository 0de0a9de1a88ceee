// Times a short piece of work with a coarse clock, by timing many runs together.

const leastSample = 4; // ms, many ticks of a browser's clock
const longest = 1500; // ms in all
const mostSamples = 40;
const fewestSamples = 5;

export interface Sampled {
  /** The time of one run in milliseconds. */
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
      // An interruption can make one sample look long enough, so every sample is checked.
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
