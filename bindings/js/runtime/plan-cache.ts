// A cache of plans, for functions and classes that do not hold a plan themselves. A plan's key contains everything
// it depends on. The number of plans and the memory of their tables are limited; the least recently used plan is
// evicted first.

/** A plan of any family. */
interface CachedPlan {
  /** Bytes of its tables in wasm memory. */
  readonly bytes: number;
  dispose(): void;
}

const maxPlans = 16;
const maxBytes = 4 * 2 ** 20;

const cache = new Map<string, { plan: CachedPlan; bytes: number }>();
let cachedBytes = 0;

/**
 * Calls `use` with the plan for a key, cached or new. The key contains the family and everything the plan depends on.
 * Without a key, the plan is made for this call only.
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
    else putInCache(key, plan, found?.bytes ?? plan.bytes);
  }
}

function putInCache(key: string, plan: CachedPlan, bytes: number): void {
  // A Map iterates in insertion order: delete and insert, so this plan is the most recently used.
  if (cache.delete(key)) cachedBytes -= bytes;
  if (bytes > maxBytes) {
    plan.dispose();
    return;
  }
  cache.set(key, { plan, bytes });
  cachedBytes += bytes;
  for (const [oldest, entry] of cache) {
    if (cache.size <= maxPlans && cachedBytes <= maxBytes) return;
    cache.delete(oldest);
    cachedBytes -= entry.bytes;
    entry.plan.dispose();
  }
}
