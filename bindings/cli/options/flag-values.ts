// Reads the values of flags from text: numbers, lists of numbers, ranges of rows. The library checks whether
// they fit together. Numbers are decimal: 0x10 is refused, and so is 1e3 where a whole number is expected.
// Spaces are allowed around a number.
import { quoted } from '../../formats/printable.js';
import { textOfFile } from '../io/text-file.js';
import { usageError } from '../terminal/command-error.js';

type Parser<T> = (text: string) => T;

function refuse(flag: string, text: string, expected: string): never {
  throw usageError(`${flag} is ${quoted(text)}: expected ${expected}`);
}

/** The text as a whole number that is exact in a double, otherwise NaN. */
function wholeOf(text: string): number {
  const value = /^[ \t]*\d+[ \t]*$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : Number.NaN;
}

/** The text as a finite number, otherwise NaN. */
function realOf(text: string): number {
  const value = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

const fromTo = (least: number) => `from ${least} to 2^53 - 1`;

/** A whole number. */
export function whole(flag: string, least: number): Parser<number> {
  return (text) => {
    const value = wholeOf(text);
    return value >= least ? value : refuse(flag, text, `a whole number ${fromTo(least)}, in digits`);
  };
}

/** Any number. */
export function real(flag: string): Parser<number> {
  return (text) => {
    const value = realOf(text);
    return Number.isNaN(value) ? refuse(flag, text, 'a decimal number, such as 0.5 or 1e-6') : value;
  };
}

/** Any numbers, with commas between them. */
export function reals(flag: string): Parser<number[]> {
  return (text) => {
    const values = text.split(',').map(realOf);
    return values.some(Number.isNaN)
      ? refuse(flag, text, 'decimal numbers with commas between them, such as 0.5,1e-6')
      : values;
  };
}

/** Whole numbers, with commas between them. */
export function wholes(flag: string, least: number, example = '64,64'): Parser<number[]> {
  return (text) => {
    const values = text.split(',').map(wholeOf);
    return values.every((value) => value >= least)
      ? values
      : refuse(flag, text, `whole numbers ${fromTo(least)} with commas between them, such as ${example}`);
  };
}

/** Lists of numbers with semicolons between them, or `@file` with one list on each line. */
export function lists(flag: string): Parser<number[][]> {
  return (text) => {
    const expected =
      'a list of numbers for each axis, such as 0,1,4;0,0.5, or @file with one list on each line';
    const parts = text.startsWith('@') ? linesOf(text.slice(1)) : text.split(';');
    if (parts.length === 0) return refuse(flag, text, expected);
    return parts.map((part, i) => {
      const items = part.trim().split(/[\s,]+/);
      const values = items.map(realOf);
      const at = values.findIndex(Number.isNaN);
      if (at < 0) return values;
      const item = quoted(items[at] as string);
      throw usageError(`${flag} is ${quoted(text)}, with ${item} in list ${i + 1}: expected ${expected}`);
    });
  };
}

function linesOf(path: string): string[] {
  return textOfFile(path, 'lists of numbers')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

export interface Rows {
  from: number;
  to: number | undefined;
}

/** from:to. Both are optional. */
export function rows(flag: string): Parser<Rows> {
  return (text) => {
    const [first, last, ...more] = text.split(':');
    const from = first === '' ? 0 : wholeOf(first as string);
    const to = last === '' ? undefined : wholeOf(last ?? '');
    if (more.length > 0 || !(from < (to ?? Number.POSITIVE_INFINITY))) {
      return refuse(flag, text, 'a range of rows from:to, such as 0:1000000, 500: or :64');
    }
    return { from, to };
  };
}
