// The flags of `rotary`: which embedding, which rows of its tables, and the file.
import { type Command, Option } from 'commander';
import { dtypes } from '../../formats/element-types.js';
import type { DType } from '../../js/index.node.js';
import { real, whole } from './flag-values.js';

/** What a row holds. */
export const forms = ['half', 'doubled', 'repeated'] as const;
export type Form = (typeof forms)[number];

export const defaultForm: Form = 'half';
export const defaultDtype: DType = 'float32';

export interface RotaryFlags {
  config?: string;
  layer?: number;
  layerType?: string;
  headDim?: number;
  rotaryDim?: number;
  rotaryStart?: number;
  theta?: number;
  scaling?: string;
  length?: number;
  offset?: number;
  sequenceLength?: number;
  form?: Form;
  dtype?: DType;
  out?: string;
  force?: true;
  quiet?: true;
}

/** Adds the flags to a command. */
export function addRotaryFlags(command: Command): Command {
  return command
    .option('--config <file>', "a model's config.json from Hugging Face, which may be a pipe")
    .option('--layer <number>', 'with --config: the layer, from 0, if layers differ', whole('--layer', 0))
    .option('--layer-type <name>', 'instead of --layer: its type; posenc info config.json lists them')
    .option('--head-dim <count>', 'instead of --config: the dimensions of a head', whole('--head-dim', 1))
    .option(
      '--rotary-dim <count>',
      'how many of them rotate (default: all from --rotary-start on)',
      whole('--rotary-dim', 1),
    )
    .option(
      '--rotary-start <number>',
      'the first dimension that rotates (default: 0)',
      whole('--rotary-start', 0),
    )
    .option('--theta <x>', 'the base of the frequencies (default: 10000)', real('--theta'))
    .option(
      '--scaling <json>',
      'the scaling for long sequences, as in the library: \'{"type":"linear","factor":4}\'',
    )
    .option('--length <count>', 'the number of positions, which are the rows', whole('--length', 1))
    .option('--offset <number>', 'the first position (default: 0)', whole('--offset', 0))
    .option(
      '--sequence-length <count>',
      'the length of the sequences, for scalings that depend on it (default: the last position + 1)',
      whole('--sequence-length', 1),
    )
    .addOption(
      new Option(
        '--form <form>',
        `how a row holds its values: once, the whole row repeated, or each value repeated (default: ${defaultForm})`,
      ).choices(forms),
    )
    .addOption(
      new Option('--dtype <type>', `the type of the values (default: ${defaultDtype})`).choices(dtypes),
    )
    .option(
      '-o, --out <file>',
      'a .safetensors file with the tensors cos and sin (- for standard output); or for rope.npy two files, rope.cos.npy and rope.sin.npy',
    )
    .option('-f, --force', 'overwrite existing files')
    .option('-q, --quiet', 'show no progress and no summary');
}
