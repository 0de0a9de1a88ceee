// The plan of a grid: it owns a plan in the core, and streams its values into arrays. The caller has checked the
// arguments.
import { productOf } from '../check/check.js';
import type { NativeModule } from '../posenc.js';
import { bytesOf, codeOf, type DType } from '../runtime/dtype.js';
import { addressOf, type Place } from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { withCachedPlan } from '../runtime/plan-cache.js';
import {
  largeCount,
  type OrderTrial,
  orderTrialOf,
  pieceCount,
  type RowOrder,
} from '../runtime/row-order.js';
import { type Stream, stream, type Write } from '../runtime/stream.js';
import { keyOf, makePlan } from './make-plan.js';
import type { CheckedOptions } from './options.js';
import { layoutNames } from './wire.js';

export class GridPlan {
  /** [...grid, channels], or [channels, ...grid]. */
  readonly shape: readonly number[];
  readonly rowCount: number;
  readonly rowLength: number;
  /** Whether sines and cosines alternate in a block. */
  readonly interleaved: boolean;
  readonly channelsFirst: boolean;
  readonly native: NativeModule;
  #handle: number;
  readonly #whenDisposed = new Set<() => void>();

  constructor(options: CheckedOptions) {
    this.native = getNative();
    this.#handle = makePlan(options, this.native.makeGridPlan);
    const grid = options.axes.map(({ length }) => length);
    const { channels, channelsFirst, layout } = options.spec;
    const points = productOf(grid);
    this.channelsFirst = channelsFirst;
    this.interleaved = layoutNames[layout as number] === 'interleaved';
    this.shape = Object.freeze(channelsFirst ? [channels, ...grid] : [...grid, channels]);
    this.rowCount = channelsFirst ? channels : points;
    this.rowLength = channelsFirst ? points : channels;
  }

  get size(): number {
    return this.rowCount * this.rowLength;
  }

  /** @throws Error after `dispose`. */
  checkLive(): void {
    if (this.#handle === 0) throw new Error('The plan has been disposed of: create another Sinusoidal');
  }

  /** The address of the plan in the core, for code that calls the core itself. */
  get handle(): number {
    return this.#handle;
  }

  /** Bytes of its tables in wasm memory. */
  get bytes(): number {
    return this.native.gridPlanBytes(this.#handle);
  }

  /** Calls `release` when the plan is disposed of, unless the returned function is called first. */
  onDispose(release: () => void): () => void {
    this.#whenDisposed.add(release);
    return () => this.#whenDisposed.delete(release);
  }

  dispose(): void {
    if (this.#handle !== 0) this.native.destroyGridPlan(this.#handle);
    this.#handle = 0;
    for (const release of this.#whenDisposed) release();
    this.#whenDisposed.clear();
  }

  /** Fills `out` with values from index `first` on, starting again at 0 after the last value. */
  encode(dtype: DType, first: number, out: Place<object>): void {
    const { native } = this;
    const code = codeOf(dtype);
    const handle = this.#handle;
    this.#stream(dtype, first, undefined, out, (order) => (done, length, _, to) => {
      native.encodeGrid(handle, code, order, first + done, length, to);
    });
  }

  /** out = x + encoding, repeated over the batch. `x` may be `out`. */
  add(dtype: DType, x: Place<object>, out: Place<object>): void {
    const { native } = this;
    const code = codeOf(dtype);
    const handle = this.#handle;
    this.#stream(dtype, 0, x, out, (order) => (done, length, from, to) => {
      native.addGrid(handle, code, order, done, length, from, to);
    });
  }

  #stream(
    dtype: DType,
    first: number,
    x: Place<object> | undefined,
    out: Place<object>,
    writeIn: (order: RowOrder) => Write,
  ): void {
    const count = out.length;
    const pieceAt = this.#pieceAt(first, count);
    const bytes = bytesOf(dtype);
    const job: Stream = x === undefined ? { bytes, count, pieceAt, out } : { bytes, count, pieceAt, x, out };
    const trial = count < largeCount || bytes !== 4 ? undefined : this.#orderTrial(x, out);
    if (trial === undefined || trial.kept !== undefined) {
      stream(job, writeIn(trial?.kept ?? 0));
      return;
    }
    const writes = [writeIn(0), writeIn(1)] as const;
    const timed: Stream = { ...job, pieceAt: (done) => pieceAt(done, pieceCount), bounded: true };
    stream(timed, (done, length, from, to) => {
      const start = performance.now();
      writes[trial.next](done, length, from, to);
      if (2 * length > pieceCount) trial.record(performance.now() - start, length);
    });
  }

  /** The trial for a large result in wasm memory, if the core can write its rows in either order. */
  #orderTrial(x: Place<object> | undefined, out: Place<object>): OrderTrial | undefined {
    const { channelsFirst, rowLength, shape } = this;
    if (channelsFirst || shape.length > 2 || rowLength % 16 !== 0) return undefined;
    if (addressOf(out) < 0 || (x !== undefined && addressOf(x) < 0)) return undefined;
    const kind = [x === undefined, this.interleaved, rowLength < 1024, out.length < 2 * largeCount];
    return orderTrialOf(kind.join());
  }

  /** Pieces are whole rows if a row fits into the scratch, since the core writes several rows at once. */
  #pieceAt(first: number, count: number): Stream['pieceAt'] {
    const { native, rowCount, rowLength } = this;
    return (done, room) => {
      const maxRows = Math.floor(room / rowLength);
      if (count <= room || maxRows === 0 || first % rowLength !== 0) return room;
      const row = ((first + done) / rowLength) % rowCount;
      return native.rowsAtOnce(this.#handle, row, maxRows) * rowLength;
    };
  }
}

/** Calls `use` with a plan for the options, cached or new. */
export function withGridPlan<T>(options: CheckedOptions, use: (plan: GridPlan) => T): T {
  return withCachedPlan(keyOf('grid', options), () => new GridPlan(options), use);
}
