// Errors of the library about its options, in the words of the command line.

import { usageError } from '../terminal/command-error.js';
import { isMemoryFull } from '../terminal/exit.js';
import { type EncodingFlags, optionNames } from './encoding-flags.js';
import { flagOf } from './preset-flags.js';

/** Under which name the flags hold each option of the library. */
const flagKeys = new Map<string, keyof EncodingFlags>([
  ['timescales.min', 'minTimescale'],
  ['timescales.max', 'maxTimescale'],
  ['timescales.shift', 'shift'],
  ['timescales.endpoint', 'endpoint'],
  ['version', 'presetVersion'],
  ...(['grid', 'channels', 'split', 'frequencies', 'offset', 'step', ...optionNames] as const).map(
    (name): [string, keyof EncodingFlags] => [name, name],
  ),
]);

/** The error for who gave the flags; what is not about them, as it is. */
export function inFlags(error: unknown, flags: EncodingFlags): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError) || isMemoryFull(error)) return error;
  if (/^wasm memory/.test(error.message)) {
    return usageError(
      `--channels is ${flags.channels}: the tables of this encoding take more than wasm memory holds (4 GiB); expected fewer channels`,
    );
  }
  return usageError(translate(error.message, flags));
}

function translate(message: string, flags: EncodingFlags): string {
  const [, subject = '', index, rest = ''] =
    message.match(/^((?:timescales\.)?\w+(?: and \w+)*)(?:\[(\d+)\])?(.*)$/s) ?? [];
  const names = subject.split(' and ');
  if (!names.every((name) => flagKeys.has(name))) return inline(message);
  const shown = names.map((name) => shownName(name, flags)).join(' and ');
  return `${shown}${index === undefined ? '' : ` for axis ${index}`}${inline(rest)}`;
}

/** The flag of an option that is at fault, or what stands for it where nobody gave that flag. */
function shownName(name: string, flags: EncodingFlags): string {
  const key = flagKeys.get(name) as keyof EncodingFlags;
  const flag = flagOf(key);
  if (flags[key] !== undefined) return flag;
  return flags.preset === undefined ? flag : `${flag} as --preset ${flags.preset} has it`;
}

/** The options in the rest of a message whose names cannot be plain words, or stand there with a value. */
function inline(text: string): string {
  return text
    .replace(/\b(?:timescales\.\w+|[a-z]+[A-Z]\w*)\b/g, (name) => {
      const key = flagKeys.get(name);
      return key === undefined ? name : flagOf(key);
    })
    .replace(/(--[\w-]+): true\b/g, '$1');
}
