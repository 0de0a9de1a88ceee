// Makes a plan in the core: writes checked options into wasm memory as records, and calls the core.

import { heapDoubles } from '../runtime/heap.js';
import { outOfMemory } from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { readRecord, writeRecord } from '../runtime/records.js';
import { statusFields } from '../runtime/wire.js';
import { errorOf } from './errors.js';
import type { CheckedOptions } from './options.js';
import { axisFields, specFields } from './wire.js';

/** Makes a plan with `make`, a function of the core that takes the address of the records; returns its address. */
export function makePlan({ spec, axes }: CheckedOptions, make: (spec: number) => number): number {
  const native = getNative();
  const lists = new Set<Float64Array>();
  for (const { positions, frequencies } of axes) {
    if (positions !== undefined) lists.add(positions);
    if (frequencies !== undefined) lists.add(frequencies);
  }
  const fields = specFields.length + axes.length * axisFields.length;
  let doubles = fields;
  for (const list of lists) doubles += list.length;
  const address = native.allocate(doubles * 8);
  if (address === 0) throw outOfMemory(`the options of this encoding, ${doubles} numbers`);
  try {
    const heap = heapDoubles();
    let listAt = address / 8 + fields;
    const addresses = new Map<Float64Array | undefined, number>();
    for (const list of lists) {
      heap.set(list, listAt);
      addresses.set(list, listAt * 8);
      listAt += list.length;
    }
    let at = writeRecord(heap, address / 8, specFields, spec);
    for (const axis of axes) {
      const { length, offset, step, width, order, positions, frequencies } = axis;
      at = writeRecord(heap, at, axisFields, {
        length,
        offset,
        step,
        width,
        order,
        positions: addresses.get(positions) ?? 0,
        frequencies: addresses.get(frequencies) ?? 0,
        frequencyCount: frequencies?.length ?? 0,
      });
    }
    const plan = make(address);
    if (plan === 0) throw errorOf(readRecord(address, statusFields));
    return plan;
  } finally {
    native.release(address);
  }
}

/** With more frequencies than this, in all, comparing keys would cost too much. */
const maxFrequencies = 4096;

/** The key of a plan in the cache: all numbers it depends on. Undefined, so not cached, if it has long lists. */
export function keyOf(kind: 'grid' | 'points', { spec, axes }: CheckedOptions): string | undefined {
  let frequencyCount = 0;
  const parts: unknown[] = [kind, ...Object.values(spec)];
  for (const { length, offset, step, width, order, positions, frequencies } of axes) {
    if (positions !== undefined) return undefined;
    frequencyCount += frequencies?.length ?? 0;
    if (frequencyCount > maxFrequencies) return undefined;
    parts.push(length, offset, step, width, order, frequencies ? Array.from(frequencies).join() : '');
  }
  return parts.join(';');
}
