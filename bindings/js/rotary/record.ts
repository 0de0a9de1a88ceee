// The record in which options reach the core.
import type { rotaryFields } from './wire.js';

export type Fields = Record<(typeof rotaryFields)[number], number>;

/** Lists to which fields point. */
export type Lists = Partial<Record<keyof Fields, Float64Array>>;
