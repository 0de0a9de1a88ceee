// Everything that the package exports except `init`: each entry point has its own.
export type { NumberArray } from './check/arrays.js';
export type { SinusoidalPositionalEncodingOptions } from './compat/allennlp.js';
export { SinusoidalPositionalEncoding } from './compat/allennlp.js';
export type { PositionalEncoding, PositionalEncodingOptions } from './compat/positional-encodings.js';
export {
  PositionalEncoding1D,
  PositionalEncoding2D,
  PositionalEncoding3D,
  PositionalEncodingPermute1D,
  PositionalEncodingPermute2D,
  PositionalEncodingPermute3D,
} from './compat/positional-encodings.js';
export { Summer } from './compat/summer.js';
export type {
  Bytes,
  FetchedResponse,
  PlaceUrl,
  Platform,
  PlatformWasm,
  WasmModule,
} from './platform-types.js';
export type { GridList, IdArrayOf, IdDType, IdList, ShapedIds } from './positions/ids.js';
export type { MaskOptions } from './positions/mask.js';
export { positionIdsFromMask } from './positions/mask.js';
export type { MropePositions } from './positions/mrope.js';
export { mropePositions } from './positions/mrope.js';
export type { MropeOptions, MropeRules } from './positions/mrope-options.js';
export type { NearestOptions, VisionOptions } from './positions/vision.js';
export { nearestIds, visionPositions } from './positions/vision.js';
export type { AxesOptions } from './rotary/axes.js';
export type { ConfigChoice } from './rotary/config.js';
export type { ConvertPairingOptions, PlainForm } from './rotary/convert.js';
export { convertForm, convertPairing } from './rotary/convert.js';
export type {
  DynamicScaling,
  LinearScaling,
  Llama3Scaling,
  LongRopeScaling,
  Pairing,
  ProportionalScaling,
  RotaryOptions,
  RotaryScaling,
  YarnScaling,
} from './rotary/options.js';
export type { PolarOptions } from './rotary/polar.js';
export { polar } from './rotary/polar.js';
export type { AxisPlace, PositionIds } from './rotary/positions.js';
export type { AxisSizes, RotaryPreset, VisionHead } from './rotary/preset-grids.js';
export type { TextAndImage } from './rotary/presets.js';
export { rotaryPresets } from './rotary/presets.js';
export type { RerotateOptions } from './rotary/rerotate.js';
export { rerotate } from './rotary/rerotate.js';
export type {
  ApplyBothOptions,
  ApplyOptions,
  CosSin,
  TableOptions,
  TablePositions,
  VectorArray,
  VectorDType,
} from './rotary/rotary.js';
export { Rotary } from './rotary/rotary.js';
export type { RotatedOptions, VectorOptions } from './rotary/vectors.js';
export type { ArrayOf, DType, Float16Data, HalfData } from './runtime/dtype.js';
export { fromBfloat16, fromFloat16, toBfloat16, toFloat16 } from './runtime/half.js';
export type { Allocation } from './runtime/memory.js';
export { allocate } from './runtime/memory.js';
export type { InitOptions } from './runtime/module.js';
export type { AnyTensor, HalfTensor, Tensor, TensorDType, TensorOf } from './runtime/tensor.js';
export type { WasmSource } from './runtime/wasm-source.js';
export type { EncodingOptions, SinusoidalOptions, Timescales, Typed } from './sinusoidal/options.js';
export type { PointOptions } from './sinusoidal/points.js';
export { encodeAt, PointEncoding } from './sinusoidal/points.js';
export { presets } from './sinusoidal/presets.js';
export type { RowRange } from './sinusoidal/sinusoidal.js';
export { add, encode, Sinusoidal } from './sinusoidal/sinusoidal.js';
export type { ConvertLayoutOptions, LayoutForm } from './tables/layout.js';
export { convertLayout } from './tables/layout.js';
export type { ResampleOptions } from './tables/resample.js';
export { resampleTable } from './tables/resample.js';
export type { InterpolationMode } from './tables/sizes.js';
export type { InterpolationTaps, PatchGridSize, TapsOptions } from './tables/taps.js';
export { interpolationTaps } from './tables/taps.js';
export { version } from './version.js';
