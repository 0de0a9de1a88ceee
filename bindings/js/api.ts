// Everything that the package exports but `init`, of which each entry point has its own.
export type { Parts, PositionalEncoding, PositionalEncodingOptions } from './compat/positional-encodings.js';
export {
  PositionalEncoding1D,
  PositionalEncoding2D,
  PositionalEncoding3D,
  PositionalEncodingPermute1D,
  PositionalEncodingPermute2D,
  PositionalEncodingPermute3D,
} from './compat/positional-encodings.js';
export type { SinusoidalPositionalEncodingOptions } from './compat/summer.js';
export { SinusoidalPositionalEncoding, Summer } from './compat/summer.js';
export type {
  Bytes,
  FetchedResponse,
  PlaceUrl,
  Platform,
  PlatformWasm,
  WasmModule,
} from './platform-types.js';
export type { DType, Float16Data, HalfData } from './runtime/half.js';
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from './runtime/half.js';
export type { Allocation } from './runtime/memory.js';
export { allocate } from './runtime/memory.js';
export type { InitOptions } from './runtime/module.js';
export type { AnyTensor, HalfTensor, Tensor, TensorOf } from './runtime/tensor.js';
export type { WasmSource } from './runtime/wasm-source.js';
export type { EncodingOptions, SinusoidalOptions, Timescales } from './sinusoidal/options.js';
export type { PointOptions } from './sinusoidal/points.js';
export { encodeAt } from './sinusoidal/points.js';
export { presets } from './sinusoidal/presets.js';
export type { RowRange } from './sinusoidal/sinusoidal.js';
export { add, encode, Sinusoidal } from './sinusoidal/sinusoidal.js';
export { version } from './version.js';
