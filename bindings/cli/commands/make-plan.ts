// The plan of the library that flags ask for.
import { init } from '../../js/index.node.js';
import { checkGridOptions, GridPlan, type SinusoidalOptions } from '../../js/internal.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { inFlags } from '../options/library-errors.js';

export async function planOf(options: SinusoidalOptions, flags: EncodingFlags): Promise<GridPlan> {
  await init();
  try {
    return new GridPlan(checkGridOptions(options));
  } catch (error) {
    throw inFlags(error, flags);
  }
}
