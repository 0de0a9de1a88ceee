// Translates errors of the library: where they name an option, the user sees the flag.
import { usageError } from '../terminal/command-error.js';
import { isMemoryFull } from '../terminal/exit.js';
import { type EncodingFlags, optionNames } from './encoding-flags.js';
import { flagOf } from './preset-flags.js';

/** The names of options in the library, and of their flags in `EncodingFlags`. */
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

/** The error with flags in place of options. Errors that are not about options are returned unchanged. */
export function asFlagError(error: unknown, flags: EncodingFlags): unknown {
  if (!(error instanceof RangeError || error instanceof TypeError) || isMemoryFull(error)) return error;
  if (/^wasm memory/.test(error.message)) {
    return usageError(
      `--channels is ${flags.channels}: the tables of this encoding need more than wasm memory can hold (4 GiB); use fewer channels`,
    );
  }
  return usageError(translate(error.message, flags));
}

function translate(message: string, flags: EncodingFlags): string {
  const [, subject = '', index, rest = ''] =
    message.match(/^((?:timescales\.)?\w+(?: and \w+)*)(?:\[(\d+)\])?(.*)$/s) ?? [];
  const names = subject.split(' and ');
  if (!names.every((name) => flagKeys.has(name))) return translateInside(message);
  const shown = names.map((name) => shownName(name, flags)).join(' and ');
  return `${shown}${index === undefined ? '' : ` for axis ${index}`}${translateInside(rest)}`;
}

/** The flag to blame for an option. If it was not given, the value is that of the preset. */
function shownName(name: string, flags: EncodingFlags): string {
  const key = flagKeys.get(name) as keyof EncodingFlags;
  const flag = flagOf(key);
  if (flags[key] !== undefined) return flag;
  return flags.preset === undefined ? flag : `${flag} of --preset ${flags.preset}`;
}

/** Translates the names of options inside a message, if they cannot be ordinary words. */
function translateInside(text: string): string {
  return text
    .replace(/\b(?:timescales\.\w+|[a-z]+[A-Z]\w*)\b/g, (name) => {
      const key = flagKeys.get(name);
      return key === undefined ? name : flagOf(key);
    })
    .replace(/(--[\w-]+): true\b/g, '$1');
}
