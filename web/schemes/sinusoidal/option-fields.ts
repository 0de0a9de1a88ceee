// The controls of the scheme that has every option of the library, and the options that they stand for.
import type { SinusoidalOptions } from 'posenc';
import { choice, type Field, flag, number, numbers, numbersOf, type Values } from '../../model/fields.js';
import { any, channels, gridFields, gridOf, timescale, without } from './grid-fields.js';

export function allOptions(values: Values): SinusoidalOptions {
  const grid = gridOf(values, any);
  const frequencies = numbersOf(values.frequencies);
  const positions = numbersOf(values.positions);
  const ends = {
    none: {},
    endpoint: { endpoint: true },
    shift: { shift: Number(values.shift) },
  }[String(values.end)];
  const timescales = {
    ...without({ min: Number(values.min), max: Number(values.max) }, { min: 1, max: 10000 }),
    ...ends,
  };
  const given = positions.length > 0;
  return without<SinusoidalOptions>(
    {
      grid: given ? [positions.length, ...grid.slice(1)] : grid,
      channels: Number(values.channels),
      layout: values.layout as 'interleaved',
      phase: values.phase as 'sin-cos',
      channelsFirst: values.channelsFirst === true,
      axisOrder: values.order === 'reversed' && grid.length > 1 ? grid.map((_, i) => i).reverse() : undefined,
      split: values.split === 'widths' ? numbersOf(values.widths) : (values.split as 'even'),
      timescales: frequencies.length > 0 || Object.keys(timescales).length === 0 ? undefined : timescales,
      frequencies: frequencies.length > 0 ? frequencies : undefined,
      offset: given ? undefined : Number(values.offset),
      step: given ? undefined : Number(values.step),
      positions: given ? grid.map((n, axis) => (axis === 0 ? positions : rangeOf(n))) : undefined,
      angles: values.angles as 'exact',
      declaredChannels: Number(values.declared) || undefined,
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

export const allOptionFields: Field[] = [
  ...gridFields(any, [512, 32, 8]),
  channels(128),
  choice(
    'layout',
    'Layout',
    [
      ['interleaved', 's c s c'],
      ['concatenated', 's s c c'],
    ],
    { help: 's is a sine and c a cosine: interleaved, or all sines and then all cosines.' },
  ),
  choice('phase', 'Phase', [
    ['sin-cos', 'sin first'],
    ['cos-sin', 'cos first'],
  ]),
  timescale('max', 'Longest timescale', 10000),
  { ...timescale('min', 'Shortest timescale', 1), more: true },
  choice(
    'end',
    'Last timescale',
    [
      ['none', 'approached'],
      ['endpoint', 'reached'],
      ['shift', 'shifted'],
    ],
    {
      help: 'The last pair stays just below the longest timescale, reaches it, or is shifted.',
      more: true,
    },
  ),
  number('shift', 'Shift', {
    min: -8,
    max: 8,
    step: 0.5,
    default: 1,
    when: (values) => values.end === 'shift',
    more: true,
  }),
  number('offset', 'Offset', { min: -1e6, max: 1e6, step: 1, default: 0, more: true }),
  number('step', 'Step', { min: 0.001, max: 1000, scale: 'log', default: 1, more: true }),
  choice(
    'angles',
    'Angles',
    [
      ['exact', 'exact'],
      ['float32', 'float32'],
    ],
    { help: 'float32 rounds position × frequency, as most code in PyTorch does.', more: true },
  ),
  choice(
    'split',
    'Channels among axes',
    [
      ['even', 'even'],
      ['padded', 'padded'],
      ['widths', 'widths'],
    ],
    { more: true },
  ),
  numbers('widths', 'Widths', '128, 128', {
    help: 'An even number for each axis.',
    when: (values) => values.split === 'widths',
    more: true,
  }),
  choice(
    'order',
    'Order of axes',
    [
      ['forward', 'first axis first'],
      ['reversed', 'reversed'],
    ],
    { when: (values) => values.axes !== '1', more: true },
  ),
  flag('channelsFirst', 'Channels first', { more: true }),
  numbers('frequencies', 'Custom frequencies', '1, 0.5, 0.25, …', {
    help: 'In radians per position, one for each pair. They replace the timescales.',
    more: true,
  }),
  numbers('positions', 'Custom positions', '0, 0.5, 3, …', {
    help: 'Any real numbers along the first axis. They replace offset and step.',
    more: true,
  }),
  number('declared', 'Declared channels', {
    min: 0,
    max: 8192,
    integer: true,
    default: 0,
    help: 'If these are the first channels of a wider encoding: how many channels it has. Otherwise 0.',
    more: true,
  }),
  flag('allowEmpty', 'Allow empty axes', { more: true }),
];
