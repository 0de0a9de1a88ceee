// Conversions between conventions of rotary embeddings: weights between the pairings, tables between the forms.
import { checkLength, checkReachable, kindOf, lengthOf, type NumberArray } from '../check/arrays.js';
import { checkChoice, checkInteger, checkObject, counted, typeError } from '../check/check.js';
import { checkNoOverlap, currentArray, placeOf } from '../runtime/memory.js';
import { checkRotaryOptions, type Pairing, type RotaryOptions } from './options.js';
import { pairingNames } from './wire.js';

export interface ConvertPairingOptions extends Pick<RotaryOptions, 'headDim' | 'rotaryDim' | 'rotaryStart'> {
  from: Pairing;
  to: Pairing;
  /** The length of a row of the weights; 1, for a bias, by default. */
  hidden?: number;
}

const pairingKeys = new Set(['headDim', 'rotaryDim', 'rotaryStart', 'from', 'to', 'hidden']);
/** The forms that need no axes. */
export type PlainForm = 'half' | 'doubled' | 'repeated';
const plainForms: readonly PlainForm[] = ['half', 'doubled', 'repeated'];

const formKeys = new Set(['rotaryDim', 'from', 'to']);

type ArrayClass<A> = new (count: number) => A;

/** The places of two arrays of the same type that do not overlap; `out` is new if it is not given. */
function placesOf<A extends NumberArray>(name: string, from: A, count: number, out: A | undefined) {
  const x = placeOf(name, from);
  const classes = globalThis as unknown as Record<string, ArrayClass<A>>;
  const given = out ?? new (classes[kindOf(from) as string] as ArrayClass<A>)(count);
  if (kindOf(given) !== kindOf(from)) throw typeError('out', out, `a ${kindOf(from)}, as ${name} is`);
  const place = placeOf('out', checkReachable('out', given));
  checkLength('out', place.length, count, 'as the conversion gives');
  checkNoOverlap(x, place, false);
  return currentArray(place);
}

function checkNumberArray<A extends NumberArray>(name: string, value: A): A {
  if (kindOf(value) === undefined) throw typeError(name, value, 'a typed array');
  return checkReachable(name, value);
}

/**
 * Permutes the rows of the weights of a query or key projection, [heads * headDim, hidden], so that a model made for
 * one pairing gives the same attention with the other. Transformers does this to checkpoints of Llama as Meta published
 * them, which use 'adjacent'. Returns `out`, by default a new array of the same type.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function convertPairing<A extends NumberArray>(
  weights: A,
  options: ConvertPairingOptions,
  out?: A,
): A {
  checkObject('options', options, pairingKeys);
  const { from, to, hidden = 1, headDim, rotaryDim, rotaryStart } = options;
  const [source, target] = [checkChoice('from', from, pairingNames), checkChoice('to', to, pairingNames)];
  checkInteger('hidden', hidden, 1);
  const { fields } = checkRotaryOptions({
    headDim,
    ...(rotaryDim !== undefined && { rotaryDim }),
    ...(rotaryStart !== undefined && { rotaryStart }),
  });
  const { pairs, rotaryStart: start } = fields;
  const x = checkNumberArray('weights', weights);
  const count = lengthOf(x);
  if (count % (headDim * hidden) !== 0) {
    const expected = `a multiple of headDim times hidden, ${headDim * hidden}`;
    throw new RangeError(`weights has ${counted(count, 'value')}: expected ${expected}`);
  }
  const result = placesOf('weights', x, count, out);
  // Where the second-half member of each kind of pairing is: pair j is rows place(j, 0) and place(j, 1).
  const place = (pairing: number, pair: number, second: number) =>
    pairing === 0 ? pair + second * pairs : 2 * pair + second;
  for (let head = 0; head < count; head += headDim * hidden) {
    const move = (fromRow: number, toRow: number, rows: number) => {
      const at = head + fromRow * hidden;
      result.set(x.subarray(at, at + rows * hidden), head + toRow * hidden);
    };
    move(0, 0, start);
    move(start + 2 * pairs, start + 2 * pairs, headDim - start - 2 * pairs);
    for (let i = 0; i < 2 * pairs; ++i) {
      const [pair, second] = [i >> 1, i & 1];
      move(start + place(source, pair, second), start + place(target, pair, second), 1);
    }
  }
  return result;
}

/**
 * Converts a table of cosines or sines from one form to another: rows of rotaryDim / 2 values ('half') or of rotaryDim
 * ('doubled', 'repeated'); `Rotary.cosSin` describes the forms; 'tiled' is not one of them. Returns `out`, by default a new array of the same type.
 *
 * @throws TypeError or RangeError that names the argument, also if a row is not in the form `from`; `out` is then
 *   unchanged.
 */
export function convertForm<A extends NumberArray>(
  table: A,
  options: { rotaryDim: number; from: PlainForm; to: PlainForm },
  out?: A,
): A {
  checkObject('options', options, formKeys);
  const { from, to } = options;
  checkChoice('from', from, plainForms);
  checkChoice('to', to, plainForms);
  const { pairs } = checkRotaryOptions({ headDim: options.rotaryDim }).fields;
  const widthOf = (form: PlainForm) => (form === 'half' ? 1 : 2) * pairs;
  const x = checkNumberArray('table', table);
  const [width, toWidth] = [widthOf(from), widthOf(to)];
  const count = lengthOf(x);
  if (count % width !== 0) {
    throw new RangeError(
      `table has ${counted(count, 'value')}: expected rows of ${width}, the form '${from}'`,
    );
  }
  // The first and the second place of a pair's value in a row.
  const placesIn = (form: PlainForm, pair: number): [number, number] => {
    if (form === 'repeated') return [2 * pair, 2 * pair + 1];
    return [pair, form === 'half' ? pair : pair + pairs];
  };
  const rows = count / width;
  for (let i = 0; i < rows * pairs; ++i) {
    const row = Math.floor(i / pairs) * width;
    const [first, second] = placesIn(from, i % pairs);
    if (!Object.is(x[row + first], x[row + second])) {
      throw new RangeError(
        `table[${row + second}] is ${x[row + second]}: expected ${x[row + first]}, as in table[${row + first}], in the form '${from}'`,
      );
    }
  }
  const result = placesOf('table', x, rows * toWidth, out);
  for (let row = 0; row < rows; ++row) {
    for (let pair = 0; pair < pairs; ++pair) {
      const value = x[row * width + placesIn(from, pair)[0]] as number;
      for (const at of placesIn(to, pair)) result[row * toWidth + at] = value;
    }
  }
  return result;
}
