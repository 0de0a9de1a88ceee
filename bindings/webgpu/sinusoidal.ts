// Plan handles for sinusoidal plans of grids. Another family needs a file like this one; if its tables are read in the
// same way, the executor needs no change.
import { type GridPlan, planOf, withTables } from '../js/internal.js';
import type { PlanHandle } from './plan-handle.js';

/** One handle for each plan: it is the key of the plan's uploaded tables. */
const handles = new WeakMap<GridPlan, PlanHandle>();

/** The handle of a `Sinusoidal` or of the plan in it; undefined for anything else. */
export function handleOf(value: unknown): PlanHandle | undefined {
  const plan = planOf(value);
  if (plan === undefined) return undefined;
  let handle = handles.get(plan);
  if (handle === undefined) {
    const { rowCount, rowLength, channelsFirst, interleaved } = plan;
    handle = {
      rowCount,
      rowLength,
      channelsFirst,
      interleaved,
      get blockCount() {
        return plan.native.blockCount(plan.handle);
      },
      withTables: (block, use) => withTables(plan, block, use),
      checkLive: () => plan.checkLive(),
      onDispose: (release) => plan.onDispose(release),
    };
    handles.set(plan, handle);
  }
  return handle;
}
