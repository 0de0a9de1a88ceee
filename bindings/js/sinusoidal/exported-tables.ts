// The tables of a plan on their way out of wasm memory, for executors that run elsewhere: as they are, row by
// row. exported_tables.hpp says what a row holds and how rows become values.
import { heapFloats } from '../runtime/heap.js';
import { memoryIsFull } from '../runtime/memory.js';
import { readRecord } from '../runtime/records.js';
import { stream, wholeRows } from '../runtime/stream.js';
import type { GridPlan } from './plan.js';
import { tableFields } from './wire.js';

/** One block of channels, and how the positions of its axis walk through its tables. */
export type TableShape = { readonly [name in (typeof tableFields)[number]]: number };

export interface Tables {
  readonly shape: TableShape;
  /**
   * Copies rows [row, row + count), of the fine ones and after them the coarse ones, to `out[at...]`: one
   * after the other or, `transposed`, as so many columns of `count` values.
   */
  copy(row: number, count: number, out: Float32Array, at: number, transposed: boolean): void;
}

/** Lets `use` work with the tables of one of the plan's blocks. */
export function withTables<T>(plan: GridPlan, block: number, use: (tables: Tables) => T): T {
  const { native, handle } = plan;
  const tables = native.makeTables(handle, block, native.pointScratch);
  if (tables === 0) throw memoryIsFull('the tables of this encoding');
  try {
    const shape: TableShape = readRecord(native.pointScratch, tableFields);
    const width = 2 * shape.stride;
    const copy: Tables['copy'] = (row, count, out, at, transposed) => {
      const take = (done: number, length: number, address: number) => {
        const heap = heapFloats();
        const from = address / 4;
        if (!transposed) {
          out.set(heap.subarray(from, from + length), at + done);
          return;
        }
        const [first, rows] = [done / width, length / width];
        for (let c = 0; c < width; ++c) {
          const to = at + c * count + first;
          for (let r = 0; r < rows; ++r) out[to + r] = heap[from + r * width + c] as number;
        }
      };
      const job = { bytes: 4, count: count * width, pieceAt: wholeRows(width), whole: width, take } as const;
      stream(job, (done, length, _, to) => {
        const first = row + done / width;
        for (let r = 0; r * width < length; ++r) native.writeTable(tables, first + r, to + r * width * 4);
      });
    };
    return use({ shape, copy });
  } finally {
    native.destroyTables(tables);
  }
}
