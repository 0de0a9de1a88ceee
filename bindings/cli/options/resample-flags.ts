// The flags of `resample`: the grids, the interpolation, and the file.
import { type Command, Option } from 'commander';
import type { InterpolationMode } from '../../js/index.node.js';
import { whole, wholes } from './flag-values.js';

export const modes = ['bicubic', 'bilinear'] as const satisfies readonly InterpolationMode[];

export const defaultMode: InterpolationMode = 'bicubic';

export interface ResampleFlags {
  from?: number[];
  to?: number[];
  prefix?: number;
  mode?: InterpolationMode;
  antialias?: true;
  alignCorners?: true;
  tensor?: string;
  out?: string;
  force?: true;
  quiet?: true;
}

/** Adds the flags to a command. */
export function addResampleFlags(command: Command): Command {
  return command
    .option('--from <height,width>', 'the grid of the table', wholes('--from', 1, '14,14'))
    .option('--to <height,width>', 'the new grid', wholes('--to', 1, '24,32'))
    .option(
      '--prefix <count>',
      'rows before the grid, such as a class token, which are copied (default: 0)',
      whole('--prefix', 0),
    )
    .addOption(new Option('--mode <mode>', `the interpolation (default: ${defaultMode})`).choices(modes))
    .option('--antialias', 'widen the kernel where the table shrinks, as timm does')
    .option('--align-corners', 'let the corners of both grids coincide')
    .option('--tensor <name>', 'which tensor, if a .safetensors file has several; the others are kept')
    .option('-o, --out <file>', 'a file of the same format (- for standard output)')
    .option('-f, --force', 'overwrite an existing file')
    .option('-q, --quiet', 'show no summary');
}
