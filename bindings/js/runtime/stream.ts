// Results of the core on their way into arrays, for every family: in place where the array lies in wasm memory,
// else through the scratch, piece by piece.
import { type ElementBytes, heapOf } from './heap.js';
import { addressOf, borrowRoom, type Place, viewAt } from './memory.js';

export interface Stream {
  /** Bytes of a value. */
  readonly bytes: ElementBytes;
  /** Values in all. */
  readonly count: number;
  /** How many values to write after the first `done`, with room for `room` of them. */
  readonly pieceAt: (done: number, room: number) => number;
  /** Values that a piece must hold at least, such as those of a row; 1 by default. */
  readonly whole?: number;
  /** Whether pieces are wanted in place too: `write` has bounds of its own. */
  readonly bounded?: boolean;
  /** What the values are added to; none for the values alone. */
  readonly x?: Place<object>;
  /** Where the values go; none where `take` puts them elsewhere. */
  readonly out?: Place<object>;
  /** Takes a piece from an address; by default it is copied to its place in `out`. */
  readonly take?: (done: number, length: number, address: number) => void;
}

/** Writes `length` values after the first `done`: to `out`, with x (0 for none) added; both are addresses. */
type Write = (done: number, length: number, x: number, out: number) => void;

export function stream(job: Stream, write: Write): void {
  const { bytes, count, pieceAt, x, out, take, whole = 1, bounded = false } = job;
  if (count === 0) return;
  const to = out === undefined ? -1 : addressOf(out);
  const from = x === undefined ? 0 : addressOf(x);
  const inPlace = to >= 0 && from >= 0;
  if (inPlace && !bounded) {
    write(0, count, from, to);
    return;
  }
  borrowRoom(inPlace ? 0 : whole, bytes, (room, values) => {
    for (let done = 0; done < count; ) {
      const length = Math.min(pieceAt(done, values), count - done);
      if (from < 0) heapOf(bytes).set(viewAt(x as Place<object>, bytes, done, length), room / bytes);
      write(done, length, from > 0 ? from + done * bytes : from && room, to < 0 ? room : to + done * bytes);
      if (to < 0) {
        if (take === undefined) copyOut(bytes, room, length, out as Place<object>, done);
        else take(done, length, room);
      }
      done += length;
    }
  });
}

/** Below, a loop is over before a view is made. */
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

/** As many whole rows as the scratch holds: for results whose rows do not depend on each other. */
export function wholeRows(rowLength: number): Stream['pieceAt'] {
  return (_, room) => Math.max(1, Math.floor(room / rowLength)) * rowLength;
}
