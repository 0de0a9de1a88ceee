// Plans kept from one call to the next, for functions and classes that hold none themselves. A plan is found
// by everything that it depends on and holds no result. Bounded in number and in the memory of its tables;
// the least recently used plan goes first.

/** What a plan of any family has. */
interface CachedPlan {
  /** What its tables take in wasm memory. */
  readonly bytes: number;
  dispose(): void;
}

const mostPlans = 16;
const mostBytes = 4 * 2 ** 20;

const cache = new Map<string, { plan: CachedPlan; bytes: number }>();
let cachedBytes = 0;

/**
 * Lets `use` work with the plan of a key, cached or made now. The key names the family and everything that
 * the plan depends on; a plan without a key is of this call alone.
 */
export function withCachedPlan<P extends CachedPlan, T>(
  key: string | undefined,
  make: () => P,
  use: (plan: P) => T,
): T {
  const found = key === undefined ? undefined : cache.get(key);
  const plan = (found?.plan as P | undefined) ?? make();
  try {
    return use(plan);
  } finally {
    if (key === undefined) plan.dispose();
    else keep(key, plan, found?.bytes ?? plan.bytes);
  }
}

function keep(key: string, plan: CachedPlan, bytes: number): void {
  // Removed and inserted again, it is the most recently used: a Map iterates in the order of insertion.
  if (cache.delete(key)) cachedBytes -= bytes;
  if (bytes > mostBytes) {
    plan.dispose();
    return;
  }
  cache.set(key, { plan, bytes });
  cachedBytes += bytes;
  for (const [oldest, entry] of cache) {
    if (cache.size <= mostPlans && cachedBytes <= mostBytes) return;
    cache.delete(oldest);
    cachedBytes -= entry.bytes;
    entry.plan.dispose();
  }
}
