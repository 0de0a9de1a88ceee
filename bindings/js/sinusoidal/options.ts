// The options of sinusoidal encodings as users write them, each read once and checked by itself. How they fit
// together is checked in the core (errors.ts).
import {
  checkBoolean,
  checkChoice,
  checkFinite,
  checkInteger,
  checkObject,
  checkPositive,
  isList,
  listOf,
  rangeError,
  typeError,
} from '../check/check.js';
import { checkCount, copyAxes, copyCount, copyNumbers, mostAxes, tooManyAxes } from '../check/lists.js';
import { checkDType, type DType } from '../runtime/dtype.js';
import { anglesNames, layoutNames, phaseNames, type specFields, splitNames } from './wire.js';

/**
 * Pair i of n turns once in 2 pi * min * (max/min)^(i/(n - shift)) positions.
 * With `endpoint: true` (shift 1) the last pair has exactly the timescale `max`.
 */
export interface Timescales {
  /** The first timescale, 1 by default. */
  min?: number;
  /** The scale that the last timescale approaches, or reaches: 10000 by default. */
  max?: number;
  /** Whether the last timescale is `max` itself; false by default. */
  endpoint?: boolean;
  /** In place of `endpoint`: what the number of pairs is lessened by, less than it; 0 by default. */
  shift?: number;
}

/** What the encodings of grids and those of points have in common. */
export interface EncodingOptions {
  /** Any positive integer; how channels are shared among axes, and what is cut or zero, `split` says. */
  channels: number;
  /**
   * When only the first `channels` of a wider encoding are wanted: the number that is shared among the
   * axes and that the frequencies are made for. `channels` by default.
   */
  declaredChannels?: number;
  /**
   * Within one axis's block: sine and cosine in turns ('interleaved', the default; Vaswani et al. 2017,
   * positional-encodings since 5.1), or all sines and then all cosines ('concatenated': AllenNLP,
   * tensor2tensor, positional-encodings 5.0).
   */
  layout?: 'interleaved' | 'concatenated';
  /** Which of the two comes first; 'sin-cos' by default. */
  phase?: 'sin-cos' | 'cos-sin';
  /** Shape [channels, ...grid] in place of [...grid, channels]. */
  channelsFirst?: boolean;
  /** axisOrder[j] is the axis whose block of channels is the j-th; [0, 1, ...] by default. */
  axisOrder?: readonly number[];
  /**
   * How C channels are shared among n axes. 'even' (the default; positional-encodings): blocks of
   * 2*ceil(C/(2n)), laid one after another and cut at C. 'padded' (tensor2tensor): blocks of
   * 2*floor(C/(2n)), the other channels zero. An array: the width of each axis's block, even numbers
   * whose sum is at most C, the other channels zero.
   */
  split?: 'even' | 'padded' | readonly number[];
  /** The schedule of frequencies: by default 1/10000^(i/n) for pair i of the n of a block. */
  timescales?: Timescales;
  /**
   * In place of timescales: radians per position, one for each pair of a block (a cut block counts as
   * a whole one); one list for all axes, or one for each.
   */
  frequencies?: ArrayLike<number> | readonly ArrayLike<number>[];
  /**
   * 'exact' (the default): at most 2e-7 from the true value, for angles up to 2^24. 'float32': the
   * position, the frequency and their product are rounded to float32 first, as PyTorch does, and sine
   * and cosine of that are at most 2e-7 from the true ones.
   */
  angles?: 'exact' | 'float32';
  /** Lets an axis get no channel at all, which is an error otherwise. */
  allowEmptyAxes?: boolean;
}

export interface SinusoidalOptions extends EncodingOptions {
  /** Positions along each axis: [4096], [64, 64], [16, 16, 16]; up to 65536 axes. */
  grid: readonly number[];
  /** Position of the first row, of all axes or of each; 0 by default. */
  offset?: number | readonly number[];
  /** Distance between neighbouring positions, of all axes or of each; 1 by default. */
  step?: number | readonly number[];
  /** In place of offset and step: the positions along each axis, any real numbers. */
  positions?: readonly ArrayLike<number>[];
}

/** The type of the values. */
export interface Typed<D extends DType> {
  /** 'float32' by default. float16 and bfloat16 are rounded once from the exact value; float64 is within 1e-14. */
  dtype?: D;
}

const splits = /* @__PURE__ */ splitNames.slice(0, 2);
const widthsGiven = /* @__PURE__ */ splitNames.indexOf('widths');

const timescaleKeys = new Set(['min', 'max', 'endpoint', 'shift']);
const commonKeys = [
  'channels',
  'declaredChannels',
  'layout',
  'phase',
  'channelsFirst',
  'axisOrder',
  'split',
  'timescales',
  'frequencies',
  'angles',
  'allowEmptyAxes',
];
/** The options of an encoding of a grid, but for the type of its values. */
export const gridKeys: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'grid',
  ...commonKeys,
  'offset',
  'step',
  'positions',
]);
export const typedGridKeys: ReadonlySet<string> = /* @__PURE__ */ new Set([...gridKeys, 'dtype']);
const pointKeys = /* @__PURE__ */ new Set(['axes', ...commonKeys, 'dtype']);

/** The fields of a spec as the core reads them: enumerations are numbers. */
type CheckedSpec = Readonly<Record<(typeof specFields)[number], number | boolean>> & {
  readonly channels: number;
  readonly channelsFirst: boolean;
};

/** An axis's fields, and the lists that some of them point to. */
interface CheckedAxis {
  length: number;
  offset: number;
  step: number;
  width: number;
  order: number;
  positions: Float64Array<ArrayBuffer> | undefined;
  frequencies: Float64Array<ArrayBuffer> | undefined;
}

export interface CheckedOptions {
  readonly spec: CheckedSpec;
  readonly axes: readonly CheckedAxis[];
  readonly dtype: DType;
}

/** Every option is read once: what a getter answers later is of no consequence. */
export function checkGridOptions(options: SinusoidalOptions, known = gridKeys): CheckedOptions {
  checkObject('options', options, known);
  const { grid, offset, step, positions } = options;
  const lengths = copyAxes('grid', grid, 'an array of lengths');
  if (lengths.length === 0) throw new RangeError('grid is []: expected at least one axis');
  const checked = checkCommon(options, lengths.length);
  const offsets = perAxis('offset', offset, 0, lengths.length);
  const steps = perAxis('step', step, 1, lengths.length);
  checked.axes.forEach((axis, a) => {
    axis.length = checkInteger(`grid[${a}]`, lengths[a], 0);
    axis.offset = offsets[a] as number;
    axis.step = steps[a] as number;
  });
  if (positions !== undefined) {
    if (offset !== undefined || step !== undefined) {
      throw new TypeError(
        `${offset === undefined ? 'step' : 'offset'} and positions are both given: expected one of them`,
      );
    }
    const what = 'an array with a list of numbers for each axis';
    const lists = copyCount('positions', positions, what, lengths.length, 'lists, one for each axis');
    checked.axes.forEach((axis, a) => {
      const list = copyNumbers(`positions[${a}]`, lists[a]);
      checkCount(`positions[${a}]`, list.length, axis.length, 'values, the length of the axis');
      axis.positions = list;
    });
  }
  return checked;
}

export function checkPointOptions(options: EncodingOptions & { axes: number }): CheckedOptions {
  checkObject('options', options, pointKeys);
  const axes = checkInteger('axes', options.axes, 1);
  if (axes > mostAxes) throw rangeError('axes', axes, `at most ${mostAxes}, ${tooManyAxes}`);
  return checkCommon(options, axes);
}

function checkCommon(options: EncodingOptions & Typed<DType>, axisCount: number): CheckedOptions {
  const {
    channels: givenChannels,
    declaredChannels = givenChannels,
    layout = 'interleaved',
    phase = 'sin-cos',
    channelsFirst = false,
    axisOrder,
    split: givenSplit = 'even',
    timescales,
    frequencies: givenFrequencies,
    angles = 'exact',
    allowEmptyAxes = false,
    dtype = 'float32',
  } = options;
  const channels = checkInteger('channels', givenChannels, 1);
  if (timescales !== undefined && givenFrequencies !== undefined) {
    throw new TypeError('timescales and frequencies are both given: expected one of them');
  }
  const { min, max, shift } = checkTimescales(timescales);
  const order = checkAxisOrder(axisOrder, axisCount);
  const { split, widths } = checkSplit(givenSplit, axisCount);
  const frequencies = checkFrequencies(givenFrequencies, axisCount);
  return {
    spec: {
      axisCount,
      channels,
      declaredChannels: checkInteger('declaredChannels', declaredChannels, channels),
      layout: checkChoice('layout', layout, layoutNames),
      phase: checkChoice('phase', phase, phaseNames),
      split,
      angles: checkChoice('angles', angles, anglesNames),
      channelsFirst: checkBoolean('channelsFirst', channelsFirst),
      allowEmptyAxes: checkBoolean('allowEmptyAxes', allowEmptyAxes),
      minTimescale: min,
      maxTimescale: max,
      shift,
    },
    axes: order.map((axis, a) => ({
      length: 0,
      offset: 0,
      step: 1,
      width: widths?.[a] ?? 0,
      order: axis,
      positions: undefined,
      frequencies: frequencies[a],
    })),
    dtype: checkDType('dtype', dtype),
  };
}

function checkTimescales(timescales: Timescales = {}): { min: number; max: number; shift: number } {
  checkObject('timescales', timescales, timescaleKeys);
  const { min = 1, max = 10000, endpoint, shift } = timescales;
  checkPositive('timescales.min', min);
  checkPositive('timescales.max', max);
  if (endpoint === undefined) return { min, max, shift: checkFinite('timescales.shift', shift ?? 0) };
  checkBoolean('timescales.endpoint', endpoint);
  if (shift !== undefined) {
    throw new TypeError('timescales.endpoint and timescales.shift are both given: expected one of them');
  }
  return { min, max, shift: endpoint ? 1 : 0 };
}

function checkAxisOrder(axisOrder: unknown, axisCount: number): number[] {
  if (axisOrder === undefined) return listOf(axisCount, (axis) => axis);
  const order = copyAxes('axisOrder', axisOrder, 'an array of axes');
  const seen = new Set(order.filter((axis) => Number.isInteger(axis) && 0 <= (axis as number)));
  if (
    order.length !== axisCount ||
    seen.size !== axisCount ||
    order.some((axis) => (axis as number) >= axisCount)
  ) {
    throw rangeError('axisOrder', order, `each of the axes 0 to ${axisCount - 1} once`);
  }
  return order as number[];
}

function checkSplit(split: unknown, axisCount: number): { split: number; widths?: number[] } {
  const what = "'even', 'padded' or an array of widths";
  if (typeof split === 'string') return { split: checkChoice('split', split, splits) };
  const widths = copyCount('split', split, what, axisCount, 'widths, one for each axis');
  return {
    split: widthsGiven,
    widths: widths.map((width, axis) => checkInteger(`split[${axis}]`, width, 0)),
  };
}

/** The frequencies of each axis, in arrays of our own; undefined where there are none. */
export function checkFrequencies(
  frequencies: unknown,
  axisCount: number,
): (Float64Array<ArrayBuffer> | undefined)[] {
  if (frequencies === undefined) return listOf(axisCount, () => undefined);
  if (isList(frequencies) && isList(frequencies[0])) {
    const what = 'an array with a list of numbers for each axis';
    const lists = copyCount('frequencies', frequencies, what, axisCount, 'lists, one for each axis');
    return lists.map((list, axis) => copyNumbers(`frequencies[${axis}]`, list));
  }
  if (!isList(frequencies)) {
    throw typeError('frequencies', frequencies, 'a list of numbers, or an array with a list for each axis');
  }
  const list = copyNumbers('frequencies', frequencies);
  return listOf(axisCount, () => list);
}

function perAxis(name: string, value: unknown, otherwise: number, axisCount: number): number[] {
  if (value === undefined) return listOf(axisCount, () => otherwise);
  const what = 'a number, or an array with one for each axis';
  if (typeof value === 'number') {
    checkFinite(name, value);
    return listOf(axisCount, () => value);
  }
  const values = copyCount(name, value, what, axisCount, 'numbers, one for each axis');
  return values.map((item, axis) => checkFinite(`${name}[${axis}]`, item));
}
