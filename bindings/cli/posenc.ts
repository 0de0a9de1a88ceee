#!/usr/bin/env node
// The command `posenc`: its sub-commands, their flags, and the help. The code of a sub-command is loaded only
// when it runs, so the help needs no wasm.
import process from 'node:process';
import { Command, CommanderError } from 'commander';
import { quoted } from '../formats/printable.js';
import { version } from '../js/index.node.js';
import { ignoreBrokenStreams, printText } from './io/standard-output.js';
import { addEncodeFlags } from './options/encode-flags.js';
import { addEncodingFlags } from './options/encoding-flags.js';
import { real } from './options/flag-values.js';
import { addPositionsFlags } from './options/positions-flags.js';
import { addResampleFlags } from './options/resample-flags.js';
import { addRotaryFlags } from './options/rotary-flags.js';
import { exitStatus, usageError } from './terminal/command-error.js';
import { exitFor } from './terminal/exit.js';

const examples = `
Examples:
  posenc encode --grid 4096 --channels 1024 --out pe.npy
  posenc encode --grid 64,64 --channels 256 --channels-first --dtype float16 --out pe.safetensors
  posenc encode --grid 512 --channels 128 --preset allennlp --out pe.png
  posenc encode --grid 100000000 --channels 512 --rows 0:1000000 --out part0.npy
  posenc encode --grid 16 --channels 8 --format csv --out - | head -3
  posenc rotary --config config.json --length 4096 --out rope.safetensors
  posenc resample table.npy --from 14,14 --to 24,32 --prefix 1 --out new.npy
  posenc positions prompt.json --config config.json --out ids.npy
  posenc compare pe.npy theirs.npy --tolerance 1e-6
  posenc info pe.safetensors
`;

const rotaryExamples = `
Examples:
  posenc rotary --config config.json --length 4096 --out rope.safetensors
  posenc rotary --config config.json --layer 5 --length 4096 --form doubled --dtype bfloat16 --out rope.safetensors
  posenc rotary --head-dim 128 --theta 500000 --length 4096 --out rope.npy
`;

const resampleExamples = `
Examples:
  posenc resample table.npy --from 14,14 --to 24,32 --prefix 1 --out new.npy
  posenc resample vit.safetensors --tensor pos_embed --from 14,14 --to 24,24 --prefix 1 --antialias --out new.safetensors
`;

const positionsExamples = `
The file has the types of tokens and the grids of images and videos, {"types":[0,1,1,0],"imageGrids":[[1,2,4]]}, or
the ids of tokens, as the processors of transformers name them: input_ids, image_grid_thw, attention_mask. Or it has
only a mask, {"mask":[[0,1,1],[1,1,1]],"convention":"roberta"}, or patches, {"grids":[[1,4,6]],"merge":2}.

Examples:
  posenc positions prompt.json --config config.json
  posenc positions prompt.json --rules qwen2.5-vl --transformers 4.57 --out ids.safetensors
`;

const statusHelp = `
Exit status: 0 success; 1 compare found different shapes, or a difference above --tolerance; 2 a mistake on the
command line; 3 a file or standard output could not be read or written; 4 too little memory, or an internal
error.
`;

/** @param showText gets the help or the version */
function makeProgram(showText: (text: string) => void): Command {
  const program = new Command('posenc')
    .description('Positional encodings for machine learning, as files')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ sortSubcommands: false })
    .exitOverride()
    // Errors are shown in `main`, on one line.
    .configureOutput({ writeErr: () => {}, writeOut: showText })
    .addHelpText('after', `${examples}${statusHelp}\nEach command has its own --help.`);

  const encode = program
    .command('encode')
    .description('write an encoding of any size to a file, with little memory')
    .addHelpText('after', examples);
  addEncodingFlags(addEncodeFlags(encode)).action(async (flags) =>
    (await import('./commands/encode.js')).encode(flags),
  );

  const rotary = program
    .command('rotary')
    .description("write the cosines and sines of a model's rotary embedding")
    .addHelpText('after', rotaryExamples);
  addRotaryFlags(rotary).action(async (flags) => (await import('./commands/rotary.js')).rotary(flags));

  const resample = program
    .command('resample <file>')
    .description('write a table of position embeddings at another size')
    .addHelpText('after', resampleExamples);
  addResampleFlags(resample).action(async (file, flags) =>
    (await import('./commands/resample.js')).resample(file, flags),
  );

  const positions = program
    .command('positions <file>')
    .description(
      'compute position ids: of images and videos in vision-language models, from masks, of patches',
    )
    .addHelpText('after', positionsExamples);
  addPositionsFlags(positions).action(async (file, flags) =>
    (await import('./commands/positions.js')).positions(file, flags),
  );

  program
    .command('compare <a> <b>')
    .description('find the largest difference of two .npy or .safetensors arrays of the same shape')
    .option('--tolerance <x>', 'exit with status 1 if the largest difference is above x', real('--tolerance'))
    .option('--tensor <name>', 'which tensor, if a .safetensors file has several')
    .option('--json', 'print the result as JSON')
    .action(async (a, b, flags) => (await import('./commands/compare.js')).compare(a, b, flags));

  program
    .command('info <file>')
    .description(
      "show what is in a file: shape, type, and how it was made; or the rotary embeddings of a model's config.json",
    )
    .option('--values', 'also show the range and mean of the values, which reads all of them')
    .option('--tensor <name>', 'show only this tensor of a .safetensors file')
    .action(async (file, flags) => (await import('./commands/info.js')).info(file, flags));

  const show = program
    .command('show')
    .description('draw an encoding in the terminal, and measure its speed and accuracy');
  addEncodingFlags(show, { grid: [4096], channels: 1024 }).action(async (flags) =>
    (await import('./commands/show.js')).show(flags),
  );
  return program;
}

/** Runs the command. Its exit status is set on the process. */
export async function main(args: readonly string[]): Promise<void> {
  let shown = '';
  try {
    const program = makeProgram((text) => {
      shown += text;
    });
    try {
      if (args.length === 0) program.outputHelp();
      else await program.parseAsync(args, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw usageErrorOf(error, program, args);
    }
    await printText(shown);
  } catch (error) {
    exitFor(error);
  }
}

function usageErrorOf({ code, message }: CommanderError, program: Command, args: readonly string[]) {
  const command = program.commands.map((known) => known.name()).find((name) => name === args[0]);
  const help = `posenc ${command === undefined ? '' : `${command} `}--help`;
  // For `help` with an unknown command, Commander has only the help as its message.
  const what = code === 'commander.help' ? `unknown command ${quoted(args[1] ?? '')}` : message;
  // The only line break of Commander's own is before "(Did you mean".
  const line = what
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean )/, ' ')
    .replace(/\.$/, '');
  return usageError(`${line}; see ${help}`);
}

process.exitCode = exitStatus.done;
ignoreBrokenStreams();
await main(process.argv.slice(2));
