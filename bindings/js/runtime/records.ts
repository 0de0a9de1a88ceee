// Reads and writes records in wasm memory: one double per field, in the order of the schema.
import { heapDoubles } from './heap.js';

/** Writes a record at index `at` of the heap; returns the index after it. */
export function writeRecord<Field extends string>(
  heap: Float64Array,
  at: number,
  fields: readonly Field[],
  record: Readonly<Record<Field, number | boolean>>,
): number {
  let to = at;
  for (const field of fields) heap[to++] = Number(record[field]);
  return to;
}

/** Reads the record at an address. */
export function readRecord<Field extends string>(
  address: number,
  fields: readonly Field[],
): Record<Field, number> {
  const heap = heapDoubles();
  const from = address / 8;
  return Object.fromEntries(fields.map((field, i) => [field, heap[from + i]])) as Record<Field, number>;
}
