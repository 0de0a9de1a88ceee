// The types of posenc.js, the glue that Emscripten makes from bindings/wasm/embind.cpp. Addresses are byte
// offsets into linear memory; 0 stands for none.

import type { WasmImports, WasmInstance, WasmModule } from './platform-types.js';

export interface NativeModule {
  /** The plan of the spec at an address (spec.ts writes it); 0 when there is none. */
  makeSinusoidal(spec: number): number;
  encode(plan: number, first: number, count: number, out: number): void;
  add(plan: number, first: number, count: number, x: number, out: number): void;
  /** How many of up to `most` rows from `first` on are best written at once. */
  rowsAtOnce(plan: number, first: number, most: number): number;
  /** Without x when its address is 0. */
  encodeHalf(plan: number, type: number, first: number, count: number, x: number, out: number): void;
  bytesOf(plan: number): number;
  destroySinusoidal(plan: number): void;
  blockCount(plan: number): number;
  /** The tables of a block, and its `TableFields` at an address; 0 when there is no memory. */
  makeTables(plan: number, block: number, address: number): number;
  /** One row: first the fine ones, then the coarse ones. */
  writeTable(tables: number, row: number, out: number): void;
  destroyTables(tables: number): void;
  makePoints(spec: number): number;
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

/** As the glue has it: functions that are called often stand there as their places in the table of functions. */
export type GlueModule = { [name in keyof NativeModule]: name extends Direct ? number : NativeModule[name] };
export type Direct =
  | 'encode'
  | 'add'
  | 'rowsAtOnce'
  | 'makeSinusoidal'
  | 'destroySinusoidal'
  | 'allocate'
  | 'release';

export default function createModule(options: {
  instantiateWasm(imports: WasmImports, done: (instance: WasmInstance, module: WasmModule) => void): object;
}): Promise<GlueModule>;
