// Wasm memory that a call needs only while it runs.
import { rangeError } from '../check/check.js';
import { currentArray } from '../runtime/memory.js';
import { getNative, linearMemory } from '../runtime/module.js';
import type { GivenIds } from './ids.js';

const views = [Int32Array, BigInt64Array, Float64Array] as const;

export class Workspace {
  readonly native = getNative();
  readonly #addresses: number[] = [];

  /** Runs `work`, then frees the memory. */
  static use<T>(work: (workspace: Workspace) => T): T {
    const workspace = new Workspace();
    try {
      return work(workspace);
    } finally {
      for (const address of workspace.#addresses) workspace.native.release(address);
    }
  }

  /** Memory for `count` values. This may grow wasm memory, and so detach every view of it. */
  allocate(bytes: 4 | 8, count: number): number {
    const address = this.native.allocate(bytes * count);
    if (address === 0) {
      throw new RangeError(`${count} ids are more than wasm memory can hold (4 GiB): compute them in parts`);
    }
    this.#addresses.push(address);
    return address;
  }

  /** A copy of a small list of int32 or of doubles; 0 for none. */
  copy(bytes: 4 | 8, values: ArrayLike<number> | undefined): number {
    if (values === undefined) return 0;
    const address = this.allocate(bytes, values.length);
    const View = bytes === 4 ? Int32Array : Float64Array;
    new View(linearMemory(), address, values.length).set(values);
    return address;
  }

  /** A copy of a list of ids as int32, checked to be integers from 0 to `largest`. */
  ids({ name, list, place, type }: GivenIds, largest: number, expected: string): number {
    const { length } = place;
    const address = this.allocate(4, length);
    const from = type === 0 ? address : this.allocate(8, length);
    const View = views[type];
    new View(linearMemory(), from, length).set(currentArray(place) as never);
    const wrong = this.native.readIds(type, from, length, largest, address);
    if (wrong >= 0) throw rangeError(`${name}[${wrong}]`, list[wrong], expected);
    return address;
  }
}
