// The package as browsers import it.

export type { InitOptions } from './lifecycle.js';
export { init } from './lifecycle.js';
export type { Allocation } from './memory.js';
export { allocate } from './memory.js';
export type { PointOptions } from './points.js';
export { encodeAt } from './points.js';
export type { RowRange } from './sinusoidal.js';
export { add, encode, Sinusoidal } from './sinusoidal.js';
export type { WasmSource } from './source.js';
export type { EncodingOptions, SinusoidalOptions, Timescales } from './spec.js';
export { version } from './version.js';
