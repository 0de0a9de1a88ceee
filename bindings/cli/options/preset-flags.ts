// The presets by the names of the command line, and which flags belong to each: a preset gets those that are
// options of its own, under its own meaning, as in a call of the library.
import { presets } from '../../js/index.node.js';
import { presetOptions } from '../../js/internal.js';

type PresetKey = keyof typeof presets;

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** positional-encodings for positionalEncodings. */
export const presetNames = new Map((Object.keys(presets) as PresetKey[]).map((name) => [kebab(name), name]));

/** The flag of an option, of the library or of a preset. */
export function flagOf(option: string): string {
  return option === 'version' ? '--preset-version' : `--${kebab(option)}`;
}

/** The options of a preset beside the grid and the channels. */
export function optionsOfPreset(name: string): readonly string[] {
  return presetOptions[presetNames.get(name) as PresetKey];
}

/** The presets that have an option, as the command line names them. */
export function presetsWith(option: string): string[] {
  return [...presetNames.keys()].filter((name) => optionsOfPreset(name).includes(option));
}

export function callPreset(name: string, options: { grid: readonly number[]; channels: number }) {
  return presets[presetNames.get(name) as PresetKey](options);
}
