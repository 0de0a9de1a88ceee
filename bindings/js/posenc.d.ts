// The types of posenc.js, the glue that Emscripten makes from bindings/wasm. Addresses are byte offsets into
// wasm memory; 0 stands for none. Which functions there are, and which of them are called past Embind, is
// in bindings/schema.

import type { WasmImports, WasmInstance, WasmModule } from './platform-types.js';

export interface NativeModule {
  /** A block of memory; 0 when there is none. */
  allocate(bytes: number): number;
  release(address: number): void;
  /** `dtype` of 16 bits, by its number. */
  roundToHalf(dtype: number, doubles: number, count: number, out: number): void;
  fromHalf(dtype: number, halves: number, count: number, out: number): void;

  /** The plan of the spec at an address, a `SpecFields` with its `AxisFields`; 0 when the core refuses, and then
   *  a `StatusFields` is at the address. */
  makeGridPlan(spec: number): number;
  destroyGridPlan(plan: number): void;
  /** Values [first, first + count); after the last one the encoding starts again. */
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
  /** How many of up to `most` rows from `first` on are best written at once. */
  rowsAtOnce(plan: number, first: number, most: number): number;
  gridPlanBytes(plan: number): number;

  blockCount(plan: number): number;
  /** The tables of a block, and its `TableFields` at an address; 0 when there is no memory. */
  makeTables(plan: number, block: number, address: number): number;
  /** One row: first the fine ones, then the coarse ones. */
  writeTable(tables: number, row: number, out: number): void;
  destroyTables(tables: number): void;

  makePointPlan(spec: number): number;
  destroyPointPlan(plan: number): void;
  encodePoints(plan: number, dtype: number, points: number, count: number, out: number): void;
  pointPlanBytes(plan: number): number;
  largestCoordinate(plan: number): number;

  /** Address of room for `scratchValues` floats, through which results pass on their way to JavaScript's arrays. */
  readonly scratch: number;
  readonly scratchValues: number;
  /** Address of `scratchPoints` doubles, through which coordinates pass. */
  readonly pointScratch: number;
  readonly scratchPoints: number;
}

/** Called past Embind, which would convert the arguments. */
export type Direct = typeof import('./runtime/wire.js').directFunctions[number];

/** As the glue has it: functions that are called directly are their places in the table of functions. */
export type GlueModule = { [name in keyof NativeModule]: name extends Direct ? number : NativeModule[name] };

export default function createModule(options: {
  instantiateWasm(imports: WasmImports, done: (instance: WasmInstance, module: WasmModule) => void): object;
}): Promise<GlueModule>;
