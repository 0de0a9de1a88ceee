// The types of posenc.js, the glue that Emscripten generates from bindings/wasm. Addresses are byte offsets into wasm
// memory; 0 means none. bindings/schema lists the functions, and which of them are called directly, without Embind.

import type { WasmImports, WasmInstance, WasmModule } from './platform-types.js';

export interface NativeModule {
  /** Allocates memory; 0 if there is not enough. */
  allocate(bytes: number): number;
  release(address: number): void;
  /** `dtype` is the number of a 16-bit type. */
  roundToHalf(dtype: number, doubles: number, count: number, out: number): void;
  fromHalf(dtype: number, halves: number, count: number, out: number): void;

  /** Makes a plan from the `SpecFields` at an address, with its `AxisFields` after it. Returns 0 on an error, with a
   *  `StatusFields` at the address. */
  makeGridPlan(spec: number): number;
  destroyGridPlan(plan: number): void;
  /** Writes values [first, first + count), starting again at 0 after the last value. */
  encodeGrid(plan: number, dtype: number, order: number, first: number, count: number, out: number): void;
  addGrid(
    plan: number,
    dtype: number,
    order: number,
    first: number,
    count: number,
    x: number,
    out: number,
  ): void;
  /** How many rows, from row `first` on and at most `most`, are best written at once. */
  rowsAtOnce(plan: number, first: number, most: number): number;
  gridPlanBytes(plan: number): number;

  blockCount(plan: number): number;
  /** Makes the tables of a block, and writes its `TableFields` to an address. Returns 0 if memory runs out. */
  makeTables(plan: number, block: number, address: number): number;
  /** Writes one row of the tables: fine rows are numbered first, then coarse rows. */
  writeTable(tables: number, row: number, out: number): void;
  destroyTables(tables: number): void;

  makePointPlan(spec: number): number;
  destroyPointPlan(plan: number): void;
  encodePoints(plan: number, dtype: number, points: number, count: number, out: number): void;
  pointPlanBytes(plan: number): number;
  largestCoordinate(plan: number): number;

  /** Writes `count` ids of a type as int32. Returns the index of the first that is no integer from 0 to `largest`, or -1. */
  readIds(type: number, ids: number, count: number, largest: number, out: number): number;
  /** Writes int32 as int64. */
  widenIds(ids: number, count: number, out: number): void;
  /** `mask` is the address of int32, or 0 if all tokens are real. Results of this function and the next ones are int32. */
  maskPositions(
    convention: number,
    mask: number,
    batch: number,
    length: number,
    past: number,
    paddingIndex: number,
    out: number,
  ): void;
  /** Takes the `MropeFields` at an address, and writes `MropeStatusFields` there. */
  mropePositions(address: number, out: number, ends: number, deltas: number): void;
  /** `grids` is the address of three int32 for each grid. */
  visionPositions(grids: number, count: number, merge: number, temporal: number, out: number): void;
  nearestPositions(grids: number, count: number, side: number, out: number): void;

  /** Makes a plan from the `RotaryFields` at an address. Returns 0 if memory runs out. */
  makeRotary(spec: number): number;
  destroyRotary(plan: number): void;
  /** Makes a plan ready for calls of a length. Returns 0 if memory runs out. */
  prepareRotary(plan: number, length: number): number;
  /** Writes the frequencies, rounded up to a multiple of 4, as doubles. */
  rotaryFrequencies(plan: number, out: number): void;
  rotaryAttention(plan: number): number;
  rotaryLargestPosition(plan: number): number;
  rotaryMostPositions(plan: number): number;
  rotaryBytes(plan: number): number;
  /** `positions` is the address of `count` doubles, or 0 for those from `first` on. */
  writeRotaryTables(
    plan: number,
    form: number,
    dtype: number,
    xposSign: number,
    center: number,
    positions: number,
    first: number,
    count: number,
    head: number,
    cos: number,
    sin: number,
  ): void;
  applyRotary(
    plan: number,
    rotation: number,
    dtype: number,
    xposSign: number,
    center: number,
    positions: number,
    first: number,
    count: number,
    heads: number,
    positionStep: number,
    headStep: number,
    head: number,
    x: number,
    out: number,
  ): void;
  /** `bias` is the address of a float for each head and pair, or 0. */
  writePolar(
    plan: number,
    positions: number,
    first: number,
    count: number,
    heads: number,
    positionStep: number,
    headStep: number,
    bias: number,
    x: number,
    out: number,
  ): void;

  /** Writes the taps of patches from `first` on, for the `ResizeFields` at an address: int32 and float32. */
  writeTaps(fields: number, first: number, count: number, indices: number, weights: number): void;
  /** Makes a plan from the `ResizeFields` at an address. Returns 0 if memory runs out. */
  makeResample(fields: number): number;
  destroyResample(plan: number): void;
  /** How many rows of the table must have been added for an output row. */
  resampleRowsFor(plan: number, outputRow: number): number;
  addResampleRow(plan: number, row: number, from: number): void;
  /** Rows are written in ascending order. */
  writeResampleRow(plan: number, outputRow: number, out: number): void;

  /** Address of the scratch: `scratchValues` floats. */
  readonly scratch: number;
  readonly scratchValues: number;
  /** Address of the scratch for coordinates: `scratchPoints` doubles. */
  readonly pointScratch: number;
  readonly scratchPoints: number;
}

/** Functions that are called directly, without Embind's conversion of arguments. */
export type Direct = typeof import('./runtime/wire.js').directFunctions[number];

/** The module as the glue has it: direct functions are given by their indices in the function table. */
export type GlueModule = { [name in keyof NativeModule]: name extends Direct ? number : NativeModule[name] };

export default function createModule(options: {
  instantiateWasm(imports: WasmImports, done: (instance: WasmInstance, module: WasmModule) => void): object;
}): Promise<GlueModule>;
