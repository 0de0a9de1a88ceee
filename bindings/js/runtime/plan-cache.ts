// Plans kept from one call to the next, for functions and classes that hold none themselves. A plan is
// found by everything that it depends on, holds no result, and is used by one call at a time, so nobody
// can spoil another's. Bounded in number and in the memory of their tables; the longest unused goes first.

import type { Draft } from '../sinusoidal/options.js';
import { Plan } from '../sinusoidal/plan.js';

const mostPlans = 16;
const mostBytes = 4 * 2 ** 20;
const mostFrequencies = 4096;

const kept = new Map<string, { plan: Plan; bytes: number }>();
let keptBytes = 0;

/** Lets `use` work with a plan of the draft, kept or new. */
export function withPlan<T>(draft: Draft, use: (plan: Plan) => T): T {
  const key = keyOf(draft);
  const found = key === undefined ? undefined : kept.get(key);
  const plan = found?.plan ?? new Plan(draft);
  try {
    return use(plan);
  } finally {
    if (key === undefined) plan.dispose();
    else keep(key, plan, found?.bytes ?? plan.bytes);
  }
}

function keep(key: string, plan: Plan, bytes: number): void {
  // Taken out and put in again, it is the last used: a Map iterates in the order of insertion.
  if (kept.delete(key)) keptBytes -= bytes;
  if (bytes > mostBytes) {
    plan.dispose();
    return;
  }
  kept.set(key, { plan, bytes });
  keptBytes += bytes;
  for (const [oldest, entry] of kept) {
    if (kept.size <= mostPlans && keptBytes <= mostBytes) return;
    kept.delete(oldest);
    keptBytes -= entry.bytes;
    entry.plan.dispose();
  }
}

/** All numbers of a draft; none for drafts with lists too long to be worth comparing. */
function keyOf({ spec, axes }: Draft): string | undefined {
  let frequencyCount = 0;
  const parts: unknown[] = Object.values(spec);
  for (const { length, offset, step, width, order, positions, frequencies } of axes) {
    if (positions !== undefined) return undefined;
    frequencyCount += frequencies?.length ?? 0;
    if (frequencyCount > mostFrequencies) return undefined;
    parts.push(length, offset, step, width, order, frequencies ? Array.from(frequencies).join() : '');
  }
  return parts.join(';');
}
