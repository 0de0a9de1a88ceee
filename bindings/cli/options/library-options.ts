// The library's options that flags stand for. A preset's own options go into its call, and mean what they
// mean there; every other flag changes what the preset gives, and means what it means without one.

import { quoted } from '../../formats/printable.js';
import type { SinusoidalOptions } from '../../js/index.node.js';
import { CommandError, usageError } from '../terminal/command-error.js';
import { type EncodingFlags, optionNames } from './encoding-flags.js';
import { type Rows, wholes } from './flag-values.js';
import { inFlags } from './library-errors.js';
import { callPreset, flagOf, optionsOfPreset, presetsWith } from './preset-flags.js';

type Values = Record<string, unknown>;

export function optionsOf(flags: EncodingFlags): SinusoidalOptions {
  const grid = required('--grid', flags.grid, 'positions along each axis, such as 64,64');
  const channels = required('--channels', flags.channels, 'the channels of each position, such as 256');
  const { preset } = flags;
  const given = valuesOf(flags);
  refuseConflicts(given);
  const own = preset === undefined ? [] : optionsOfPreset(preset);
  const ofPreset = Object.fromEntries(Object.entries(given).filter(([name]) => own.includes(name)));
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !own.includes(name)));
  refuseOthersOptions(others);
  const size = { grid, channels };
  const base = preset === undefined ? size : presetOf(preset, { ...size, ...ofPreset }, flags);
  if (preset !== undefined) refuseTimescales(others, base, preset);
  return merge(base, others);
}

/** Missing flags are told here, after those that are not known, one of which may be meant. */
export function required<T>(flag: string, value: T | undefined, expected: string): T {
  if (value === undefined) throw usageError(`${flag} is missing: expected ${expected}`);
  return value;
}

/** What was given, by the names of the library's options and the presets'. */
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

/** Options that say the same thing in different ways. */
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
    throw usageError(`${flagOf(rival)} and ${flagOf(name)} are both given: expected one of them`);
  }
}

/** Options that only presets have, of which this is none, or another. */
function refuseOthersOptions(others: Values): void {
  for (const name of ['startIndex', 'paddingIndex', 'version']) {
    if (!(name in others)) continue;
    throw usageError(
      `${flagOf(name)} is ${others[name]}: expected it with --preset ${presetsWith(name).join(' or ')} alone`,
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
    const explained = inFlags(error, flags);
    if (explained instanceof CommandError) throw usageError(`${explained.message}, with --preset ${preset}`);
    throw error;
  }
}

/** Where a preset has timescales, its own options alone change them: one meaning for each name. */
function refuseTimescales(others: Values, base: SinusoidalOptions, preset: string): void {
  if (base.timescales === undefined && base.frequencies === undefined) return;
  const name = timescaleNames.find((timescale) => timescale in others);
  if (name === undefined) return;
  const value = others[name] === true ? 'given' : others[name];
  const takers = presetsWith(name);
  const which = takers.length === 0 ? '' : `, or a preset that takes it (${takers.join(', ')})`;
  throw usageError(
    `${flagOf(name)} is ${value}: --preset ${preset} has its own timescales; expected no ${flagOf(name)}${which}`,
  );
}

function merge(base: SinusoidalOptions, others: Values): SinusoidalOptions {
  const { minTimescale: min, maxTimescale: max, endpoint, shift, ...rest } = others;
  const options = { ...base, ...rest } as SinusoidalOptions;
  // What is given in place of a part of the preset stands alone.
  if ('frequencies' in rest) delete options.timescales;
  if ('positions' in rest) {
    delete options.offset;
    delete options.step;
  }
  const timescales = Object.entries({ min, max, endpoint, shift }).filter(([, value]) => value !== undefined);
  if (timescales.length > 0) options.timescales = Object.fromEntries(timescales);
  return options;
}

/** Rows as a range within the encoding's. */
export function rangeOf(given: Rows | undefined, count: number): { from: number; to: number } {
  const { from, to = count } = given ?? { from: 0 };
  if (to > count || from >= to) {
    throw usageError(
      `--rows is "${from}:${given?.to ?? ''}": expected some of 0:${count}, the rows of the encoding`,
    );
  }
  return { from, to };
}
