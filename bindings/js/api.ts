// Everything that the package exports but `init`, of which each entry point has its own.
export type { Parts, PositionalEncoding, PositionalEncodingOptions } from './encodings.js';
export {
  PositionalEncoding1D,
  PositionalEncoding2D,
  PositionalEncoding3D,
  PositionalEncodingPermute1D,
  PositionalEncodingPermute2D,
  PositionalEncodingPermute3D,
} from './encodings.js';
export type { DType, Float16Data, HalfData } from './half.js';
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from './half.js';
export type { InitOptions } from './lifecycle.js';
export type { Allocation } from './memory.js';
export { allocate } from './memory.js';
export type {
  Bytes,
  FetchedResponse,
  PlaceUrl,
  Platform,
  PlatformWasm,
  WasmModule,
} from './platform-types.js';
export type { PointOptions } from './points.js';
export { encodeAt } from './points.js';
export { presets } from './presets.js';
export type { RowRange } from './sinusoidal.js';
export { add, encode, Sinusoidal } from './sinusoidal.js';
export type { WasmSource } from './source.js';
export type { EncodingOptions, SinusoidalOptions, Timescales } from './spec.js';
export type { SinusoidalPositionalEncodingOptions } from './summer.js';
export { SinusoidalPositionalEncoding, Summer } from './summer.js';
export type { AnyTensor, HalfTensor, Tensor, TensorOf } from './tensor.js';
export { version } from './version.js';
