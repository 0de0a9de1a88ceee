// The order in which the rows of large results are written; src/base/row_order.hpp says why it matters. Which
// order is faster depends on the processor, and JavaScript cannot tell which one that is. So the first large
// results are written in pieces, in both orders alternately, and the faster order is kept. The values are the
// same bits in either.

/** Values of the smallest result that is worth it. Smaller ones stay in a cache, where mirrored rows win. */
export const largeCount = 2 ** 21;

/** Values of a piece: enough to time, also with the coarse clocks of browsers. */
export const pieceCount = 2 ** 20;

/** The order that won more of this many comparisons is kept. */
const comparisons = 24;

/** An order, by its place in the core's enumeration: mirrored or ascending. */
export type RowOrder = 0 | 1;

/** Compares pieces two by two, in the orders 0 1, 1 0, 0 1, ... */
export class OrderTrial {
  #kept: RowOrder | undefined;
  #leading: RowOrder = 0;
  #leadingTime: number | undefined;
  #leadingCount = 0;
  readonly #wins: [number, number] = [0, 0];

  /** The faster order; undefined while the trial goes on. */
  get kept(): RowOrder | undefined {
    return this.#kept;
  }

  /** The order to write the next piece in. */
  get next(): RowOrder {
    return this.#leadingTime === undefined ? this.#leading : other(this.#leading);
  }

  /** Records the time that the next piece took, of `count` values. */
  record(time: number, count: number): void {
    const leading = this.#leading;
    const leadingTime = this.#leadingTime;
    if (leadingTime === undefined) {
      this.#leadingTime = time;
      this.#leadingCount = count;
      return;
    }
    // Times that a clock cannot tell apart decide nothing.
    if (leadingTime !== time) {
      const leadingWins = leadingTime * count < time * this.#leadingCount;
      this.#wins[leadingWins ? leading : other(leading)] += 1;
    }
    this.#leadingTime = undefined;
    this.#leading = other(leading);
    const [mirrored, ascending] = this.#wins;
    if (mirrored + ascending === comparisons) this.#kept = ascending > mirrored ? 1 : 0;
  }
}

const other = (order: RowOrder) => (1 - order) as RowOrder;

const trials = new Map<string, OrderTrial>();

/** The trial of results of one kind, in which both orders cost the same on one processor. */
export function orderTrialOf(kind: string): OrderTrial {
  let trial = trials.get(kind);
  if (trial === undefined) {
    trial = new OrderTrial();
    trials.set(kind, trial);
  }
  return trial;
}
