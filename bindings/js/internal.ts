// The only module of the library that the rest of the package (WebGPU, adapters, command) may import. It is not
// part of the public interface.
export { checkLength, newFloats, newHalves } from './check/arrays.js';
export {
  checkChoice,
  checkInteger,
  checkObject,
  productOf,
  rangeError,
  show,
  typeError,
} from './check/check.js';
export { checkReadable } from './check/lists.js';
export type { Platform } from './platform-types.js';
export type { IdDType, ShapedIds } from './positions/ids.js';
export type { PositionIds } from './rotary/positions.js';
export type { Rotary } from './rotary/rotary.js';
export { asHalfData, type DType } from './runtime/dtype.js';
export {
  checkUnchanged,
  currentArray,
  type Place,
  placeOf,
  placeOfFloats,
  viewAt,
} from './runtime/memory.js';
export { getNative, initFrom } from './runtime/module.js';
export { checkShape, type HalfTensor, type Tensor } from './runtime/tensor.js';
export { messageOf } from './runtime/wasm-source.js';
export { addEncoding } from './sinusoidal/add-encoding.js';
export { withTables } from './sinusoidal/exported-tables.js';
export {
  type CheckedOptions,
  checkGridOptions,
  gridKeys,
  type SinusoidalOptions,
} from './sinusoidal/options.js';
export { GridPlan, withGridPlan } from './sinusoidal/plan.js';
export { presetOptions } from './sinusoidal/presets.js';
export {
  checkRows,
  encodeChecked,
  planOf,
  type RowRange,
  type Sinusoidal,
} from './sinusoidal/sinusoidal.js';
