// The types of posenc.js, the glue that Emscripten makes from bindings/embind.cpp. Addresses are byte
// offsets into linear memory; 0 stands for none.

/** What a plan is made of; the fields of `Spec` in embind.cpp. Enumerations are by position. */
export interface NativeSpec {
  axisCount: number;
  axes: number;
  channels: number;
  declaredChannels: number;
  layout: number;
  phase: number;
  split: number;
  angles: number;
  channelsFirst: boolean;
  allowEmptyAxes: boolean;
  minTimescale: number;
  maxTimescale: number;
  shift: number;
}

/** A plan, or why there is none: `Made` in embind.cpp, `Status` in spec.hpp. */
export interface NativeMade {
  handle: number;
  fault: number;
  axis: number;
  actual: number;
  expected: number;
}

export interface NativeModule {
  makeSinusoidal(spec: NativeSpec): NativeMade;
  encode(plan: number, first: number, count: number, out: number): void;
  add(plan: number, first: number, count: number, x: number, out: number): void;
  encodeHalf(plan: number, type: number, first: number, count: number, out: number): void;
  addHalf(plan: number, type: number, first: number, count: number, x: number, out: number): void;
  bytesOf(plan: number): number;
  destroySinusoidal(plan: number): void;
  makePoints(spec: NativeSpec): NativeMade;
  encodePoints(plan: number, points: number, count: number, out: number): void;
  largestCoordinate(plan: number): number;
  destroyPoints(plan: number): void;
  roundToHalf(type: number, numbers: number, count: number, out: number): void;
  fromHalf(type: number, halves: number, count: number, out: number): void;
  allocate(bytes: number): number;
  release(address: number): void;
  /** Address of `scratchValues` floats, through which pass results for JavaScript's own arrays. */
  readonly scratch: number;
  readonly scratchValues: number;
  /** Address of `scratchPoints` doubles, through which pass coordinates. */
  readonly pointScratch: number;
  readonly scratchPoints: number;
}

export default function createModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<NativeModule>;
