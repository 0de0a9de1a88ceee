// `convertLayout`: the channels of an encoding in another order.
import { checkLength, checkReachable, kindOf, lengthOf, type NumberArray } from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  counted,
  listOf,
  rangeError,
  typeError,
} from '../check/check.js';
import { copyAxes } from '../check/lists.js';
import { checkNoOverlap, currentArray, placeOf } from '../runtime/memory.js';

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
  if (kindOf(x) === undefined) throw typeError('x', x, 'a typed array');
  const count = lengthOf(checkReachable('x', x));
  if (count % (channels * batch) !== 0) {
    const expected = `a multiple of channels${batch > 1 ? ' times batch' : ''}, ${channels * batch}`;
    throw new RangeError(`x has ${counted(count, 'value')}: expected ${expected}`);
  }
  const sources = sourcesOf(channels, options.split, from, to);
  const place = placeOf('x', x);
  const classes = globalThis as unknown as Record<string, new (count: number) => A>;
  const make = classes[kindOf(x) as string] as new (count: number) => A;
  if (out !== undefined && kindOf(out) !== kindOf(x)) throw typeError('out', out, `a ${kindOf(x)}, as x is`);
  const result = placeOf('out', out === undefined ? new make(count) : checkReachable('out', out));
  checkLength('out', result.length, count, 'as many as x');
  const staysInPlace = from.channelsFirst === to.channelsFirst;
  checkNoOverlap(place, result, staysInPlace);
  const [source, target] = [bitsOf(currentArray(place)), bitsOf(currentArray(result))];
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

/** The bits of an array, since NaN may lose some as a number. */
function bitsOf({ buffer, byteOffset, length, BYTES_PER_ELEMENT: bytes }: NumberArray) {
  const views = { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: Float64Array };
  return new views[bytes as keyof typeof views](buffer as ArrayBuffer, byteOffset, length);
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

/** For each channel of the result the channel of x that it comes from. */
function sourcesOf(channels: number, split: unknown, from: Form, to: Form): number[] {
  const widths =
    split === undefined ? [channels] : copyAxes('split', split, 'a list of channels, one for each axis');
  const sources = listOf(channels, (i) => i);
  let start = 0;
  for (const [axis, given] of widths.entries()) {
    const name = split === undefined ? 'channels' : `split[${axis}]`;
    const width = checkInteger(name, given, 1);
    if (start + width > channels) throw rangeError('split', split, `at most ${channels} channels in all`);
    const swaps = from.isCosFirst !== to.isCosFirst;
    if (swaps && width % 2 !== 0) throw rangeError(name, width, 'an even number, to change the phase');
    const pairs = Math.ceil(width / 2);
    const columnOf = ({ isConcatenated }: Form, pair: number, second: number) =>
      start + (isConcatenated ? pair + second * pairs : 2 * pair + second);
    for (let i = 0; i < width; ++i) {
      const [pair, second] = [i >> 1, i & 1];
      sources[columnOf(to, pair, second)] = columnOf(from, pair, swaps ? 1 - second : second);
    }
    start += width;
  }
  return sources;
}
