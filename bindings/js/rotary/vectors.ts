// Where the vectors of a tensor are: its batches, positions and heads, and the pieces in which they are rotated.
import { checkInteger, counted, productOf, rangeError, show } from '../check/check.js';
import { checkShape } from '../runtime/tensor.js';
import { type AxisPlace, checkPositions, type PositionIds, type Positions } from './positions.js';

export interface VectorOptions {
  /** The tensor's shape: [..., seq, headDim], or with `seqAxis: -3` [..., seq, heads, headDim]. */
  shape: readonly number[];
  /** The axis of the positions, counted from the end; -2 by default. */
  seqAxis?: -2 | -3;
  /** The position of the first vector of a sequence: an integer of at least 0, which is the default. */
  offset?: number;
  /**
   * Instead of `offset`: the position of each vector of a sequence, or of each batch's sequence, [batch, seq]. Integers
   * of at least 0; with `axes`, coordinates as `positionAxis` says. The batch is the first axis, or with `seqAxis: -3`
   * all axes before `seq`.
   */
  positions?: PositionIds;
}

/** The vectors of a sequence that have positions. */
export interface RotatedOptions extends VectorOptions, AxisPlace {
  /** How many vectors at the start of each sequence are left as they are: class and register tokens. 0 by default. */
  prefix?: number;
  /** How many at its end. `positions` has none for these. 0 by default. */
  suffix?: number;
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
  /** The first of the positions that rotate, and the one after the last. */
  readonly begin: number;
  readonly end: number;
}

export const vectorKeys = ['shape', 'seqAxis', 'offset', 'positions'];
export const rotatedKeys = [...vectorKeys, 'positionAxis', 'prefix', 'suffix'];

/** What an embedding expects of vectors: their length, its axes (0 for one of integers), and heads that differ. */
export interface VectorRules {
  readonly dim: number;
  readonly axes: number;
  readonly heads: number;
}

/**
 * @param name of the shape
 * @param known the vectors of the other tensor, which have the same positions
 */
export function checkVectors(
  options: RotatedOptions,
  { dim, axes, heads: matrixHeads }: VectorRules,
  name = 'shape',
  known?: Vectors,
): Vectors {
  const { shape: given, seqAxis = -2, offset, positions, positionAxis } = options;
  if (seqAxis !== -2 && seqAxis !== -3) throw rangeError('seqAxis', seqAxis, '-2 or -3');
  const shape = checkShape(name, given);
  const rank = shape.length;
  if (rank < -seqAxis || shape[rank - 1] !== dim) {
    const expected = seqAxis === -2 ? '[..., seq, headDim]' : '[..., seq, heads, headDim]';
    throw rangeError(name, shape, `${expected} with headDim ${dim}`);
  }
  const seq = shape[rank + seqAxis] as number;
  const outer = productOf(shape.slice(0, rank + seqAxis));
  const begin = checkInteger('prefix', options.prefix ?? 0, 0);
  const end = seq - checkInteger('suffix', options.suffix ?? 0, 0);
  if (begin > end) {
    const tokens = counted(seq - end + begin, 'position');
    throw rangeError(name, shape, `at least ${tokens}, those of prefix and suffix`);
  }
  const rotated = end - begin;
  const at = known?.at ?? checkPositions(offset, positions, rotated, axes, positionAxis);
  const headAxis = shape[rank - 5 - seqAxis] ?? 1; // -3 for seqAxis -2, and -2 for -3
  if (matrixHeads > 1 && headAxis !== matrixHeads) {
    throw rangeError(name, shape, `${counted(matrixHeads, 'head')}, as matrix has`);
  }
  const batch = seqAxis === -3 ? outer : rank > 2 ? (shape[0] as number) : 1;
  const count = at.list === undefined ? rotated : at.count;
  const isShared = count === rotated;
  if (!isShared && count !== batch * rotated) {
    const perId = at.axes || 1;
    const perBatch = batch > 1 ? ` or ${perId * batch * rotated}, one for each batch's positions` : '';
    const each = perId === 1 ? 'one' : `${perId} axes`;
    throw new RangeError(
      `positions has ${counted(count * perId, 'value')}: expected ${perId * rotated}, ${each} for each position of the ${name} ${show(shape)}${perBatch}`,
    );
  }
  const size = productOf(shape);
  const idsPerBatch = isShared ? 0 : rotated;
  // Without batches of their own, all vectors of a position are its heads. A single position has no stride.
  const headsInner = seqAxis === -3 || seq === 1;
  const batches = seqAxis === -3 ? outer : isShared ? 1 : batch;
  const heads = seqAxis === -3 ? (shape[rank - 2] as number) : outer / batches;
  return { seqAxis, dim, batches, positions: seq, heads, headsInner, size, at, idsPerBatch, begin, end };
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
  /** How many positions before the first one that rotates, and how many rotate. */
  readonly lead: number;
  readonly rotated: number;
  /** The first that rotates, counted in `at`. */
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
  const { dim, positions, heads, headsInner, idsPerBatch, begin, end } = vectors;
  const perPosition = heads * dim;
  const batch = Math.floor(done / (positions * perPosition));
  const within = done - batch * positions * perPosition;
  const start = Math.floor(within / (most * perPosition)) * most;
  const count = Math.min(most, positions - start);
  const lead = Math.min(Math.max(begin - start, 0), count);
  const rotated = Math.max(Math.min(end - start, count) - lead, 0);
  const first = batch * idsPerBatch + Math.max(start - begin, 0);
  const of = { lead, rotated, first, positions: count };
  if (inPlace && !headsInner) {
    const index = batch * positions * perPosition + start * dim;
    return { index, length: count * perPosition, heads, head: 0, ...of };
  }
  if (headsInner) {
    return { index: done, length: count * perPosition, heads, head: 0, ...of };
  }
  const head = Math.floor((within - start * perPosition) / (count * dim));
  const index = (batch * heads + head) * positions * dim + start * dim;
  return { index, length: count * dim, heads: 1, head, ...of };
}
