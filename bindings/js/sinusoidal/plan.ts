// The plan of a grid in the core, and its values on their way into arrays. Arguments were checked by the caller.
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
import { type Stream, stream } from '../runtime/stream.js';
import { keyOf, makePlan } from './make-plan.js';
import type { CheckedOptions } from './options.js';
import { layoutNames } from './wire.js';

export class GridPlan {
  /** [...grid, channels], or [channels, ...grid]. */
  readonly shape: readonly number[];
  readonly rowCount: number;
  readonly rowLength: number;
  /** Whether the sines and cosines of a block alternate. */
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
    return this.native.gridPlanBytes(this.#handle);
  }

  /** Calls `release` when the plan is disposed of; the result takes that back. */
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

  /** Fills `out` with values from `first` on; after the last one the encoding starts again. */
  encode(dtype: DType, first: number, out: Place<object>): void {
    const { native } = this;
    const code = codeOf(dtype);
    const handle = this.#handle;
    this.#stream(dtype, first, undefined, out, (order, done, length, _, to) =>
      native.encodeGrid(handle, code, order, first + done, length, to),
    );
  }

  /** out = x + encoding, over the batch; `x` may be `out`. */
  add(dtype: DType, x: Place<object>, out: Place<object>): void {
    const { native } = this;
    const code = codeOf(dtype);
    const handle = this.#handle;
    this.#stream(dtype, 0, x, out, (order, done, length, from, to) =>
      native.addGrid(handle, code, order, done, length, from, to),
    );
  }

  #stream(
    dtype: DType,
    first: number,
    x: Place<object> | undefined,
    out: Place<object>,
    write: (order: RowOrder, done: number, length: number, x: number, out: number) => void,
  ): void {
    const bytes = bytesOf(dtype);
    const count = out.length;
    const pieceAt = this.#pieceAt(first, count);
    const trial = count >= largeCount && bytes === 4 ? this.#orderTrial(x, out) : undefined;
    if (trial === undefined || trial.kept !== undefined) {
      const order = trial === undefined ? 0 : (trial.kept as RowOrder);
      const job: Stream =
        x === undefined ? { bytes, count, pieceAt, out } : { bytes, count, pieceAt, x, out };
      stream(job, (done, length, from, to) => write(order, done, length, from, to));
      return;
    }
    const timed: Stream['pieceAt'] = (done) => pieceAt(done, pieceCount);
    const job: Stream = { bytes, count, pieceAt: timed, out, bounded: true, ...(x && { x }) };
    stream(job, (done, length, from, to) => {
      const start = performance.now();
      write(trial.next, done, length, from, to);
      if (2 * length > pieceCount) trial.record(performance.now() - start, length);
    });
  }

  /** For large results in wasm memory, whose rows the core can write in either order. */
  #orderTrial(x: Place<object> | undefined, out: Place<object>): OrderTrial | undefined {
    const { channelsFirst, rowLength, shape } = this;
    if (channelsFirst || shape.length > 2 || rowLength % 16 !== 0) return undefined;
    if (addressOf(out) < 0 || (x !== undefined && addressOf(x) < 0)) return undefined;
    const kind = [x === undefined, this.interleaved, rowLength < 1024, out.length < 2 * largeCount];
    return orderTrialOf(kind.join());
  }

  /** In whole rows where a row fits, since the core writes several of them at once. */
  #pieceAt(first: number, count: number): Stream['pieceAt'] {
    const { native, rowCount, rowLength } = this;
    return (done, room) => {
      const mostRows = Math.floor(room / rowLength);
      if (count <= room || mostRows === 0 || first % rowLength !== 0) return room;
      const row = ((first + done) / rowLength) % rowCount;
      return native.rowsAtOnce(this.#handle, row, mostRows) * rowLength;
    };
  }
}

/** Lets `use` work with a plan of the options, cached or new. */
export function withGridPlan<T>(options: CheckedOptions, use: (plan: GridPlan) => T): T {
  return withCachedPlan(keyOf('grid', options), () => new GridPlan(options), use);
}
