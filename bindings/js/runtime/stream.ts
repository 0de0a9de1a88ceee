// Writes results of the core into arrays, for every family: in place if the array is in wasm memory, otherwise
// through the scratch, piece by piece.
import { type ElementBytes, heapOf } from './heap.js';
import { addressOf, borrowScratch, type Place, viewAt } from './memory.js';

export interface Stream {
  /** Bytes of a value. */
  readonly bytes: ElementBytes;
  /** Number of values in all. */
  readonly count: number;
  /** The length of the piece after the first `done` values, if `room` values fit into the scratch. */
  readonly pieceAt: (done: number, room: number) => number;
  /** The fewest values of a piece, such as one row; 1 by default. */
  readonly minPiece?: number;
  /** Whether to write in pieces also in place, because `write` limits their length; false by default. */
  readonly bounded?: boolean;
  /** Where in the arrays the piece after the first `done` values is; at `done` by default. */
  readonly indexAt?: (done: number) => number;
  /** The array that the values are added to, or made from, if any. */
  readonly x?: Place<object>;
  /** The array for the values; undefined if `copyPiece` copies them elsewhere. */
  readonly out?: Place<object>;
  /** Copies a piece from an address of the scratch; by default to its place in `out`. */
  readonly copyPiece?: (done: number, length: number, address: number) => void;
}

/** Writes `length` values after the first `done` to the address `out`, from those at the address `x` if not 0. */
export type Write = (done: number, length: number, x: number, out: number) => void;

export function stream(job: Stream, write: Write): void {
  const { bytes, count, pieceAt, x, out, copyPiece, minPiece = 1, bounded = false, indexAt } = job;
  if (count === 0) return;
  const to = out === undefined ? -1 : addressOf(out);
  const from = x === undefined ? 0 : addressOf(x);
  const inPlace = to >= 0 && from >= 0;
  if (inPlace && !bounded) {
    write(0, count, from, to);
    return;
  }
  borrowScratch(inPlace ? 0 : minPiece, bytes, (room, values) => {
    for (let done = 0; done < count; ) {
      const length = Math.min(pieceAt(done, values), count - done);
      const index = indexAt === undefined ? done : indexAt(done);
      if (from < 0) heapOf(bytes).set(viewAt(x as Place<object>, bytes, index, length), room / bytes);
      write(done, length, from > 0 ? from + index * bytes : from && room, to < 0 ? room : to + index * bytes);
      if (to < 0) {
        if (copyPiece === undefined) copyOut(bytes, room, length, out as Place<object>, index);
        else copyPiece(done, length, room);
      }
      done += length;
    }
  });
}

/** For up to this many values, a loop is faster than creating a view. */
const fewValues = 64;

/** out[at...] = `count` values at an address of wasm memory. */
function copyOut(bytes: ElementBytes, address: number, count: number, out: Place<object>, at: number): void {
  const heap = heapOf(bytes);
  const from = address / bytes;
  if (count > fewValues || bytes === 2) {
    viewAt(out, bytes, at, count).set(heap.subarray(from, from + count));
    return;
  }
  const array = out.array as number[];
  for (let i = 0; i < count; ++i) array[at + i] = heap[from + i] as number;
}

/** Pieces of as many whole rows as fit into the scratch. */
export function wholeRows(rowLength: number): Stream['pieceAt'] {
  return (_, room) => Math.max(1, Math.floor(room / rowLength)) * rowLength;
}
