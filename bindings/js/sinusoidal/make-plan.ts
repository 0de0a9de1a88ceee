// Checked options on their way into the core: written into wasm memory, and made a plan of.

import { heapDoubles } from '../runtime/heap.js';
import { memoryIsFull } from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { readRecord, writeRecord } from '../runtime/records.js';
import { statusFields } from '../runtime/wire.js';
import { errorOf } from './errors.js';
import type { CheckedOptions } from './options.js';
import { axisFields, specFields } from './wire.js';

/** The address of a plan that `make`, a function of the core, makes of the spec at an address. */
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
  if (address === 0) throw memoryIsFull(`${doubles} numbers of this encoding`);
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

/** Frequencies that are worth comparing, in all. */
const mostFrequencies = 4096;

/** All numbers that a plan depends on; none where there are lists too long to be worth comparing. */
export function keyOf(kind: 'grid' | 'points', { spec, axes }: CheckedOptions): string | undefined {
  let frequencyCount = 0;
  const parts: unknown[] = [kind, ...Object.values(spec)];
  for (const { length, offset, step, width, order, positions, frequencies } of axes) {
    if (positions !== undefined) return undefined;
    frequencyCount += frequencies?.length ?? 0;
    if (frequencyCount > mostFrequencies) return undefined;
    parts.push(length, offset, step, width, order, frequencies ? Array.from(frequencies).join() : '');
  }
  return parts.join(';');
}
