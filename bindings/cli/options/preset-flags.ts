// The presets of the library under their names on the command line, and the flags that are options of each.
import { presets } from '../../js/index.node.js';
import { presetOptions } from '../../js/internal.js';

type PresetKey = keyof typeof presets;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** From the name on the command line to that in the library: positional-encodings to positionalEncodings. */
export const presetNames = new Map((Object.keys(presets) as PresetKey[]).map((name) => [kebab(name), name]));

/** The flag for an option of the library or of a preset. */
export function flagOf(option: string): string {
  return option === 'version' ? '--preset-version' : `--${kebab(option)}`;
}

/** The options of a preset, apart from grid and channels. */
export function optionsOfPreset(name: string): readonly string[] {
  return presetOptions[presetNames.get(name) as PresetKey];
}

/** The presets that have an option, by their names on the command line. */
export function presetsWith(option: string): string[] {
  return [...presetNames.keys()].filter((name) => optionsOfPreset(name).includes(option));
}

export function callPreset(name: string, options: { grid: readonly number[]; channels: number }) {
  return presets[presetNames.get(name) as PresetKey](options);
}
