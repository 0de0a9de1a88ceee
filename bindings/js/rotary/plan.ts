// The plan of a rotary embedding: it owns a plan in the core, writes its tables into arrays, and rotates vectors in
// them. The caller has checked the arguments.
import { bytesOf, codeOf, type DType } from '../runtime/dtype.js';
import { type ElementBytes, heapDoubles, heapFloats, heapOf } from '../runtime/heap.js';
import {
  addressOf,
  borrowDoubles,
  borrowScratch,
  outOfMemory,
  type Place,
  viewAt,
} from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { writeRecord } from '../runtime/records.js';
import { type Stream, stream } from '../runtime/stream.js';
import type { CheckedRotary } from './options.js';
import { asVectors, checkLargest, type Positions } from './positions.js';
import { type Piece, pieceOf, type VectorRules, type Vectors } from './vectors.js';
import { formNames, rotaryFields, rotationNames, scalingNames } from './wire.js';

export type Form = (typeof formNames)[number];
export type Rotation = (typeof rotationNames)[number];

/** What xPos does: 1 for queries, -1 for keys, 0 without it. */
export interface XposRole {
  readonly sign: number;
  readonly center: number;
}

export const noXpos: XposRole = { sign: 0, center: 0 };

const lengthScalings: readonly string[] = ['dynamic', 'longrope'];

export class RotaryPlan {
  readonly pairs: number;
  /** The factor of cosines and sines. */
  readonly attention: number;
  /** What vectors must be like. */
  readonly rules: VectorRules;
  readonly #hasMatrix: boolean;
  readonly #native = getNative();
  readonly #dependsOnLength: boolean;
  readonly #mostPositions: number;
  #largest: number;
  #handle: number;

  constructor({ fields, lists }: CheckedRotary) {
    const native = this.#native;
    const entries = Object.entries(lists) as [keyof typeof fields, Float64Array][];
    const doubles = entries.reduce((sum: number, [, list]) => sum + list.length, rotaryFields.length);
    const address = native.allocate(doubles * 8);
    if (address === 0) throw outOfMemory(`the options of this embedding, ${doubles} numbers`);
    try {
      const heap = heapDoubles();
      const record = { ...fields };
      let at = address / 8 + rotaryFields.length;
      for (const [field, list] of entries) {
        heap.set(list, at);
        record[field] = at * 8;
        at += list.length;
      }
      writeRecord(heap, address / 8, rotaryFields, record);
      this.#handle = native.makeRotary(address);
    } finally {
      native.release(address);
    }
    if (this.#handle === 0) throw outOfMemory('the tables of this embedding');
    this.pairs = fields.pairs;
    this.rules = { dim: fields.headDim, axes: fields.axes, heads: fields.matrixHeads };
    this.#hasMatrix = lists.matrix !== undefined;
    this.attention = native.rotaryAttention(this.#handle);
    this.#dependsOnLength = lengthScalings.includes(scalingNames[fields.scaling] as string);
    this.#mostPositions = native.rotaryMostPositions(this.#handle);
    this.#largest = native.rotaryLargestPosition(this.#handle);
  }

  get bytes(): number {
    return this.#native.rotaryBytes(this.#handle);
  }

  /** @throws Error after `dispose`. */
  checkLive(): void {
    if (this.#handle === 0) throw new Error('The plan has been disposed of: create another Rotary');
  }

  dispose(): void {
    if (this.#handle !== 0) this.#native.destroyRotary(this.#handle);
    this.#handle = 0;
  }

  /** Makes the frequencies for a length. Every call does so first, if they depend on it. */
  prepare(length: number): void {
    if (!this.#dependsOnLength) return;
    const native = this.#native;
    if (native.prepareRotary(this.#handle, length) === 0) throw outOfMemory('the tables of this embedding');
    this.#largest = native.rotaryLargestPosition(this.#handle);
  }

  /** Checks the positions, after `prepare`. */
  checkPositions(positions: Positions): void {
    checkLargest(positions, this.#largest);
  }

  /** The frequencies for the length that the plan is prepared for. */
  frequencies(): Float64Array {
    const room = this.pairs + 3; // the core writes whole vectors
    return borrowScratch(room, 8, (address) => {
      this.#native.rotaryFrequencies(this.#handle, address);
      return heapDoubles().slice(address / 8, address / 8 + this.pairs);
    });
  }

  /** The values of a row of a table. */
  widthOf(form: Form): number {
    if (form === 'tiled') return this.rules.dim;
    return form === 'half' ? this.pairs : 2 * this.pairs;
  }

  /** Fills `cos` and `sin` with rows of cosines and sines, for each head of a matrix in turn. */
  writeTables(
    form: Form,
    dtype: DType,
    { sign, center }: XposRole,
    positions: Positions,
    cos: Place<object>,
    sin: Place<object>,
  ): void {
    const { first, list, count: perHead } = this.#readable(positions);
    const perId = Math.max(this.rules.axes, 1);
    const native = this.#native;
    const handle = this.#handle;
    const bytes = bytesOf(dtype);
    const width = this.widthOf(form);
    const code = formNames.indexOf(form);
    const type = codeOf(dtype);
    const cosAt = addressOf(cos);
    const sinAt = addressOf(sin);
    const count = cos.length;
    borrowDoubles(0, (ids, maxIds) => {
      // Ids pass through a scratch of their own, which limits the rows of a piece.
      const maxRows = list === undefined ? Number.POSITIVE_INFINITY : Math.floor(maxIds / perId);
      // The rows of a piece belong to one head.
      const rowsAt = (done: number, most: number) =>
        Math.max(1, Math.min(maxRows, most, perHead - ((done / width) % perHead)));
      const write = (done: number, length: number, toCos: number, toSin: number) => {
        const head = Math.floor(done / width / perHead);
        const row = done / width - head * perHead;
        const rows = length / width;
        if (list !== undefined) {
          heapDoubles().set(list.subarray(row * perId, (row + rows) * perId), ids / 8);
        }
        const from = list === undefined ? 0 : ids;
        const at = first + row;
        native.writeRotaryTables(handle, code, type, sign, center, from, at, rows, head, toCos, toSin);
      };
      if (cosAt >= 0 && sinAt >= 0) {
        for (let done = 0; done < count; ) {
          const length = rowsAt(done, Number.POSITIVE_INFINITY) * width;
          write(done, length, cosAt + done * bytes, sinAt + done * bytes);
          done += length;
        }
        return;
      }
      // A piece of cosines, then one of sines.
      stream(
        {
          bytes,
          count,
          minPiece: 2 * width,
          bounded: true,
          pieceAt: (done, room) => rowsAt(done, Math.floor(room / (2 * width))) * width,
          copyPiece(done, length, address) {
            const heap = heapOf(bytes);
            const at = address / bytes;
            viewAt(cos, bytes, done, length).set(heap.subarray(at, at + length));
            viewAt(sin, bytes, done, length).set(heap.subarray(at + length, at + 2 * length));
          },
        },
        (done, length, _, to) => write(done, length, to, to + length * bytes),
      );
    });
  }

  /** out = the rotated vectors of x, which may be `out`. */
  apply(
    rotation: Rotation,
    dtype: DType,
    { sign, center }: XposRole,
    vectors: Vectors,
    x: Place<object>,
    out: Place<object>,
  ): void {
    const native = this.#native;
    const handle = this.#handle;
    const code = rotationNames.indexOf(rotation);
    const type = codeOf(dtype);
    const bytes = bytesOf(dtype);
    const { dim, heads, headsInner } = vectors;
    const { first, list } = this.#readable(vectors.at);
    const perId = Math.max(this.rules.axes, 1);
    const inPlace = addressOf(x) >= 0 && addressOf(out) >= 0;
    const minPiece = headsInner ? heads * dim : dim;
    const room = inPlace ? Number.POSITIVE_INFINITY : (native.scratchValues * 4) / bytes;
    const [positionStep, headStep] = headsInner ? [heads * dim, dim] : [dim, vectors.positions * dim];
    borrowDoubles(0, (ids, maxIds) => {
      const most = Math.min(this.#positionsFor(minPiece, room), Math.floor(maxIds / perId));
      let piece: Piece;
      const job: Stream = {
        bytes,
        count: vectors.size,
        minPiece,
        bounded: true,
        x,
        out,
        pieceAt(done) {
          piece = pieceOf(vectors, most, done, inPlace);
          return piece.length;
        },
        indexAt: () => piece.index,
      };
      stream(job, (_done, _length, from, to) => {
        const { first: start, lead, rotated } = piece;
        if (list !== undefined) {
          heapDoubles().set(list.subarray(start * perId, (start + rotated) * perId), ids / 8);
        }
        const steps = { positionStep, headStep };
        if (from !== to) {
          copyVectors(bytes, piece, steps, headsInner, 0, lead, from, to);
          copyVectors(bytes, piece, steps, headsInner, lead + rotated, piece.positions, from, to);
        }
        if (rotated === 0) return;
        const skipped = lead * positionStep * bytes;
        native.applyRotary(
          handle,
          code,
          type,
          sign,
          center,
          list === undefined ? 0 : ids,
          first + start,
          rotated,
          piece.heads,
          positionStep,
          headStep,
          piece.head,
          from + skipped,
          to + skipped,
        );
      });
    });
  }

  /** PoPE: out, whose vectors are longer than those of x, by the number of pairs. */
  writePolar(vectors: Vectors, bias: Float64Array | undefined, x: Place<object>, out: Place<object>): void {
    const native = this.#native;
    const handle = this.#handle;
    const { pairs } = this;
    const { dim, heads, headsInner, at } = vectors;
    const { first, list } = at;
    const outDim = dim + pairs;
    const perPosition = headsInner ? heads : 1;
    const minPiece = perPosition * outDim;
    // The piece's positions and values of x, and the bias of its heads, lie in the scratch for coordinates.
    const doublesFor = (positions: number) => positions * (1 + perPosition * dim) + perPosition * pairs;
    borrowDoubles(doublesFor(1), (room, doubles) => {
      const fitting = Math.floor((doubles - perPosition * pairs) / (1 + perPosition * dim));
      const most = Math.min(fitting, this.#positionsFor(minPiece, native.scratchValues));
      let piece: Piece;
      const job: Stream = {
        bytes: 4,
        count: (vectors.size / dim) * outDim,
        minPiece,
        bounded: true,
        out,
        pieceAt(done) {
          piece = pieceOf(vectors, most, (done / outDim) * dim);
          return (piece.length / dim) * outDim;
        },
        indexAt: () => (piece.index / dim) * outDim,
      };
      stream(job, (_done, _length, _x, to) => {
        const { first: start, positions, index, length, head } = piece;
        const heap = heapFloats();
        const xAt = room + positions * 8;
        const biasAt = xAt + length * 4;
        if (list !== undefined) heapDoubles().set(list.subarray(start, start + positions), room / 8);
        heap.set(viewAt(x, 4, index, length) as Float32Array, xAt / 4);
        if (bias !== undefined) {
          heap.set(bias.subarray(head * pairs, (head + piece.heads) * pairs), biasAt / 4);
        }
        native.writePolar(
          handle,
          list === undefined ? 0 : room,
          first + start,
          positions,
          piece.heads,
          headsInner ? heads * dim : dim,
          headsInner ? dim : 0,
          bias === undefined ? 0 : biasAt,
          xAt,
          to,
        );
      });
    });
  }

  /** Positions as the core reads them: a matrix needs vectors. */
  #readable(positions: Positions): Positions {
    return this.#hasMatrix ? asVectors(positions, this.rules.axes) : positions;
  }

  /** The most positions of a piece: their rows are kept in the core, and their values fit into the scratch. */
  #positionsFor(valuesPerPosition: number, scratchValues: number): number {
    return Math.max(1, Math.min(this.#mostPositions, Math.floor(scratchValues / valuesPerPosition)));
  }
}

/** Copies the vectors of a piece's positions from `begin` to `end`. */
function copyVectors(
  bytes: ElementBytes,
  { heads }: Piece,
  { positionStep, headStep }: { positionStep: number; headStep: number },
  headsInner: boolean,
  begin: number,
  end: number,
  from: number,
  to: number,
): void {
  if (begin === end) return;
  const heap = heapOf(bytes);
  for (let head = 0; head < (headsInner ? 1 : heads); ++head) {
    const start = from / bytes + head * headStep;
    heap.copyWithin(
      to / bytes + head * headStep + begin * positionStep,
      start + begin * positionStep,
      start + end * positionStep,
    );
  }
}
