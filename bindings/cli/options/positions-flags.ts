// The flags of `positions`: the model, its rules, and the file.
import { type Command, Option } from 'commander';

export const rules = ['qwen2-vl', 'qwen2.5-vl', 'qwen3-vl'] as const;
export const versions = ['5', '4.57'] as const;

export interface PositionsFlags {
  config?: string;
  rules?: (typeof rules)[number];
  transformers?: (typeof versions)[number];
  out?: string;
  json?: true;
  force?: true;
  quiet?: true;
}

/** Adds the flags to a command. */
export function addPositionsFlags(command: Command): Command {
  return command
    .option('--config <file>', "a model's config.json from Hugging Face, for the rules and the ids of tokens")
    .addOption(
      new Option('--rules <model>', 'the rules of a model (default: that of the config)').choices(rules),
    )
    .addOption(
      new Option(
        '--transformers <version>',
        `whose rules: those of transformers 5 or of 4.57 (default: ${versions[0]})`,
      ).choices(versions),
    )
    .option(
      '-o, --out <file>',
      'write them as int64 to a .npy or .safetensors file (- for standard output, as .npy)',
    )
    .option('--json', 'print them as JSON')
    .option('-f, --force', 'overwrite an existing file')
    .option('-q, --quiet', 'show no summary');
}
