// Which encoding: the flags that `encode` and `show` share.
import { type Command, Option } from 'commander';
import { lists, type Rows, real, reals, rows, whole, wholes } from './flag-values.js';
import { presetNames } from './preset-flags.js';

export interface EncodingFlags {
  grid?: number[];
  channels?: number;
  preset?: string;
  presetVersion?: number;
  startIndex?: number;
  paddingIndex?: number;
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

/** Flags that hold what the option of the same name does, of the library or a preset. */
export const optionNames = [
  'layout',
  'phase',
  'channelsFirst',
  'axisOrder',
  'minTimescale',
  'maxTimescale',
  'endpoint',
  'shift',
  'positions',
  'angles',
  'declaredChannels',
  'allowEmptyAxes',
  'startIndex',
  'paddingIndex',
] as const;

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
    option('--preset <name>', 'as another package or model has it; other flags change it').choices([
      ...presetNames.keys(),
    ]),
    option(
      '--preset-version <number>',
      'of --preset positional-encodings: 5 or 6',
      whole('--preset-version', 0),
    ),
    option('--start-index <x>', 'of --preset tensor2tensor: the first position', real('--start-index')),
    option(
      '--padding-index <count>',
      'of --preset fairseq: the index before the first position',
      whole('--padding-index', 0),
    ),
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
      wholes('--axis-order', 0, '1,0'),
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
