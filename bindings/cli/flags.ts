// Values of the command line, from text: numbers, lists of numbers, ranges of rows. What they mean
// together, the library checks.
import { readFileSync } from 'node:fs';
import { explain, usageMistake } from './mistake.js';

type Parser<T> = (text: string) => T;

function refuse(flag: string, text: string, expected: string): never {
  throw usageMistake(`${flag} is ${JSON.stringify(text)}: expected ${expected}`);
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

export function whole(flag: string, least: number): Parser<number> {
  return (text) => {
    const value = numberOf(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    return refuse(flag, text, `a whole number of at least ${least}`);
  };
}

export function real(flag: string): Parser<number> {
  return (text) => {
    const value = numberOf(text);
    return Number.isFinite(value) ? value : refuse(flag, text, 'a number');
  };
}

/** Numbers between commas. */
export function reals(flag: string): Parser<number[]> {
  return (text) => {
    const values = text.split(',').map(numberOf);
    return values.every(Number.isFinite) ? values : refuse(flag, text, 'numbers with commas between them');
  };
}

export function wholes(flag: string, least: number): Parser<number[]> {
  return (text) => {
    const values = text.split(',').map(numberOf);
    const fine = values.every((value) => Number.isSafeInteger(value) && value >= least);
    return fine
      ? values
      : refuse(flag, text, `whole numbers of at least ${least}, with commas between them, such as 64,64`);
  };
}

/** Lists with semicolons between them, or `@file` with one list to a line. */
export function lists(flag: string): Parser<number[][]> {
  return (text) => {
    const expected = 'a list of numbers for each axis, such as 0,1,4;0,0.5, or @file with one list to a line';
    const parts = text.startsWith('@') ? linesOf(text.slice(1)) : text.split(';');
    const values = parts.map((part) => part.split(/[\s,]+/).map(numberOf));
    return values.flat().every(Number.isFinite) ? values : refuse(flag, text, expected);
  };
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    throw explain(error, path, 'read');
  }
}

export interface Rows {
  from: number;
  to: number | undefined;
}

/** from:to, either of which may be left out. */
export function rows(flag: string): Parser<Rows> {
  return (text) => {
    const [first, last, ...more] = text.split(':');
    const from = first === '' ? 0 : numberOf(first as string);
    const to = last === '' ? undefined : numberOf(last ?? '');
    const fine = [from, to ?? 0].every((value) => Number.isSafeInteger(value) && value >= 0);
    if (!fine || more.length > 0 || from >= (to ?? Number.POSITIVE_INFINITY)) {
      return refuse(flag, text, 'a range of rows from:to, such as 0:1000000, 500: or :64');
    }
    return { from, to };
  };
}
