// Where the vectors of a tensor are: its batches, positions and heads, and the pieces in which they are rotated.
import { counted, productOf, rangeError, show } from '../check/check.js';
import { checkShape } from '../runtime/tensor.js';
import { checkPositions, type PositionIds, type Positions } from './positions.js';

export interface VectorOptions {
  /** The tensor's shape: [..., seq, headDim], or with `seqAxis: -3` [..., seq, heads, headDim]. */
  shape: readonly number[];
  /** The axis of the positions, counted from the end; -2 by default. */
  seqAxis?: -2 | -3;
  /** The position of the first vector of a sequence: an integer of at least 0, which is the default. */
  offset?: number;
  /**
   * Instead of `offset`: the position of each vector of a sequence, or of each batch's sequence, [batch, seq]. Integers
   * of at least 0. The batch is the first axis, or with `seqAxis: -3` all axes before `seq`.
   */
  positions?: PositionIds;
}

/** The vectors of a tensor, grouped: `batches` groups of `positions` positions of `heads` heads each. */
export interface Vectors {
  readonly seqAxis: -2 | -3;
  readonly dim: number;
  readonly batches: number;
  readonly positions: number;
  readonly heads: number;
  /** Whether the heads of a position follow each other; otherwise the positions of a head do. */
  readonly headsInner: boolean;
  readonly size: number;
  readonly at: Positions;
  /** Positions in `at` from one group to the next: 0 if they share them. */
  readonly idsPerBatch: number;
}

export const vectorKeys = ['shape', 'seqAxis', 'offset', 'positions'];

/**
 * @param dim the expected length of a vector
 * @param name of the shape
 * @param known the positions, if they have been read
 */
export function checkVectors(
  { shape: given, seqAxis = -2, offset, positions }: VectorOptions,
  dim: number,
  name = 'shape',
  known?: Positions,
): Vectors {
  if (seqAxis !== -2 && seqAxis !== -3) throw rangeError('seqAxis', seqAxis, '-2 or -3');
  const shape = checkShape(name, given);
  const rank = shape.length;
  if (rank < -seqAxis || shape[rank - 1] !== dim) {
    const expected = seqAxis === -2 ? '[..., seq, headDim]' : '[..., seq, heads, headDim]';
    throw rangeError(name, shape, `${expected} with headDim ${dim}`);
  }
  const seq = shape[rank + seqAxis] as number;
  const outer = productOf(shape.slice(0, rank + seqAxis));
  const at = known ?? checkPositions(offset, positions, seq);
  const batch = seqAxis === -3 ? outer : rank > 2 ? (shape[0] as number) : 1;
  const count = at.list?.length ?? seq;
  const isShared = count === seq;
  if (!isShared && count !== batch * seq) {
    const perBatch = batch > 1 ? ` or ${batch * seq}, one for each batch's positions` : '';
    throw new RangeError(
      `positions has ${counted(count, 'value')}: expected ${seq}, one for each position of the ${name} ${show(shape)}${perBatch}`,
    );
  }
  const size = productOf(shape);
  const idsPerBatch = isShared ? 0 : seq;
  // Without batches of their own, all vectors of a position are its heads. A single position has no stride.
  const headsInner = seqAxis === -3 || seq === 1;
  const batches = seqAxis === -3 ? outer : isShared ? 1 : batch;
  const heads = seqAxis === -3 ? (shape[rank - 2] as number) : outer / batches;
  return { seqAxis, dim, batches, positions: seq, heads, headsInner, size, at, idsPerBatch };
}

/** Vectors that are rotated in one call. In the scratch they are contiguous. */
export interface Piece {
  /** The first value. */
  readonly index: number;
  /** The number of values. */
  readonly length: number;
  readonly heads: number;
  /** The first head, counted within its group. */
  readonly head: number;
  /** The first of the positions, counted in `at`. */
  readonly first: number;
  readonly positions: number;
}

/**
 * The piece after the first `done` values, in an order in which pieces with the same positions follow each other.
 *
 * @param most the most positions of a piece
 * @param inPlace whether the heads of a piece may lie apart
 */
export function pieceOf(vectors: Vectors, most: number, done: number, inPlace = false): Piece {
  const { dim, positions, heads, headsInner, idsPerBatch } = vectors;
  const perPosition = heads * dim;
  const batch = Math.floor(done / (positions * perPosition));
  const within = done - batch * positions * perPosition;
  const start = Math.floor(within / (most * perPosition)) * most;
  const count = Math.min(most, positions - start);
  const first = batch * idsPerBatch + start;
  if (inPlace && !headsInner) {
    const index = batch * positions * perPosition + start * dim;
    return { index, length: count * perPosition, heads, head: 0, first, positions: count };
  }
  if (headsInner) {
    return { index: done, length: count * perPosition, heads, head: 0, first, positions: count };
  }
  const head = Math.floor((within - start * perPosition) / (count * dim));
  const index = (batch * heads + head) * positions * dim + start * dim;
  return { index, length: count * dim, heads: 1, head, first, positions: count };
}
