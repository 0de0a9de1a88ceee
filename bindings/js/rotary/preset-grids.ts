// What presets of several axes share: checks of their options, and positions of the patches of a grid.
import { newDoubles } from '../check/arrays.js';
import { checkInteger, checkObject, checkPositive, listOf, productOf, rangeError } from '../check/check.js';
import { checkCount, copyNumbers, copyPerAxis } from '../check/lists.js';
import type { RotaryOptions } from './options.js';

/** Options for `Rotary`, and the position of each token. */
export interface RotaryPreset {
  options: RotaryOptions;
  /** [axes, tokens], as `positions` takes them. */
  positions: Float64Array;
}

export interface AxisSizes {
  /** The dimensions of each axis: even numbers. Those of the released model by default. */
  axisDims?: readonly number[];
  /** The base of the frequencies; that of the released model by default. */
  theta?: number;
}

export interface VisionHead {
  /** The dimensions of a head: a multiple of 4. */
  headDim: number;
  /** Rows and columns of patches. */
  grid: readonly [number, number];
}

export const periodKeys = ['base', 'minPeriod', 'maxPeriod', 'periods'] as const;
const sizeKeys = ['grid', 'axisDims', 'theta'] as const;

/** The options, whose keys must be among these. */
export function known<T extends object>(options: T, keys: readonly (keyof T & string)[]): T {
  return checkObject('options', options, new Set(keys)) as T;
}

/** `count` numbers from `first` to `last`. */
export const linear = (count: number, first: number, last: number) =>
  listOf(count, (i) => (count === 1 ? first : first + ((last - first) * i) / (count - 1)));

/** Two axes share a head's dimensions. */
export function sideOf(headDim: unknown): number {
  if (checkInteger('headDim', headDim, 4) % 4 === 0) return (headDim as number) / 2;
  throw rangeError('headDim', headDim, 'a multiple of 4, since two axes share it');
}

export function copyGrid(name: string, grid: unknown, axes: number): number[] {
  const sizes = copyPerAxis(name, grid, 'an array of sizes', axes, 'size');
  return sizes.map((size, i) => checkInteger(`${name}[${i}]`, size, 1));
}

/** Positions of several axes, filled one token after another. */
export function positionsFor(axes: number, tokens: number) {
  const list = newDoubles(axes * tokens);
  let token = 0;
  return {
    list,
    push(...position: number[]) {
      for (const [axis, coordinate] of position.entries()) list[axis * tokens + token] = coordinate;
      token += 1;
    },
  };
}

/** Calls use(...) with the place of each patch, the last axis fastest. */
export function forEachPatch(grid: readonly number[], use: (...at: [number, number, number]) => void): void {
  const [rows, columns] = grid.slice(-2) as [number, number];
  const count = productOf(grid);
  for (let i = 0; i < count; ++i) {
    const row = Math.floor(i / columns);
    const frame = Math.floor(row / rows);
    if (grid.length === 3) use(frame, row % rows, i % columns);
    else use(row, i % columns, 0);
  }
}

/** A checked grid, numbers of tokens, and the options of the embedding. */
export function read<K extends 'text' | 'image'>(
  options: AxisSizes & { grid: readonly number[] } & { [key in K]?: number },
  axisDims: readonly number[],
  theta: number,
  counts: readonly K[],
): RotaryOptions & { grid: number[] } & { [key in K]: number } {
  const given = { ...known(options, [...sizeKeys, ...counts]) };
  const grid = copyGrid('grid', given.grid, 2);
  const numbers = counts.map((key) => [key, checkInteger(key, given[key] ?? 0, 0)]);
  return { ...sized(given, axisDims, theta), grid, ...Object.fromEntries(numbers) };
}

/** An embedding whose heads have the axes' dimensions. */
export function sized(given: AxisSizes, axisDims: readonly number[], theta: number): RotaryOptions {
  const dims = copyPerAxis('axisDims', given.axisDims ?? axisDims, 'an array', axisDims.length, 'number');
  const headDim = dims.reduce((sum: number, dim, i) => sum + checkInteger(`axisDims[${i}]`, dim, 0), 0);
  return { headDim, axisDims: dims as number[], theta: given.theta ?? theta, pairing: 'adjacent' };
}

/** Frames, rows and columns, counted from 0. */
export function volume(
  options: AxisSizes & { grid: readonly number[] },
  axisDims: readonly number[],
  theta: number,
): RotaryPreset {
  const given = { ...known(options, sizeKeys) };
  const grid = copyGrid('grid', given.grid, 3);
  const at = positionsFor(3, productOf(grid));
  forEachPatch(grid, (frame, y, x) => at.push(frame, y, x));
  return { options: sized(given, axisDims, theta), positions: at.list };
}

/** Columns, then rows, counted from 0. */
export function columnsFirst(options: VisionHead & { theta?: number }, byDefault: number): RotaryPreset {
  const { headDim, grid, theta = byDefault } = known(options, ['headDim', 'grid', 'theta']);
  const side = sideOf(headDim);
  const sizes = copyGrid('grid', grid, 2);
  const at = positionsFor(2, productOf(sizes));
  forEachPatch(sizes, (y, x) => at.push(x, y));
  return { options: { headDim, axisDims: [side, side], theta, pairing: 'adjacent' }, positions: at.list };
}

interface Periods {
  base?: number;
  minPeriod?: number;
  maxPeriod?: number;
  periods?: ArrayLike<number>;
}

export function periodsOf({ base, minPeriod, maxPeriod, periods }: Periods, count: number): Float64Array {
  if (periods !== undefined) {
    if (base !== undefined) throw new TypeError('periods and base are both given: expected one of them');
    const list = copyNumbers('periods', periods);
    for (const [i, period] of list.entries()) checkPositive(`periods[${i}]`, period);
    checkCount('periods', list.length, count, 'number', 'one for each pair of an axis');
    return list;
  }
  if (minPeriod === undefined && maxPeriod === undefined) {
    const from = checkPositive('base', base ?? 100);
    return Float64Array.from({ length: count }, (_, j) => from ** (j / count));
  }
  if (base !== undefined) throw new TypeError('base and minPeriod are both given: expected one of them');
  const ratio = checkPositive('maxPeriod', maxPeriod) / checkPositive('minPeriod', minPeriod);
  return Float64Array.from(linear(count, 0, 1), (part) => (minPeriod as number) * ratio ** part);
}
