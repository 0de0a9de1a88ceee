// Turns flags into options of the library. Flags that are options of the preset are passed to it. All other
// flags change the options that the preset returns.
import { quoted } from '../../formats/printable.js';
import type { SinusoidalOptions } from '../../js/index.node.js';
import { CommandError, usageError } from '../terminal/command-error.js';
import { type EncodingFlags, optionNames } from './encoding-flags.js';
import { type Rows, wholes } from './flag-values.js';
import { asFlagError } from './library-errors.js';
import { callPreset, flagOf, optionsOfPreset, presetsWith } from './preset-flags.js';

type Values = Record<string, unknown>;

export function optionsOf(flags: EncodingFlags): SinusoidalOptions {
  const grid = required('--grid', flags.grid, 'the number of positions along each axis, such as 64,64');
  const channels = required('--channels', flags.channels, 'the channels of each position, such as 256');
  const { preset } = flags;
  const given = valuesOf(flags);
  refuseConflicts(given);
  const own = preset === undefined ? [] : optionsOfPreset(preset);
  const ofPreset = Object.fromEntries(Object.entries(given).filter(([name]) => own.includes(name)));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !own.includes(name)));
  refuseOptionsOfOtherPresets(others);
  const size = { grid, channels };
  const base = preset === undefined ? size : presetOf(preset, { ...size, ...ofPreset }, flags);
  if (preset !== undefined) refuseTimescales(others, base, preset);
  return merge(base, others);
}

/** Refuses a missing flag. This comes after unknown flags, because one of those may be a misspelling of it. */
export function required<T>(flag: string, value: T | undefined, expected: string): T {
  if (value === undefined) throw usageError(`${flag} is missing: expected ${expected}`);
  return value;
}

/** The given values, by the names of options of the library and of presets. */
function valuesOf(flags: EncodingFlags): Values {
  const { grid, channels, preset, presetVersion, rows, ...others } = flags;
  const oneOrEach = (values: unknown[] | undefined) => (values?.length === 1 ? values[0] : values);
  const values: Values = {};
  for (const name of optionNames) values[name] = (others as Values)[name];
  values.version = presetVersion;
  values.split = flags.split === undefined ? undefined : splitOf(flags.split);
  for (const name of ['frequencies', 'offset', 'step'] as const) values[name] = oneOrEach(flags[name]);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function splitOf(text: string): SinusoidalOptions['split'] {
  if (text === 'even' || text === 'padded') return text;
  if (/^[a-z]/i.test(text)) {
    throw usageError(`--split is ${quoted(text)}: expected even, padded, or widths such as 32,96`);
  }
  return wholes('--split', 0, '32,96, or even or padded')(text);
}

const timescaleNames = ['minTimescale', 'maxTimescale', 'endpoint', 'shift'] as const;

/** Options that exclude each other. */
const conflicts: readonly [string, readonly string[]][] = [
  ['shift', ['endpoint']],
  ['frequencies', timescaleNames],
  ['positions', ['offset', 'step', 'startIndex', 'paddingIndex']],
  ['offset', ['startIndex', 'paddingIndex']],
];

function refuseConflicts(given: Values): void {
  for (const [name, rivals] of conflicts) {
    const rival = rivals.find((other) => name in given && other in given);
    if (rival === undefined) continue;
    throw usageError(`${flagOf(rival)} and ${flagOf(name)} are both given: expected only one of them`);
  }
}

/** Refuses options that belong to another preset. */
function refuseOptionsOfOtherPresets(others: Values): void {
  for (const name of ['startIndex', 'paddingIndex', 'version']) {
    if (!(name in others)) continue;
    throw usageError(
      `${flagOf(name)} is ${others[name]}: expected it only with --preset ${presetsWith(name).join(' or ')}`,
    );
  }
}

function presetOf(
  preset: string,
  options: { grid: number[]; channels: number },
  flags: EncodingFlags,
): SinusoidalOptions {
  try {
    return callPreset(preset, options);
  } catch (error) {
    const explained = asFlagError(error, flags);
    if (explained instanceof CommandError) throw usageError(`${explained.message}, with --preset ${preset}`);
    throw error;
  }
}

/** If a preset has timescales, only its own options can change them, so each flag has one meaning. */
function refuseTimescales(others: Values, base: SinusoidalOptions, preset: string): void {
  if (base.timescales === undefined && base.frequencies === undefined) return;
  const name = timescaleNames.find((timescale) => timescale in others);
  if (name === undefined) return;
  const value = others[name] === true ? 'given' : others[name];
  const takers = presetsWith(name);
  const which = takers.length === 0 ? '' : `, or use a preset that has it (${takers.join(', ')})`;
  throw usageError(
    `${flagOf(name)} is ${value}: --preset ${preset} has its own timescales; leave ${flagOf(name)} out${which}`,
  );
}

function merge(base: SinusoidalOptions, others: Values): SinusoidalOptions {
  const { minTimescale: min, maxTimescale: max, endpoint, shift, ...rest } = others;
  const options = { ...base, ...rest } as SinusoidalOptions;
  // These replace a part of the preset.
  if ('frequencies' in rest) delete options.timescales;
  if ('positions' in rest) {
    delete options.offset;
    delete options.step;
  }
  const timescales = Object.entries({ min, max, endpoint, shift }).filter(([, value]) => value !== undefined);
  if (timescales.length > 0) options.timescales = Object.fromEntries(timescales);
  return options;
}

/** The range of rows to make. */
export function rangeOf(given: Rows | undefined, count: number): { from: number; to: number } {
  const { from, to = count } = given ?? { from: 0 };
  if (to > count || from >= to) {
    throw usageError(
      `--rows is "${from}:${given?.to ?? ''}": expected a range within 0:${count}, the rows of the encoding`,
    );
  }
  return { from, to };
}
