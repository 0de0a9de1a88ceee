// The rotation tables of a plan on their way out of wasm memory, for executors that run elsewhere: as
// they are, row by row. tables.hpp says what a row holds and how rows become values.

import { memoryIsFull, withRoom } from '../runtime/memory.js';
import { heapDoubles, heapFloats } from '../runtime/module.js';
import type { Plan } from './plan.js';

/** `TableFields` in embind.cpp, in the same order. */
const fields = [
  'column',
  'columns',
  'pairs',
  'length',
  'inner',
  'stride',
  'first',
  'fineBits',
  'fineRows',
  'coarseRows',
] as const;

/** One block of channels, and how the positions of its axis walk through its tables. */
export type TableShape = { readonly [name in (typeof fields)[number]]: number };

export interface Tables {
  readonly shape: TableShape;
  /**
   * Copies rows [row, row + count), of the fine ones and behind them the coarse ones, to `out[at...]`: one
   * behind the other or, `transposed`, as so many columns of `count` values.
   */
  copy(row: number, count: number, out: Float32Array, at: number, transposed: boolean): void;
}

/** Lets `use` work with the tables of one of the plan's blocks. */
export function withTables<T>(plan: Plan, block: number, use: (tables: Tables) => T): T {
  const { native, handle } = plan;
  const tables = native.makeTables(handle, block, native.pointScratch);
  if (tables === 0) throw memoryIsFull('the tables of this encoding');
  try {
    const written = heapDoubles().subarray(native.pointScratch / 8, native.pointScratch / 8 + fields.length);
    const shape = Object.fromEntries(fields.map((name, i) => [name, written[i]])) as TableShape;
    const width = 2 * shape.stride;
    const copy: Tables['copy'] = (row, count, out, at, transposed) => {
      const piece = Math.max(1, Math.floor(native.scratchValues / width));
      withRoom(width, 4, native.scratch, native.scratchValues, (room) => {
        for (let done = 0; done < count; done += piece) {
          const rows = Math.min(piece, count - done);
          for (let r = 0; r < rows; ++r) native.writeTable(tables, row + done + r, room + r * width * 4);
          const from = room / 4;
          const heap = heapFloats();
          if (!transposed) {
            out.set(heap.subarray(from, from + rows * width), at + done * width);
            continue;
          }
          for (let c = 0; c < width; ++c) {
            const to = at + c * count + done;
            for (let r = 0; r < rows; ++r) out[to + r] = heap[from + r * width + c] as number;
          }
        }
      });
    };
    return use({ shape, copy });
  } finally {
    native.destroyTables(tables);
  }
}
