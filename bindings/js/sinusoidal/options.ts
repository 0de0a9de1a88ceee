// The options of sinusoidal encodings: their public types, and a check of each. Each option is read once. The
// core checks whether they fit together (errors.ts has those messages).
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
import { checkCount, copyAxes, copyNumbers, copyPerAxis, maxAxes, whyMaxAxes } from '../check/lists.js';
import { checkDType, type DType } from '../runtime/dtype.js';
import { anglesNames, layoutNames, phaseNames, type specFields, splitNames } from './wire.js';

/**
 * Pair i of n has the timescale min * (max/min)^(i/(n - shift)), in positions per radian: its frequency is
 * 1 / timescale, its wavelength 2 pi * timescale. With `endpoint: true` (shift 1) the last timescale is `max`.
 */
export interface Timescales {
  /** The first timescale, a number above 0; 1 by default. */
  min?: number;
  /** The limit of the timescales, a number above 0, which the last one equals with `endpoint`; 10000 by default. */
  max?: number;
  /** Whether the last timescale equals `max`; false by default. */
  endpoint?: boolean;
  /** Instead of `endpoint`: the `shift` in the formula, less than the number of pairs; 0 by default. */
  shift?: number;
}

/** The options that grids and points have in common. */
export interface EncodingOptions {
  /** Channels of each position: an integer of at least 1. `split` says how the axes share them. */
  channels: number;
  /**
   * Encodes the first `channels` of a wider encoding: its number of channels, which the axes share and which
   * determines the frequencies. An integer of at least `channels`, which is the default.
   */
  declaredChannels?: number;
  /**
   * The order of channels within the block of an axis. 'interleaved' (the default): sine and cosine alternate, as
   * in Vaswani et al. 2017 and positional-encodings since 5.1. 'concatenated': all sines, then all cosines, as in
   * AllenNLP, tensor2tensor and positional-encodings 5.0.
   */
  layout?: 'interleaved' | 'concatenated';
  /** Whether sines or cosines come first; 'sin-cos' by default. */
  phase?: 'sin-cos' | 'cos-sin';
  /** Whether the shape is [channels, ...grid] instead of [...grid, channels]; false by default. */
  channelsFirst?: boolean;
  /** The order of the blocks: block j encodes axis axisOrder[j]. Each axis once; [0, 1, ...] by default. */
  axisOrder?: readonly number[];
  /**
   * How n axes share C channels. 'even' (the default; positional-encodings): each axis has a block of
   * 2*ceil(C/(2n)) channels, one after another, cut off at C. 'padded' (tensor2tensor): blocks of
   * 2*floor(C/(2n)), and zeros in the remaining channels. An array: the width of each axis's block, even numbers
   * with a sum of at most C, and zeros in the remaining channels.
   */
  split?: 'even' | 'padded' | readonly number[];
  /** Sets the frequencies: by default, pair i of the n pairs of a block has 1/10000^(i/n) radians per position. */
  timescales?: Timescales;
  /**
   * Instead of `timescales`: the frequencies in radians per position, one for each pair of a block, also for pairs
   * that are cut off; one list for all axes, or one for each axis.
   */
  frequencies?: ArrayLike<number> | readonly ArrayLike<number>[];
  /**
   * 'exact' (the default): values within 2e-7 of the exact ones, for angles up to 2^24 radians. 'float32': the
   * position, the frequency and their product are rounded to float32, as in PyTorch; the values are within 2e-7
   * of the sine and cosine of that rounded angle.
   */
  angles?: 'exact' | 'float32';
  /** Whether an axis may get no channels, which is otherwise an error; false by default. */
  allowEmptyAxes?: boolean;
}

export interface SinusoidalOptions extends EncodingOptions {
  /** The number of positions along each axis: [4096], [64, 64], [16, 16, 16]. At least 1 and at most 65536 axes. */
  grid: readonly number[];
  /** The first position, for all axes or for each axis; 0 by default. */
  offset?: number | readonly number[];
  /** The distance between neighbouring positions, for all axes or for each axis; 1 by default. */
  step?: number | readonly number[];
  /** Instead of `offset` and `step`: a list of positions for each axis, any finite numbers. */
  positions?: readonly ArrayLike<number>[];
}

/** The type of the values. */
export interface Typed<D extends DType> {
  /** 'float32' by default. float16 and bfloat16 are the exact value, rounded once; float64 is within 1e-14 of it. */
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
/** The keys of `SinusoidalOptions`, without `dtype`. */
export const gridKeys: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'grid',
  ...commonKeys,
  'offset',
  'step',
  'positions',
]);
export const typedGridKeys: ReadonlySet<string> = /* @__PURE__ */ new Set([...gridKeys, 'dtype']);
const pointKeys = /* @__PURE__ */ new Set(['axes', ...commonKeys, 'dtype']);

/** The fields of a `SpecFields` record; enumerations are numbers. */
type CheckedSpec = Readonly<Record<(typeof specFields)[number], number | boolean>> & {
  readonly channels: number;
  readonly channelsFirst: boolean;
};

/** The fields of an `AxisFields` record, with lists in place of addresses. */
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

/** Reads each option once, so later changes by the caller have no effect. */
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
    const lists = copyPerAxis('positions', positions, what, lengths.length, 'list');
    checked.axes.forEach((axis, a) => {
      const list = copyNumbers(`positions[${a}]`, lists[a]);
      checkCount(`positions[${a}]`, list.length, axis.length, 'value', 'the length of the axis');
      axis.positions = list;
    });
  }
  return checked;
}

export function checkPointOptions(options: EncodingOptions & { axes: number }): CheckedOptions {
  checkObject('options', options, pointKeys);
  const axes = checkInteger('axes', options.axes, 1);
  if (axes > maxAxes) throw rangeError('axes', axes, `at most ${maxAxes}, ${whyMaxAxes}`);
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
    throw rangeError(
      'axisOrder',
      order,
      axisCount === 1 ? '[0]' : `each axis from 0 to ${axisCount - 1} once`,
    );
  }
  return order as number[];
}

function checkSplit(split: unknown, axisCount: number): { split: number; widths?: number[] } {
  const what = "'even', 'padded' or an array of widths";
  if (typeof split === 'string') return { split: checkChoice('split', split, splits) };
  const widths = copyPerAxis('split', split, what, axisCount, 'width');
  return {
    split: widthsGiven,
    widths: widths.map((width, axis) => checkInteger(`split[${axis}]`, width, 0)),
  };
}

/** A copy of the frequencies of each axis; undefined if none are given. */
export function checkFrequencies(
  frequencies: unknown,
  axisCount: number,
): (Float64Array<ArrayBuffer> | undefined)[] {
  if (frequencies === undefined) return listOf(axisCount, () => undefined);
  if (isList(frequencies) && isList(frequencies[0])) {
    const what = 'an array with a list of numbers for each axis';
    const lists = copyPerAxis('frequencies', frequencies, what, axisCount, 'list');
    return lists.map((list, axis) => copyNumbers(`frequencies[${axis}]`, list));
  }
  if (!isList(frequencies)) {
    throw typeError('frequencies', frequencies, 'a list of numbers, or an array with a list for each axis');
  }
  const list = copyNumbers('frequencies', frequencies);
  return listOf(axisCount, () => list);
}

function perAxis(name: string, value: unknown, byDefault: number, axisCount: number): number[] {
  if (value === undefined) return listOf(axisCount, () => byDefault);
  const what = 'a number, or an array with one for each axis';
  if (typeof value === 'number') {
    checkFinite(name, value);
    return listOf(axisCount, () => value);
  }
  const values = copyPerAxis(name, value, what, axisCount, 'number');
  return values.map((item, axis) => checkFinite(`${name}[${axis}]`, item));
}
