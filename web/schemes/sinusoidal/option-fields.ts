// The controls that schemes of grids share, and those of the library's sinusoidal encoding with all its
// options; and the options as the controls have them.
import type { SinusoidalOptions } from 'posenc';
import { type Field, type NumberField, numbersOf, type Values } from '../../model/fields.js';

export const number = (value: Values[string] | undefined) => Number(value);

/** The lengths of the axes, one slider each. */
export function gridFields(axes: readonly number[], lengths: readonly number[]): Field[] {
  const most = axes.at(-1) as number;
  const names = most === 1 ? ['Positions'] : ['Positions, first axis', 'Second axis', 'Third axis'];
  const fields: Field[] = [];
  if (axes.length > 1) {
    fields.push({
      kind: 'choice',
      id: 'axes',
      label: 'Axes',
      options: axes.map((count) => ({ value: String(count), label: `${count}D` })),
      default: String(axes[0]),
    });
  }
  for (let axis = 0; axis < most; ++axis) {
    fields.push({
      kind: 'number',
      id: `n${axis}`,
      label: names[axis] as string,
      min: 1,
      max: 65536,
      scale: 'log',
      integer: true,
      default: lengths[axis] as number,
      when: axis === 0 ? undefined : (values) => axisCount(values, axes) > axis,
    });
  }
  return fields;
}

const axisCount = (values: Values, axes: readonly number[]) =>
  axes.length > 1 ? number(values.axes) : (axes[0] as number);

export function gridOf(values: Values, axes: readonly number[]): number[] {
  return Array.from({ length: axisCount(values, axes) }, (_, axis) => number(values[`n${axis}`]));
}

export const channels = (count: number, max = 8192): NumberField => ({
  kind: 'number',
  id: 'channels',
  label: 'Channels',
  min: 1,
  max,
  scale: 'log',
  integer: true,
  default: count,
});

/** What is equal to the library's default is not written. */
export function without<T extends object>(options: T, defaults: Partial<T>): T {
  const kept = Object.entries(options).filter(
    ([key, value]) => value !== undefined && value !== (defaults as Record<string, unknown>)[key],
  );
  return Object.fromEntries(kept) as T;
}

export const timescale = (id: string, label: string, value: number): Field => ({
  kind: 'number',
  id,
  label,
  min: 0.01,
  max: 1e7,
  scale: 'log',
  default: value,
});

export const any = [1, 2, 3];

export function sinusoidalOptions(values: Values): SinusoidalOptions {
  const grid = gridOf(values, any);
  const frequencies = numbersOf(values.frequencies);
  const positions = numbersOf(values.positions);
  const ends = {
    none: {},
    endpoint: { endpoint: true },
    shift: { shift: number(values.shift) },
  }[String(values.end)];
  const timescales = {
    ...without({ min: number(values.min), max: number(values.max) }, { min: 1, max: 10000 }),
    ...ends,
  };
  const given = positions.length > 0;
  return without<SinusoidalOptions>(
    {
      grid: given ? [positions.length, ...grid.slice(1)] : grid,
      channels: number(values.channels),
      layout: values.layout as 'interleaved',
      phase: values.phase as 'sin-cos',
      channelsFirst: values.channelsFirst === true,
      axisOrder: values.order === 'reversed' && grid.length > 1 ? grid.map((_, i) => i).reverse() : undefined,
      split: values.split === 'widths' ? numbersOf(values.widths) : (values.split as 'even'),
      timescales: frequencies.length > 0 || Object.keys(timescales).length === 0 ? undefined : timescales,
      frequencies: frequencies.length > 0 ? frequencies : undefined,
      offset: given ? undefined : number(values.offset),
      step: given ? undefined : number(values.step),
      positions: given ? grid.map((n, axis) => (axis === 0 ? positions : rangeOf(n))) : undefined,
      angles: values.angles as 'exact',
      declaredChannels: number(values.declared) || undefined,
      allowEmptyAxes: values.allowEmpty === true,
    },
    {
      layout: 'interleaved',
      phase: 'sin-cos',
      channelsFirst: false,
      split: 'even',
      offset: 0,
      step: 1,
      angles: 'exact',
      allowEmptyAxes: false,
    },
  );
}

const rangeOf = (length: number) => Array.from({ length }, (_, i) => i);

export const sinusoidalFields: Field[] = [
  ...gridFields(any, [512, 32, 8]),
  channels(128),
  {
    kind: 'choice',
    id: 'layout',
    label: 'Layout',
    options: [
      { value: 'interleaved', label: 's c s c' },
      { value: 'concatenated', label: 's s c c' },
    ],
    default: 'interleaved',
    help: 'Interleaved: sine and cosine in turns. Concatenated: all sines, then all cosines.',
  },
  {
    kind: 'choice',
    id: 'phase',
    label: 'Phase',
    options: [
      { value: 'sin-cos', label: 'sin first' },
      { value: 'cos-sin', label: 'cos first' },
    ],
    default: 'sin-cos',
  },
  timescale('max', 'Longest timescale', 10000),
  { ...timescale('min', 'Shortest timescale', 1), more: true },
  {
    kind: 'choice',
    id: 'end',
    label: 'Last timescale',
    options: [
      { value: 'none', label: 'approached' },
      { value: 'endpoint', label: 'reached' },
      { value: 'shift', label: 'shifted' },
    ],
    default: 'none',
    help: 'Whether the last pair stops just short of the longest timescale, has it, or is shifted.',
    more: true,
  },
  {
    kind: 'number',
    id: 'shift',
    label: 'Shift',
    min: -8,
    max: 8,
    step: 0.5,
    default: 1,
    when: (values) => values.end === 'shift',
    more: true,
  },
  { kind: 'number', id: 'offset', label: 'Offset', min: -1e6, max: 1e6, step: 1, default: 0, more: true },
  { kind: 'number', id: 'step', label: 'Step', min: 0.001, max: 1000, scale: 'log', default: 1, more: true },
  {
    kind: 'choice',
    id: 'angles',
    label: 'Angles',
    options: [
      { value: 'exact', label: 'exact' },
      { value: 'float32', label: 'float32' },
    ],
    default: 'exact',
    help: 'float32 rounds position × frequency as PyTorch does.',
    more: true,
  },
  {
    kind: 'choice',
    id: 'split',
    label: 'Channels among axes',
    options: [
      { value: 'even', label: 'even' },
      { value: 'padded', label: 'padded' },
      { value: 'widths', label: 'widths' },
    ],
    default: 'even',
    more: true,
  },
  {
    kind: 'numbers',
    id: 'widths',
    label: 'Widths',
    placeholder: '128, 128',
    help: 'An even number for each axis.',
    when: (values) => values.split === 'widths',
    more: true,
  },
  {
    kind: 'choice',
    id: 'order',
    label: 'Order of axes',
    options: [
      { value: 'forward', label: 'first axis first' },
      { value: 'reversed', label: 'reversed' },
    ],
    default: 'forward',
    when: (values) => values.axes !== '1',
    more: true,
  },
  { kind: 'flag', id: 'channelsFirst', label: 'Channels first', default: false, more: true },
  {
    kind: 'numbers',
    id: 'frequencies',
    label: 'Own frequencies',
    placeholder: '1, 0.5, 0.25, …',
    help: 'Radians per position, one for each pair; in place of timescales.',
    more: true,
  },
  {
    kind: 'numbers',
    id: 'positions',
    label: 'Own positions',
    placeholder: '0, 0.5, 3, …',
    help: 'Any real numbers along the first axis; in place of offset and step.',
    more: true,
  },
  {
    kind: 'number',
    id: 'declared',
    label: 'Declared channels',
    min: 0,
    max: 8192,
    integer: true,
    default: 0,
    help: 'The channels of a wider encoding of which the first are shown; 0 for none.',
    more: true,
  },
  { kind: 'flag', id: 'allowEmpty', label: 'Axes may be empty', default: false, more: true },
];
