// What a picture shows, an encoding or the difference of two, as rows that can be read.
import type { Reader } from '../drawing/raster.js';
import type { Encoding } from '../model/encoding.js';
import type { Choice } from '../model/scheme.js';
import { matrixOf, open } from './open-encodings.js';
import { Recent } from './recent.js';
import { differenceOf, readerOf } from './row-readers.js';

/** An encoding, or the difference of two. */
export interface Shown {
  readonly a: Choice;
  /** If given, the difference a - b is meant, over the rows and columns that both have. */
  readonly minus?: Choice | undefined;
}

interface Rows {
  /** The encodings that the rows come from. */
  readonly of: readonly Encoding[];
  readonly read: Reader;
  readonly rows: number;
  readonly columns: number;
  /** The largest value, without its sign, once it is known. */
  range?: number;
}

const recent = new Recent<Rows>(6);

export function shownRows(shown: Shown): Rows {
  const key = JSON.stringify(shown);
  const a = open(shown.a);
  const b = shown.minus && open(shown.minus);
  const of = b ? [a, b] : [a];
  const known = recent.get(key);
  // An encoding may have been closed and opened again since.
  if (known?.of.every((encoding, i) => encoding === of[i])) return known;
  const sizes = of.map(matrixOf);
  const found: Rows = {
    of,
    read: b ? differenceOf(a, b) : readerOf(a),
    rows: Math.min(...sizes.map(({ rows }) => rows)),
    columns: Math.min(...sizes.map(({ columns }) => columns)),
  };
  recent.set(key, found);
  return found;
}
