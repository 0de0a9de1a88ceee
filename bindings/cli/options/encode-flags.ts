// The flags of `encode` for the file: its name, its format, its type.
import { type Command, Option } from 'commander';
import { dtypes } from '../../formats/element-types.js';
import type { DType } from '../../js/index.node.js';
import type { EncodingFlags } from './encoding-flags.js';

/** The formats that can be written. Each is also the ending of its files' names. */
export const formats = ['npy', 'safetensors', 'bin', 'csv', 'png'] as const;
export type Format = (typeof formats)[number];

export const defaultDtype: DType = 'float32';
export const defaultTensorName = 'positional_encoding';
/** For standard output, which has no name with an ending. */
export const defaultFormat: Format = 'npy';

export interface EncodeFlags extends EncodingFlags {
  out?: string;
  format?: Format;
  dtype?: DType;
  name?: string;
  force?: true;
  quiet?: true;
}

/** Adds the flags to a command. */
export function addEncodeFlags(command: Command): Command {
  const endings = formats.map((format) => `.${format}`).join(', ');
  return command
    .option('-o, --out <file>', `the file to write: ${endings}, or - for standard output`)
    .addOption(
      new Option(
        '--dtype <type>',
        `the type of the values; float64 takes longer (default: ${defaultDtype})`,
      ).choices(dtypes),
    )
    .addOption(
      new Option(
        '--format <format>',
        `the format, if the name does not end in it (for standard output: ${defaultFormat})`,
      ).choices(formats),
    )
    .option(
      '--name <tensor>',
      `the name of the tensor in a .safetensors file (default: ${defaultTensorName})`,
    )
    .option('-f, --force', 'overwrite an existing file')
    .option('-q, --quiet', 'show no progress and no summary');
}
