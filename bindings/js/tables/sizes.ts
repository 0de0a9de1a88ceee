// What the functions for tables have in common: their sizes and modes, and the record for the core.
import { checkBoolean, checkChoice, checkInteger, rangeError } from '../check/check.js';
import { copyList } from '../check/lists.js';
import { heapDoubles } from '../runtime/heap.js';
import { getNative } from '../runtime/module.js';
import { writeRecord } from '../runtime/records.js';
import { interpolationNames, resizeFields } from './wire.js';

export type InterpolationMode = 'bilinear' | 'bicubic';

export type ResizeFields = Record<(typeof resizeFields)[number], number>;

/** The most positions along one side, for which the core's integers are exact. */
const maxSide = 2 ** 24;

/** Two sides, height and width, or more integers if `most` allows it. */
export function checkSides(name: string, value: unknown, what = '[height, width]', most = 2): number[] {
  const list = copyList(name, value, `an array ${what}`, most, `as in ${what}`);
  if (list.length < 2) throw rangeError(name, list, what);
  return list.map((side, i) => {
    if (checkInteger(`${name}[${i}]`, side, 1) <= maxSide) return side as number;
    throw rangeError(`${name}[${i}]`, side, `at most ${maxSide}`);
  });
}

/** The fields that all functions set. The caller has checked the sides. */
export function resizeRecord(
  [fromHeight, fromWidth]: readonly number[],
  [toHeight, toWidth]: readonly number[],
  { mode, alignCorners = false }: { mode: unknown; alignCorners?: unknown },
): ResizeFields {
  return {
    fromHeight: fromHeight as number,
    fromWidth: fromWidth as number,
    toHeight: toHeight as number,
    toWidth: toWidth as number,
    mode: checkChoice('mode', mode, interpolationNames),
    alignCorners: Number(checkBoolean('alignCorners', alignCorners)),
    antialias: 0,
    merge: 1,
    channels: 1,
    dtype: 0,
  };
}

/** Writes the record to the start of the scratch for coordinates, and returns its address. */
export function placeRecord(fields: ResizeFields): number {
  const { pointScratch } = getNative();
  writeRecord(heapDoubles(), pointScratch / 8, resizeFields, fields);
  return pointScratch;
}
