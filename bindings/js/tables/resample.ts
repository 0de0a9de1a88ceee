// `resampleTable`: a learned table of position embeddings at another size.
import { checkLength, kindOf } from '../check/arrays.js';
import { checkBoolean, checkInteger, checkObject } from '../check/check.js';
import {
  bytesOf,
  checkDType,
  codeOf,
  type DType,
  type HalfData,
  isHalfData,
  newPlace,
  placeOfValues,
  resultOf,
} from '../runtime/dtype.js';
import { heapOf } from '../runtime/heap.js';
import {
  addressOf,
  borrowDoubles,
  checkNoOverlap,
  outOfMemory,
  type Place,
  viewAt,
} from '../runtime/memory.js';
import { getNative } from '../runtime/module.js';
import { stream } from '../runtime/stream.js';
import { checkSides, type InterpolationMode, placeRecord, resizeRecord } from './sizes.js';

type TableDType = Exclude<DType, 'float64'>;

export interface ResampleOptions {
  /** The grid of the table, [height, width]: integers of at least 1, at most 2^24. */
  from: readonly [number, number];
  /** The new grid, [height, width]. */
  to: readonly [number, number];
  /** The values of a position: a positive integer. */
  channels: number;
  /** Rows before the grid, of class and register tokens, which are copied; 0 by default. */
  prefix?: number;
  mode: InterpolationMode;
  /** Whether to widen the kernel where the table shrinks. 'bicubic' then has a = -0.5; false by default. */
  antialias?: boolean;
  /** Whether the corners of both grids coincide; false by default. Not with `antialias`. */
  alignCorners?: boolean;
  /** The type of the values; by default that of the array, 'float32' or 'float16'. A Uint16Array needs it. */
  dtype?: 'float32' | 'float16' | 'bfloat16';
}

const keys = /* @__PURE__ */ new Set([
  'from',
  'to',
  'channels',
  'prefix',
  'mode',
  'antialias',
  'alignCorners',
  'dtype',
]);
const dtypes: readonly TableDType[] = ['float32', 'float16', 'bfloat16'];

/**
 * Resamples a table of position embeddings, [prefix + height * width, channels] in rows from left to right and top to
 * bottom, to another grid. Returns `out`, by default a new array; it must not overlap the table.
 *
 * The values are those of PyTorch's `interpolate(size=...)`: a value is at most 2e-7 times the largest input from the
 * exact one; 16-bit values are rounded once. With `mode: 'bicubic', antialias: true` it is timm's
 * `resample_abs_pos_embed`, except that timm returns the table as it is when the number of positions stays and the new
 * grid is square, even if the old one was not. A table that keeps its size keeps its bits.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function resampleTable<A extends Float32Array | HalfData>(
  table: A,
  options: ResampleOptions,
  out?: A,
): A {
  checkObject('options', options, keys);
  const from = checkSides('from', options.from);
  const to = checkSides('to', options.to);
  const fields = resizeRecord(from, to, options);
  const channels = checkInteger('channels', options.channels, 1);
  const prefix = checkInteger('prefix', options.prefix ?? 0, 0);
  const antialias = checkBoolean('antialias', options.antialias ?? false);
  if (antialias && fields.alignCorners) {
    throw new TypeError('antialias and alignCorners are both true: expected one of them');
  }
  const given = options.dtype ?? defaultOf(table);
  const dtype = checkDType('dtype', given, dtypes) as TableDType;
  Object.assign(fields, { channels, antialias: Number(antialias), dtype: codeOf(dtype) });
  const x = placeOfValues('table', table, dtype);
  const [rows, outRows] = [from, to].map((sides) => prefix + (sides[0] as number) * (sides[1] as number)) as [
    number,
    number,
  ];
  checkLength('table', x.length, rows * channels, `${rows} rows of ${channels} channels`);
  const count = outRows * channels;
  const place = out === undefined ? newPlace(dtype, count) : placeOfValues('out', out, dtype);
  checkLength('out', place.length, count, `${outRows} rows of ${channels} channels`);
  checkNoOverlap(x, place, false);
  const isSame = from[0] === to[0] && from[1] === to[1];
  if (!isSame) writeRows(x, place, bytesOf(dtype), fields, prefix * channels);
  const kept = isSame ? count : prefix * channels;
  const bytes = bytesOf(dtype);
  viewAt(place, bytes, 0, kept).set(viewAt(x, bytes, 0, kept) as never);
  return resultOf(dtype, place, out === undefined) as A;
}

/** The type of an array whose values can have only one. */
function defaultOf(table: unknown): string | undefined {
  if (!isHalfData(table)) return 'float32';
  return kindOf(table) === 'Float16Array' ? 'float16' : undefined;
}

/** Writes the grid, one row after another; both arrays have `start` values before it. */
function writeRows(
  x: Place<object>,
  out: Place<object>,
  bytes: 2 | 4 | 8,
  fields: ReturnType<typeof resizeRecord>,
  start: number,
): void {
  const native = getNative();
  const plan = native.makeResample(placeRecord(fields));
  if (plan === 0) throw outOfMemory('the rows of this table');
  try {
    const length = fields.fromWidth * fields.channels;
    const outLength = fields.toWidth * fields.channels;
    const from = addressOf(x);
    let added = 0;
    borrowDoubles(from < 0 ? Math.ceil((length * bytes) / 8) : 0, (room) => {
      const addRow = () => {
        const first = start + added * length;
        if (from < 0) heapOf(bytes).set(viewAt(x, bytes, first, length) as never, room / bytes);
        native.addResampleRow(plan, added++, from < 0 ? room : from + first * bytes);
      };
      stream(
        {
          bytes,
          count: fields.toHeight * outLength,
          minPiece: outLength,
          bounded: true,
          pieceAt: () => outLength,
          indexAt: (done) => start + done,
          out,
        },
        (done, _length, _x, address) => {
          const row = done / outLength;
          for (const needed = native.resampleRowsFor(plan, row); added < needed; ) addRow();
          native.writeResampleRow(plan, row, address);
        },
      );
    });
  } finally {
    native.destroyResample(plan);
  }
}
