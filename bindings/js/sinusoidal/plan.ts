// A plan of the core, and its results on their way into arrays: in place where the array lies in wasm
// memory, else through the scratch in pieces. Arguments were checked by who calls.
import { productOf } from '../check/check.js';
import type { NativeModule } from '../posenc.js';
import { addressOf, floatsAt, halvesAt, type Place } from '../runtime/memory.js';
import { getNative, heapFloats, heapHalves } from '../runtime/module.js';
import { type Draft, makePlan } from './options.js';

/** The types of 16 bits, as the core counts them: `Half` in half.hpp. */
export type HalfType = 0 | 1;

export class Plan {
  /** [...grid, channels], or [channels, ...grid]. */
  readonly shape: readonly number[];
  readonly rowCount: number;
  readonly rowLength: number;
  /** Whether the channels of a block lie s c s c ..., or s s ... c c .... */
  readonly interleaved: boolean;
  readonly channelsFirst: boolean;
  readonly native: NativeModule;
  #handle: number;
  readonly #whenDisposed = new Set<() => void>();

  constructor(draft: Draft) {
    this.native = getNative();
    this.#handle = makePlan(draft, this.native.makeSinusoidal);
    const grid = draft.axes.map(({ length }) => length);
    const { channels, channelsFirst } = draft.spec;
    const points = productOf(grid);
    this.channelsFirst = channelsFirst;
    this.interleaved = draft.spec.layout === 0;
    this.shape = Object.freeze(channelsFirst ? [channels, ...grid] : [...grid, channels]);
    this.rowCount = channelsFirst ? channels : points;
    this.rowLength = channelsFirst ? points : channels;
  }

  get size(): number {
    return this.rowCount * this.rowLength;
  }

  /** @throws Error when the plan is disposed of. */
  checkLive(): void {
    if (this.#handle === 0) throw new Error('The plan is disposed of: make another Sinusoidal');
  }

  /** The plan in the core, for what is not done here. */
  get handle(): number {
    return this.#handle;
  }

  /** What its tables take in wasm memory. */
  get bytes(): number {
    return this.native.bytesOf(this.#handle);
  }

  /** Lets whoever holds something for this plan give it back with it; the result takes that back. */
  onDispose(release: () => void): () => void {
    this.#whenDisposed.add(release);
    return () => this.#whenDisposed.delete(release);
  }

  dispose(): void {
    if (this.#handle !== 0) this.native.destroySinusoidal(this.#handle);
    this.#handle = 0;
    for (const release of this.#whenDisposed) release();
    this.#whenDisposed.clear();
  }

  /** Fills `out` with values from `first` on; after the last one the encoding starts again. */
  encode(first: number, out: Place): void {
    const { native } = this;
    const handle = this.#handle;
    const address = addressOf(out);
    if (address >= 0) {
      if (out.length > 0) native.encode(handle, first, out.length, address);
      return;
    }
    const { scratch, scratchValues } = native;
    if (out.length <= scratchValues) {
      native.encode(handle, first, out.length, scratch);
      copyFrom(scratch, out.length, out, 0);
      return;
    }
    for (const { done, length } of this.#pieces(first, out.length)) {
      native.encode(handle, first + done, length, scratch);
      copyFrom(scratch, length, out, done);
    }
  }

  /** out = x + encoding, over the batch; `x` may be `out`. */
  add(x: Place, out: Place): void {
    const { native } = this;
    const handle = this.#handle;
    const from = addressOf(x);
    const to = addressOf(out);
    if (from >= 0 && to >= 0) {
      if (x.length > 0) native.add(handle, 0, x.length, from, to);
      return;
    }
    const { scratch } = native;
    for (const { done, length } of this.#pieces(0, x.length)) {
      // What lies in wasm memory is read or written there; what does not passes through the scratch.
      if (from < 0) heapFloats().set(floatsAt(x, done, length), scratch / 4);
      native.add(
        handle,
        done,
        length,
        from < 0 ? scratch : from + done * 4,
        to < 0 ? scratch : to + done * 4,
      );
      if (to < 0) copyFrom(scratch, length, out, done);
    }
  }

  /** As `encode`, in a type of 16 bits, each value rounded once from the exact one. */
  encodeHalf(type: HalfType, first: number, out: Place<object>): void {
    const { scratch } = this.native;
    for (const { done, length } of this.#pieces(first, out.length)) {
      this.native.encodeHalf(this.#handle, type, first + done, length, 0, scratch);
      halvesAt(out, done, length).set(heapHalves().subarray(scratch / 2, scratch / 2 + length));
    }
  }

  /** As `add`, in a type of 16 bits, each sum rounded once from the exact one. */
  addHalf(type: HalfType, x: Place<object>, out: Place<object>): void {
    const { scratch } = this.native;
    for (const { done, length } of this.#pieces(0, x.length)) {
      heapHalves().set(halvesAt(x, done, length), scratch / 2);
      this.native.encodeHalf(this.#handle, type, done, length, scratch, scratch);
      halvesAt(out, done, length).set(heapHalves().subarray(scratch / 2, scratch / 2 + length));
    }
  }

  /** Pieces of `count` values from `first` on that fit the scratch: whole rows where a row fits. */
  *#pieces(first: number, count: number): Generator<{ done: number; length: number }> {
    const { native, rowCount, rowLength } = this;
    const mostRows = Math.floor(native.scratchValues / rowLength);
    const wholeRows = mostRows > 0 && first % rowLength === 0;
    for (let done = 0; done < count; ) {
      const row = ((first + done) / rowLength) % rowCount;
      const most = wholeRows
        ? native.rowsAtOnce(this.#handle, row, mostRows) * rowLength
        : native.scratchValues;
      const length = Math.min(most, count - done);
      yield { done, length };
      done += length;
    }
  }
}

/** Below, a loop is over before a view is made. */
const fewValues = 64;

/** out[at...] = `count` values at an address of wasm memory. */
function copyFrom(address: number, count: number, out: Place, at: number): void {
  const heap = heapFloats();
  const from = address / 4;
  if (count > fewValues) {
    floatsAt(out, at, count).set(heap.subarray(from, from + count));
    return;
  }
  const { array } = out;
  for (let i = 0; i < count; ++i) array[at + i] = heap[from + i] as number;
}
