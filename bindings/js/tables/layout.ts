// `convertLayout`: the channels of an encoding in another order.
import {
  bufferOf,
  checkLength,
  checkReachable,
  kindOf,
  lengthOf,
  type NumberArray,
  newArray,
  newDoubles,
} from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  counted,
  rangeError,
  typeError,
} from '../check/check.js';
import { copyAxes } from '../check/lists.js';
import { checkNoOverlap, currentArray, type Place, placeOf } from '../runtime/memory.js';

/** How the channels of an encoding are arranged, as in the options of `encode`. */
export interface LayoutForm {
  /** s c s c ... or s s ... c c ... in the block of each axis; 'interleaved' by default. */
  layout?: 'interleaved' | 'concatenated';
  /** Which value of a pair comes first; 'sin-cos' by default. */
  phase?: 'sin-cos' | 'cos-sin';
  /** [batch, channels, points] in place of [batch, points, channels]; false by default. */
  channelsFirst?: boolean;
}

export interface ConvertLayoutOptions {
  /** The number of channels: a positive integer. */
  channels: number;
  /** The channels of each axis; by default all belong to one. Channels after them stay where they are. */
  split?: readonly number[];
  /** How many arrays follow each other; 1 by default. */
  batch?: number;
  from: LayoutForm;
  to: LayoutForm;
}

const keys = /* @__PURE__ */ new Set(['channels', 'split', 'batch', 'from', 'to']);
const formKeys = /* @__PURE__ */ new Set(['layout', 'phase', 'channelsFirst']);
const layouts = ['interleaved', 'concatenated'];
const phases = ['sin-cos', 'cos-sin'];

/**
 * Converts an encoding from one layout to another. An axis with an odd number of channels has a last pair without its
 * second value, as the last axis of `encode` has it for odd channels, so its phase cannot be changed; if its last channel
 * is a zero instead, as in AllenNLP, leave it out of `split`. Where `encode` cuts more than one channel off the last axis,
 * the layouts hold different values, and cannot be converted. Returns `out`, by default a new array of the same type. `out` may be `x` if
 * `channelsFirst` stays the same.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged.
 */
export function convertLayout<A extends NumberArray>(x: A, options: ConvertLayoutOptions, out?: A): A {
  checkObject('options', options, keys);
  const channels = checkInteger('channels', options.channels, 1);
  const batch = checkInteger('batch', options.batch ?? 1, 1);
  const [from, to] = [checkForm('from', options.from), checkForm('to', options.to)];
  const widths = checkWidths(channels, options.split, from.isCosFirst !== to.isCosFirst);
  const kind = kindOf(x);
  // Engines may change the bits of big integers that are read as numbers.
  if (kind === undefined || kind.startsWith('Big')) throw typeError('x', x, 'a typed array of numbers');
  const count = lengthOf(checkReachable('x', x));
  if (count % (channels * batch) !== 0) {
    const expected = `a multiple of channels${batch > 1 ? ' times batch' : ''}, ${channels * batch}`;
    throw new RangeError(`x has ${counted(count, 'value')}: expected ${expected}`);
  }
  const place = placeOf('x', x);
  const Class = (globalThis as unknown as Record<string, new (count: number) => A>)[kind] as new (
    count: number,
  ) => A;
  if (out !== undefined && kindOf(out) !== kind) throw typeError('out', out, `a ${kind}, as x is`);
  const array =
    out === undefined ? newArray((length) => new Class(length), count) : checkReachable('out', out);
  const result = placeOf('out', array);
  checkLength('out', result.length, count, 'as many as x');
  const staysInPlace = from.channelsFirst === to.channelsFirst;
  checkNoOverlap(place, result, staysInPlace);
  if (count === 0) return currentArray(result);
  const sources = sourcesOf(channels, widths, from, to);
  const [source, target] = [bitsOf(place, kind), bitsOf(result, kind)];
  const points = count / (channels * batch);
  // Values from one channel to the next, and from one point to the next.
  const stepsOf = (form: Form) => (form.channelsFirst ? [points, 1] : [1, channels]) as [number, number];
  const [fromChannel, fromPoint] = stepsOf(from);
  const [toChannel, toPoint] = stepsOf(to);
  const kept = target.slice(0, channels);
  for (let start = 0; start < count; start += points * channels) {
    for (let point = 0; point < points; ++point) {
      const at = start + point * fromPoint;
      for (let i = 0; i < channels; ++i)
        kept[i] = source[at + (sources[i] as number) * fromChannel] as number;
      const toAt = start + point * toPoint;
      for (let i = 0; i < channels; ++i) target[toAt + i * toChannel] = kept[i] as number;
    }
  }
  return currentArray(result);
}

/** The bits of an array of a kind, since NaN may lose some as a number. */
function bitsOf(place: Place<NumberArray>, kind: string) {
  const views = { 8: Uint8Array, 16: Uint16Array, 32: Uint32Array, 64: Float64Array };
  const View = views[Number(/\d+/.exec(kind)?.[0]) as keyof typeof views];
  return new View(bufferOf(currentArray(place)), place.offset, place.length);
}

interface Form {
  isConcatenated: boolean;
  isCosFirst: boolean;
  channelsFirst: boolean;
}

function checkForm(name: string, value: unknown): Form {
  const {
    layout = 'interleaved',
    phase = 'sin-cos',
    channelsFirst = false,
  } = checkObject(name, value, formKeys) as LayoutForm;
  return {
    isConcatenated: checkChoice(`${name}.layout`, layout, layouts) === 1,
    isCosFirst: checkChoice(`${name}.phase`, phase, phases) === 1,
    channelsFirst: checkBoolean(`${name}.channelsFirst`, channelsFirst),
  };
}

/** The channels of each axis; `swaps` says whether the values of a pair change places. */
function checkWidths(channels: number, split: unknown, swaps: boolean): number[] {
  const widths =
    split === undefined ? [channels] : copyAxes('split', split, 'a list of channels, one for each axis');
  let end = 0;
  return widths.map((given, axis) => {
    const name = split === undefined ? 'channels' : `split[${axis}]`;
    const width = checkInteger(name, given, 1);
    end += width;
    if (end > channels) throw rangeError('split', widths, `at most ${channels} channels in all`);
    if (swaps && width % 2 !== 0) throw rangeError(name, width, 'an even number, to change the phase');
    return width;
  });
}

/** For each channel of the result the channel of x that it comes from. */
function sourcesOf(channels: number, widths: readonly number[], from: Form, to: Form): Float64Array {
  const sources = newDoubles(channels).map((_, i) => i);
  const swap = Number(from.isCosFirst !== to.isCosFirst);
  let start = 0;
  for (const width of widths) {
    const pairs = Math.ceil(width / 2);
    const columnOf = ({ isConcatenated }: Form, pair: number, second: number) =>
      start + (isConcatenated ? pair + second * pairs : 2 * pair + second);
    for (let i = 0; i < width; ++i) {
      const [pair, second] = [Math.floor(i / 2), i % 2];
      sources[columnOf(to, pair, second)] = columnOf(from, pair, second ^ swap);
    }
    start += width;
  }
  return sources;
}
