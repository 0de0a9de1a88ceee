// The flags that `encode` and `show` share: they say which encoding to make.
import { type Command, Option } from 'commander';
import type { SinusoidalOptions } from '../../js/index.node.js';
import { lists, type Rows, real, reals, rows, whole, wholes } from './flag-values.js';
import { presetNames } from './preset-flags.js';

export interface EncodingFlags {
  grid?: number[];
  channels?: number;
  preset?: string;
  presetVersion?: number;
  startIndex?: number;
  paddingIndex?: number;
  layout?: NonNullable<SinusoidalOptions['layout']>;
  phase?: NonNullable<SinusoidalOptions['phase']>;
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
  angles?: NonNullable<SinusoidalOptions['angles']>;
  declaredChannels?: number;
  allowEmptyAxes?: true;
  rows?: Rows;
}

/** The flags whose value is that of the option with the same name, of the library or of a preset. */
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
  const grid = option(
    '--grid <lengths>',
    'the number of positions along each axis, such as 64,64',
    wholes('--grid', 1),
  );
  const channels = option('--channels <count>', 'the channels of each position', whole('--channels', 1));
  if (defaults !== undefined) {
    grid.default(defaults.grid, defaults.grid.join(','));
    channels.default(defaults.channels);
  }
  const options = [
    grid,
    channels,
    option('--preset <name>', 'the encoding of another package or model; other flags change it').choices([
      ...presetNames.keys(),
    ]),
    option(
      '--preset-version <number>',
      'for --preset positional-encodings: 5 or 6',
      whole('--preset-version', 0),
    ),
    option('--start-index <x>', 'for --preset tensor2tensor: the first position', real('--start-index')),
    option(
      '--padding-index <count>',
      'for --preset fairseq: the index before the first position',
      whole('--padding-index', 0),
    ),
    option(
      '--rows <from:to>',
      'make only these rows: grid points, or channels with --channels-first',
      rows('--rows'),
    ),
    option(
      '--layout <layout>',
      'alternate sines and cosines, or put all sines before all cosines (default: interleaved)',
    ).choices(['interleaved', 'concatenated']),
    option('--phase <phase>', 'whether sine or cosine comes first (default: sin-cos)').choices([
      'sin-cos',
      'cos-sin',
    ]),
    option('--channels-first', 'make the shape [channels, ...grid] instead of [...grid, channels]'),
    option(
      '--axis-order <axes>',
      'the order of the axes in the channels, such as 1,0 (default: 0,1,...)',
      wholes('--axis-order', 0, '1,0'),
    ),
    option(
      '--split <how>',
      'how the axes share the channels: even, padded, or widths such as 32,96 (default: even)',
    ),
    option('--min-timescale <x>', 'the first timescale (default: 1)', real('--min-timescale')),
    option(
      '--max-timescale <x>',
      'the timescale that the last one approaches (default: 10000)',
      real('--max-timescale'),
    ),
    option('--endpoint', 'make the last timescale exactly --max-timescale'),
    option(
      '--shift <x>',
      'instead of --endpoint: pair i of n has exponent i/(n - x) (default: 0)',
      real('--shift'),
    ),
    option(
      '--frequencies <lists>',
      'instead of timescales: radians per position, one list for all axes or one for each with ; between them',
      lists('--frequencies'),
    ),
    option(
      '--offset <numbers>',
      'the first position, for all axes or for each (default: 0)',
      reals('--offset'),
    ),
    option(
      '--step <numbers>',
      'the distance between positions, for all axes or for each (default: 1)',
      reals('--step'),
    ),
    option(
      '--positions <lists>',
      'instead of offset and step: the positions along each axis, with ; between axes, or @file',
      lists('--positions'),
    ),
    option(
      '--angles <how>',
      'compute angles exactly, or round them as PyTorch does (default: exact)',
    ).choices(['exact', 'float32']),
    option(
      '--declared-channels <count>',
      'make an encoding with this many channels, and take the first --channels of it (default: --channels)',
      whole('--declared-channels', 1),
    ),
    option('--allow-empty-axes', 'allow axes that get no channels'),
  ];
  for (const item of options) command.addOption(item);
  return command;
}
