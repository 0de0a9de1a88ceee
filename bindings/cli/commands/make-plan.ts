// Makes the plan for the flags.
import { init } from '../../js/index.node.js';
import { draftOfGrid, type SinusoidalOptions } from '../../js/sinusoidal/options.js';
import { Plan } from '../../js/sinusoidal/plan.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { asFlagError } from '../options/library-errors.js';

export async function planOf(options: SinusoidalOptions, flags: EncodingFlags): Promise<Plan> {
  await init();
  try {
    return new Plan(draftOfGrid(options));
  } catch (error) {
    throw asFlagError(error, flags);
  }
}
