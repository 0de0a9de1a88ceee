#!/usr/bin/env node
// The command `posenc`: its commands, their flags, and the help. The work of each is loaded when it is
// asked for, so that the help needs no wasm.
import process from 'node:process';
import { Command, CommanderError, Option } from 'commander';
import { quoted } from '../formats/printable.js';
import { version } from '../js/index.node.js';
import { ignoreBrokenStreams, tell } from './io/standard-output.js';
import { addEncodingFlags } from './options/encoding-flags.js';
import { real } from './options/flag-values.js';
import { exitStatus, usageError } from './terminal/command-error.js';
import { exitFor } from './terminal/exit.js';

const examples = `
Examples:
  posenc encode --grid 4096 --channels 1024 --out pe.npy
  posenc encode --grid 64,64 --channels 256 --channels-first --dtype float16 --out pe.safetensors
  posenc encode --grid 512 --channels 128 --preset allennlp --out pe.png
  posenc encode --grid 100000000 --channels 512 --rows 0:1000000 --out part0.npy
  posenc encode --grid 16 --channels 8 --format csv --out - | head -3
  posenc compare pe.npy theirs.npy --tolerance 1e-6
  posenc info pe.safetensors
`;

const exits = `
Exit status: 0 done; 1 the arrays of compare differ in shape, or by more than --tolerance; 2 a mistake on
the command line; 3 a file, or standard output, could not be read or written; 4 too little memory, or an
error that is not yours.
`;

/** @param showText what is told: the help, or the version */
function makeProgram(showText: (text: string) => void): Command {
  const program = new Command('posenc')
    .description('Positional encodings for machine learning, into files')
    .version(version, '-V, --version')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ sortSubcommands: false })
    .exitOverride()
    // What is wrong is told once, below, in one line.
    .configureOutput({ writeErr: () => {}, writeOut: showText })
    .addHelpText('after', `${examples}${exits}\nEach command has its own --help.`);

  const encode = program
    .command('encode')
    .description('write an encoding to a file, of any size, in constant memory')
    .option('-o, --out <file>', 'where to: .npy, .safetensors, .bin, .csv, .png, or - for standard output')
    .addOption(
      new Option('--dtype <type>', 'of the numbers, rounded once from exact ones (float32)').choices([
        'float32',
        'float16',
        'bfloat16',
      ]),
    )
    .addOption(
      new Option('--format <format>', 'in place of the extension; npy for standard output').choices([
        'npy',
        'safetensors',
        'bin',
        'csv',
        'png',
      ]),
    )
    .option('--name <tensor>', 'the name of the tensor in a .safetensors (positional_encoding)')
    .option('-f, --force', 'overwrite a file that is there')
    .option('-q, --quiet', 'no progress and no summary')
    .addHelpText('after', examples);
  addEncodingFlags(encode).action(async (flags) => (await import('./commands/encode.js')).encode(flags));

  program
    .command('compare <a> <b>')
    .description('how far two arrays of one shape are apart, and where: .npy or .safetensors')
    .option('--tolerance <x>', 'exit status 1 when the largest difference is above it', real('--tolerance'))
    .option('--tensor <name>', 'which, of a .safetensors with several')
    .option('--json', 'as JSON')
    .action(async (a, b, flags) => (await import('./commands/compare.js')).compare(a, b, flags));

  program
    .command('info <file>')
    .description('what a file holds: its shape, type, and what it was made from')
    .option('--values', 'also their range and mean, which reads all of them')
    .option('--tensor <name>', 'of a .safetensors, only this one')
    .action(async (file, flags) => (await import('./commands/info.js')).info(file, flags));

  const show = program
    .command('show')
    .description('draw an encoding here, and say how fast and how exact it is');
  addEncodingFlags(show, { grid: [4096], channels: 1024 }).action(async (flags) =>
    (await import('./commands/show.js')).show(flags),
  );
  return program;
}

/** Runs the command with its arguments; the exit status is left in the process. */
export async function main(args: readonly string[]): Promise<void> {
  let shown = '';
  try {
    try {
      const program = makeProgram((text) => {
        shown += text;
      });
      if (args.length === 0) program.outputHelp();
      else await program.parseAsync(args, { from: 'user' });
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw usageOf(error, args);
    }
    await tell(shown);
  } catch (error) {
    exitFor(error);
  }
}

function usageOf({ code, message }: CommanderError, args: readonly string[]) {
  const command = ['encode', 'compare', 'info', 'show'].find((name) => name === args[0]);
  const help = `posenc ${command === undefined ? '' : `${command} `}--help`;
  // Of `help` for a command that there is not, only the help itself would tell.
  const what = code === 'commander.help' ? `unknown command ${quoted(args[1] ?? '')}` : message;
  // The only line break that is not the user's is before what may be meant.
  const line = what
    .replace(/^error: /, '')
    .replace(/\n(?=\(Did you mean )/, ' ')
    .replace(/\.$/, '');
  return usageError(`${line}; ${help} shows what there is`);
}

process.exitCode = exitStatus.done;
ignoreBrokenStreams();
await main(process.argv.slice(2));
