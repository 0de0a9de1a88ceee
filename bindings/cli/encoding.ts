// Which encoding: the options that `encode` and `show` share, as flags, and the library's options that
// they stand for.
import { type Command, Option } from 'commander';
import type { SinusoidalOptions } from '../js/index.node.js';
import { presets } from '../js/presets.js';
import { lists, type Rows, real, reals, rows, whole, wholes } from './flags.js';
import { usageMistake } from './mistake.js';

export interface EncodingFlags {
  grid?: number[];
  channels?: number;
  preset?: string;
  layout?: 'interleaved' | 'concatenated';
  phase?: 'sin-cos' | 'cos-sin';
  channelsFirst?: true;
  axisOrder?: number[];
  split?: string;
  minTimescale?: number;
  maxTimescale?: number;
  endpoint?: true;
  shift?: number;
  frequencies?: number[][];
  offset?: number[];
  step?: number[];
  positions?: number[][];
  angles?: 'exact' | 'float32';
  declaredChannels?: number;
  allowEmptyAxes?: true;
  rows?: Rows;
}

/** The presets' names as the command line has them: positional-encodings for positionalEncodings. */
const presetNames = new Map(
  (Object.keys(presets) as (keyof typeof presets)[]).map((name) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    name,
  ]),
);

/** Adds the flags to a command. */
export function addEncodingFlags(command: Command, defaults?: { grid: number[]; channels: number }): Command {
  const option = (flags: string, about: string, parse?: (text: string) => unknown) => {
    const made = new Option(flags, about);
    if (parse) made.argParser(parse);
    return made;
  };
  const grid = option('--grid <lengths>', 'positions along each axis, such as 64,64', wholes('--grid', 1));
  const channels = option('--channels <count>', 'channels of each position', whole('--channels', 1));
  if (defaults !== undefined) {
    grid.default(defaults.grid, defaults.grid.join(','));
    channels.default(defaults.channels);
  }
  const options = [
    grid,
    channels,
    option('--preset <name>', 'as another package or model has it; other options change it').choices([
      ...presetNames.keys(),
    ]),
    option(
      '--rows <from:to>',
      'only these rows: grid points, or with --channels-first channels',
      rows('--rows'),
    ),
    option('--layout <layout>', 'sines and cosines in turns, or all sines and then all cosines').choices([
      'interleaved',
      'concatenated',
    ]),
    option('--phase <phase>', 'which of the two comes first').choices(['sin-cos', 'cos-sin']),
    option('--channels-first', 'shape [channels, ...grid] in place of [...grid, channels]'),
    option(
      '--axis-order <axes>',
      'whose block of channels comes first, such as 1,0',
      wholes('--axis-order', 0),
    ),
    option('--split <how>', 'how axes share the channels: even, padded, or widths such as 32,96'),
    option('--min-timescale <x>', 'the first timescale (1)', real('--min-timescale')),
    option('--max-timescale <x>', 'the scale that the last one approaches (10000)', real('--max-timescale')),
    option('--endpoint', 'the last timescale is --max-timescale itself'),
    option('--shift <x>', 'in place of --endpoint: pair i of n has exponent i/(n - x)', real('--shift')),
    option(
      '--frequencies <lists>',
      'in place of timescales: radians per position, for all axes or (with ; between) each',
      lists('--frequencies'),
    ),
    option('--offset <numbers>', 'position of the first row, of all axes or each (0)', reals('--offset')),
    option('--step <numbers>', 'distance between positions, of all axes or each (1)', reals('--step')),
    option(
      '--positions <lists>',
      'in place of both: the positions of each axis, with ; between, or @file',
      lists('--positions'),
    ),
    option('--angles <how>', 'exact, or rounded as PyTorch does').choices(['exact', 'float32']),
    option(
      '--declared-channels <count>',
      'of an encoding for so many channels, the first --channels',
      whole('--declared-channels', 1),
    ),
    option('--allow-empty-axes', 'an axis may get no channel at all'),
  ];
  for (const item of options) command.addOption(item);
  return command;
}

/** The library's options. */
export function optionsOf(flags: EncodingFlags): SinusoidalOptions {
  const grid = required('--grid', flags.grid, 'positions along each axis, such as 64,64');
  const channels = required('--channels', flags.channels, 'the channels of each position, such as 256');
  const { preset, minTimescale, maxTimescale, endpoint, shift } = flags;
  const base: SinusoidalOptions =
    preset === undefined
      ? { grid, channels }
      : presets[presetNames.get(preset) as keyof typeof presets]({ grid, channels });
  const timescales = present({ min: minTimescale, max: maxTimescale, endpoint, shift });
  const given = present({
    layout: flags.layout,
    phase: flags.phase,
    channelsFirst: flags.channelsFirst,
    axisOrder: flags.axisOrder,
    split: flags.split === undefined ? undefined : splitOf(flags.split),
    frequencies: flags.frequencies?.length === 1 ? flags.frequencies[0] : flags.frequencies,
    offset: oneOrEach(flags.offset),
    step: oneOrEach(flags.step),
    positions: flags.positions,
    angles: flags.angles,
    declaredChannels: flags.declaredChannels,
    allowEmptyAxes: flags.allowEmptyAxes,
  });
  const options = { ...base, ...given } as SinusoidalOptions;
  if (Object.keys(timescales).length > 0) options.timescales = { ...base.timescales, ...timescales };
  return options;
}

/** Missing flags are told here, after those that are not known, one of which may be meant. */
export function required<T>(flag: string, value: T | undefined, expected: string): T {
  if (value === undefined) throw usageMistake(`${flag} is missing: expected ${expected}`);
  return value;
}

function present<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

function oneOrEach(values: number[] | undefined): number | number[] | undefined {
  return values?.length === 1 ? values[0] : values;
}

function splitOf(text: string): SinusoidalOptions['split'] {
  if (text === 'even' || text === 'padded') return text;
  if (!/^\d+(,\d+)*$/.test(text)) {
    throw usageMistake(`--split is ${JSON.stringify(text)}: expected even, padded, or widths such as 32,96`);
  }
  return text.split(',').map(Number);
}

/** The options of the library whose flags have other names than theirs. */
const otherNames: Record<string, string> = {
  'timescales.min': '--min-timescale',
  'timescales.max': '--max-timescale',
  'timescales.shift': '--shift',
  'timescales.endpoint': '--endpoint',
};

const namesOfOptions =
  /^(timescales\.\w+|grid|channels|layout|phase|channelsFirst|axisOrder|split|frequencies|offset|step|positions|angles|declaredChannels|allowEmptyAxes)\b/;

/** An error of the library about an option, in the words of the command line; others as they are. */
export function inFlags(error: unknown): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError)) return error;
  const flag = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const message = error.message.replace(namesOfOptions, (name) => otherNames[name] ?? flag(name));
  return usageMistake(message.replace(/\b(\w+): true$/, (_, name) => flag(name)));
}

/** Rows as a range within the encoding's. */
export function rangeOf(given: Rows | undefined, count: number): { from: number; to: number } {
  const { from, to = count } = given ?? { from: 0 };
  if (to > count || from >= to) {
    throw usageMistake(
      `--rows is "${from}:${given?.to ?? ''}": expected some of 0:${count}, the rows of the encoding`,
    );
  }
  return { from, to };
}
