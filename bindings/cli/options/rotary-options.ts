// Turns the flags of `rotary` into options of the library, from a model's config or given by hand, and errors of
// the library into errors of the flags or of the config.
import { nameText, quoted } from '../../formats/printable.js';
import { Rotary, type RotaryOptions } from '../../js/index.node.js';
import { parseJson, readConfig } from '../io/config-file.js';
import { fileError, usageError } from '../terminal/command-error.js';
import { isMemoryFull } from '../terminal/exit.js';
import type { RotaryFlags } from './rotary-flags.js';

const ownFlags = {
  headDim: '--head-dim',
  rotaryDim: '--rotary-dim',
  rotaryStart: '--rotary-start',
  theta: '--theta',
  scaling: '--scaling',
} as const;
const ownNames = Object.keys(ownFlags) as (keyof typeof ownFlags)[];

const layerFlags = { layerType: '--layer-type', layer: '--layer' } as const;
const layerNames = Object.keys(layerFlags) as (keyof typeof layerFlags)[];

/** @param length the length for scalings that depend on it */
export function makeRotary(flags: RotaryFlags, length: number): { rotary: Rotary; options: RotaryOptions } {
  const options = withLength(flags.config === undefined ? byHand(flags) : fromConfig(flags), length);
  try {
    return { rotary: new Rotary(options), options };
  } catch (error) {
    throw flags.config === undefined ? asFlagError(error) : asConfigError(error, flags.config);
  }
}

function withLength(options: RotaryOptions, length: number): RotaryOptions {
  const type = options.scaling?.type;
  return type === 'dynamic' || type === 'longrope' ? { ...options, length } : options;
}

function byHand(flags: RotaryFlags): RotaryOptions {
  for (const name of layerNames) {
    if (flags[name] === undefined) continue;
    throw usageError(`${layerFlags[name]} is ${quoted(String(flags[name]))}: expected it only with --config`);
  }
  const { headDim, rotaryDim, rotaryStart, theta, scaling } = flags;
  if (headDim === undefined) {
    throw usageError("--config is missing: expected a model's config.json, or --head-dim instead");
  }
  return {
    headDim,
    ...(rotaryDim !== undefined && { rotaryDim }),
    ...(rotaryStart !== undefined && { rotaryStart }),
    ...(theta !== undefined && { theta }),
    ...(scaling !== undefined && { scaling: scalingOf(scaling) }),
  };
}

function scalingOf(text: string): NonNullable<RotaryOptions['scaling']> {
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as never;
  throw usageError(
    `--scaling is ${quoted(text)}: expected an object in JSON, such as {"type":"linear","factor":4}`,
  );
}

function fromConfig(flags: RotaryFlags): RotaryOptions {
  const own = ownNames.find((name) => flags[name] !== undefined);
  if (own !== undefined) {
    throw usageError(`${ownFlags[own]} and --config are both given: expected only one of them`);
  }
  const { config: path = '', layer, layerType } = flags;
  const config = readConfig(path);
  try {
    return Rotary.optionsOf(config, {
      ...(layer !== undefined && { layer }),
      ...(layerType !== undefined && { layerType }),
    });
  } catch (error) {
    throw asConfigError(error, path);
  }
}

const isAboutOptions = (error: unknown): error is Error =>
  (error instanceof RangeError || error instanceof TypeError) && !isMemoryFull(error);

/** The error with flags in place of options. */
function asFlagError(error: unknown): unknown {
  if (!isAboutOptions(error)) return error;
  const text = error.message
    .replace(/^scaling\.(\S+)/, '$1 of --scaling')
    .replace(/^theta\b/, ownFlags.theta)
    .replace(/\b(headDim|rotaryDim|rotaryStart)\b/g, (name) => ownFlags[name as keyof typeof ownFlags]);
  return usageError(text);
}

/** The error with the name of the config in front, or with the flag that chose layers the config does not have. */
export function asConfigError(error: unknown, path: string): unknown {
  if (!isAboutOptions(error)) return error;
  const { message } = error;
  if (/^(layerType|layer)\b/.test(message)) {
    const text = message
      .replace(/^layerType is undefined/, `${layerFlags.layerType} is missing`)
      .replace(
        /\b(layerType|layer)\b(?= (is|and|are) )/g,
        (name) => layerFlags[name as keyof typeof layerFlags],
      );
    return usageError(`${text}, for ${nameText(path)}`);
  }
  const text = message.replace(/\bconfig\.(?=\w)/g, '').replace(/^(\S+) is undefined/, '$1 is missing');
  return fileError(`${nameText(path)}: ${text}`);
}

/** Checks that the last position is one that the embedding can have. */
export function checkLastPosition(rotary: Rotary, position: number): void {
  try {
    rotary.cosSin({ length: 1, offset: position });
  } catch (error) {
    if (!isAboutOptions(error)) throw error;
    throw usageError(
      error.message.replace(/^offset is (\d+)/, 'the last position, by --length and --offset, is $1'),
    );
  }
}
