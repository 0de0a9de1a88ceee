// Copies the tables of a plan out of wasm memory, unchanged and row by row, for executors outside wasm.
// src/export/exported_tables.hpp says what a row holds and how values are computed from rows.
import { heapFloats } from '../runtime/heap.js';
import { outOfMemory } from '../runtime/memory.js';
import { readRecord } from '../runtime/records.js';
import { stream, wholeRows } from '../runtime/stream.js';
import type { GridPlan } from './plan.js';
import { tableFields } from './wire.js';

/** The `TableFields` of a block: its channels, and which table rows belong to which positions of its axis. */
export type TableShape = { readonly [name in (typeof tableFields)[number]]: number };

export interface Tables {
  readonly shape: TableShape;
  /**
   * Copies rows [row, row + count) to `out[at...]`, where the coarse rows are numbered after the fine ones: row by
   * row, or `transposed`, as columns of `count` values.
   */
  copy(row: number, count: number, out: Float32Array, at: number, transposed: boolean): void;
}

/** Calls `use` with the tables of one of the plan's blocks, which are freed afterwards. */
export function withTables<T>(plan: GridPlan, block: number, use: (tables: Tables) => T): T {
  const { native, handle } = plan;
  const tables = native.makeTables(handle, block, native.pointScratch);
  if (tables === 0) throw outOfMemory('the tables of this encoding');
  try {
    const shape: TableShape = readRecord(native.pointScratch, tableFields);
    const width = 2 * shape.stride;
    const copy: Tables['copy'] = (row, count, out, at, transposed) => {
      const copyPiece = (done: number, length: number, address: number) => {
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
      const job = {
        bytes: 4,
        count: count * width,
        pieceAt: wholeRows(width),
        minPiece: width,
        copyPiece,
      } as const;
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
