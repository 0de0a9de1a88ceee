// Makes the plan for the flags.
import { init } from '../../js/index.node.js';
import { checkGridOptions, type SinusoidalOptions } from '../../js/sinusoidal/options.js';
import { GridPlan } from '../../js/sinusoidal/plan.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { asFlagError } from '../options/library-errors.js';

export async function planOf(options: SinusoidalOptions, flags: EncodingFlags): Promise<GridPlan> {
  await init();
  try {
    return new GridPlan(checkGridOptions(options));
  } catch (error) {
    throw asFlagError(error, flags);
  }
}
