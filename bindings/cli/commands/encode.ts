// `posenc encode`: an encoding into a file, piece by piece.

import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { nameText, quoted } from '../../formats/printable.js';
import { shapeText, sizeText } from '../../formats/quantities.js';
import { metadataKey } from '../../formats/safetensors-writer.js';
import type { TensorDType as DType } from '../../js/index.node.js';
import type { GridPlan } from '../../js/internal.js';
import { openTarget, refuseFolder, type Target } from '../io/output-file.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { optionsOf, rangeOf, required } from '../options/library-options.js';
import { usageError } from '../terminal/command-error.js';
import { guard } from '../terminal/interrupt.js';
import { timeText } from '../terminal/number-text.js';
import { Progress } from '../terminal/progress.js';
import { descriptionOf, type Format, formats, makeWriter } from './format-writers.js';
import { planOf } from './make-plan.js';

export interface EncodeFlags extends EncodingFlags {
  out?: string;
  format?: Format;
  dtype?: DType;
  name?: string;
  force?: true;
  quiet?: true;
}

export async function encode(flags: EncodeFlags): Promise<void> {
  const start = performance.now();
  const out = required('--out', flags.out, 'the name of a file, such as pe.npy, or - for standard output');
  refuseFolder(out);
  const format = formatOf(out, flags);
  const name = tensorName(format, flags.name);
  const options = optionsOf(flags);
  const plan = await planOf(options, flags);
  const { from, to } = rangeOf(flags.rows, plan.rowCount);
  const whole = from === 0 && to === plan.rowCount;
  const shape = whole ? plan.shape : partShape(plan, to - from, options.channelsFirst);
  const dtype = flags.dtype ?? 'float32';
  const rows = { from, to };
  const described = whole ? options : { ...options, rows };
  const target = await openTarget(out, flags.force ?? false);
  await guard(target, async (interrupted) => {
    if (format === 'png') {
      await writeHeatmap(target, plan, rows, described, flags, interrupted);
    } else {
      await writeValues(
        target,
        format,
        { plan, shape, dtype, name, options: described },
        from,
        flags,
        interrupted,
      );
    }
    await target.finish();
  });
  plan.dispose();
  if (flags.quiet || out === '-') return;
  const what = format === 'png' ? 'heatmap of' : dtype;
  const spent = timeText(performance.now() - start);
  process.stderr.write(
    `${nameText(out)}: ${what} ${shapeText(shape)}, ${sizeText(target.bytes)} in ${spent}\n`,
  );
}

function formatOf(out: string, { format, dtype }: EncodeFlags): Format {
  const extension = out.match(/\.([^./\\]+)$/)?.[1]?.toLowerCase();
  const found = format ?? (out === '-' ? 'npy' : formats.find((name) => name === extension));
  if (found === undefined) {
    throw usageError(
      `--out is ${quoted(out)}: expected a name that ends in ${formats.map((name) => `.${name}`).join(', ')}, or say which with --format`,
    );
  }
  if (out === '-' && found !== 'csv' && process.stdout.isTTY) {
    throw usageError(
      `--out is "-" and standard output is a terminal, which cannot show ${found}: redirect it, or take --format csv`,
    );
  }
  if (found === 'png' && dtype !== undefined) {
    throw usageError('--dtype is for numbers: expected none for a .png');
  }
  return found;
}

function tensorName(format: Format, name: string | undefined): string {
  if (name !== undefined && format !== 'safetensors') {
    throw usageError(
      `--name is ${quoted(name)}: only a .safetensors has names, expected none for a .${format}`,
    );
  }
  if (name === metadataKey) {
    throw usageError(
      `--name is "${metadataKey}": expected another, since the format keeps its metadata there`,
    );
  }
  return name ?? 'positional_encoding';
}

/** The shape of some rows: grid points have no grid any more. */
function partShape(plan: GridPlan, count: number, channelsFirst = false): readonly number[] {
  return channelsFirst ? [count, ...plan.shape.slice(1)] : [count, plan.rowLength];
}

type Interrupted = () => void;

async function writeValues(
  target: Target,
  format: Exclude<Format, 'png'>,
  job: Parameters<typeof makeWriter>[1],
  fromRow: number,
  { quiet = false }: { quiet?: boolean },
  interrupted: Interrupted,
): Promise<void> {
  const writer = makeWriter(format, job);
  const first = fromRow * job.plan.rowLength;
  const count = job.shape.reduce((product, length) => product * length, 1);
  const progress = new Progress(count, quiet);
  try {
    if (writer.header.length > 0) await target.write(writer.header);
    for (let done = 0; done < count; ) {
      const length = Math.min(writer.pieceValues, count - done);
      await target.write(writer.piece(first + done, length));
      done += length;
      // Signals are heard between pieces, also where writing needs no waiting.
      await setImmediate();
      interrupted();
      await progress.update(done, target.bytes);
    }
  } finally {
    progress.stop();
  }
}

async function writeHeatmap(
  target: Target,
  plan: GridPlan,
  { from, to }: { from: number; to: number },
  options: { layout?: string; channelsFirst?: boolean },
  { quiet = false }: { quiet?: boolean },
  interrupted: Interrupted,
): Promise<void> {
  const { makeHeatmap } = await import('./heatmap-png.js');
  const interleaved = options.layout !== 'concatenated' && !options.channelsFirst;
  const source = { plan, from, to, interleaved, text: descriptionOf(options) };
  const { png, rows, columns } = await makeHeatmap(source, async () => {
    await setImmediate();
    interrupted();
  });
  await target.write(png);
  if (quiet || (rows === to - from && columns === plan.rowLength)) return;
  process.stderr.write(
    `The picture shows ${rows} of ${to - from} rows and ${columns} of ${plan.rowLength} columns.\n`,
  );
}
