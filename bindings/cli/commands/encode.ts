// `posenc encode`: writes an encoding to a file, piece by piece.
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { countOf } from '../../formats/element-types.js';
import { nameText, quoted } from '../../formats/printable.js';
import { count, shapeText, sizeText } from '../../formats/quantities.js';
import { metadataKey } from '../../formats/safetensors-writer.js';
import type { DType, Sinusoidal } from '../../js/index.node.js';
import { type Output, openOutput, refuseFolder } from '../io/output-file.js';
import {
  defaultDtype,
  defaultFormat,
  defaultTensorName,
  type EncodeFlags,
  type Format,
  formats,
} from '../options/encode-flags.js';
import { optionsOf, rangeOf, required } from '../options/library-options.js';
import { usageError } from '../terminal/command-error.js';
import { type StopIfInterrupted, withCleanUp } from '../terminal/interrupt.js';
import { timeText } from '../terminal/number-text.js';
import { Progress } from '../terminal/progress.js';
import { makeEncoding } from './encoding.js';
import { descriptionOf, type Job, makeWriter } from './format-writers.js';

export async function encode(flags: EncodeFlags): Promise<void> {
  const start = performance.now();
  const out = required('--out', flags.out, 'the name of a file, such as pe.npy, or - for standard output');
  refuseFolder(out);
  const format = formatOf(out, flags);
  const name = tensorNameOf(format, flags.name);
  const options = optionsOf(flags);
  const encoding = await makeEncoding(options, flags.dtype ?? defaultDtype, flags);
  const rows = rangeOf(flags.rows, encoding.rowCount);
  const whole = rows.from === 0 && rows.to === encoding.rowCount;
  const job: Job = {
    encoding,
    rows,
    shape: whole ? encoding.shape : shapeOfRows(encoding, rows.to - rows.from, options.channelsFirst),
    name,
    options: whole ? options : { ...options, rows },
  };
  const quiet = flags.quiet ?? false;
  const output = await openOutput(out, flags.force ?? false);
  await withCleanUp(output, async (stopIfInterrupted) => {
    if (format === 'png') await writeHeatmap(output, job, quiet, stopIfInterrupted);
    else await writeValues(output, format, job, quiet, stopIfInterrupted);
    await output.finish();
  });
  encoding.dispose();
  if (quiet || out === '-') return;
  const what = format === 'png' ? 'heatmap of' : encoding.dtype;
  const time = timeText(performance.now() - start);
  process.stderr.write(
    `${nameText(out)}: ${what} ${shapeText(job.shape)}, ${sizeText(output.bytes)} in ${time}\n`,
  );
}

function formatOf(out: string, { format, dtype }: EncodeFlags): Format {
  const extension = out.match(/\.([^./\\]+)$/)?.[1]?.toLowerCase();
  const found = format ?? (out === '-' ? defaultFormat : formats.find((name) => name === extension));
  if (found === undefined) {
    const endings = formats.map((name) => `.${name}`).join(', ');
    throw usageError(`--out is ${quoted(out)}: expected a name that ends in ${endings}, or --format as well`);
  }
  if (out === '-' && found !== 'csv' && process.stdout.isTTY) {
    throw usageError(
      `--out is "-" and standard output is a terminal, which cannot show ${found}: redirect it, or use --format csv`,
    );
  }
  if (found === 'png' && dtype !== undefined) {
    throw usageError('--dtype is for numbers: leave it out for a .png file');
  }
  return found;
}

function tensorNameOf(format: Format, name: string | undefined): string {
  if (name !== undefined && format !== 'safetensors') {
    throw usageError(
      `--name is ${quoted(name)}: only a .safetensors file has named tensors; leave it out for a .${format} file`,
    );
  }
  if (name === metadataKey) {
    throw usageError(
      `--name is "${metadataKey}": expected another name, since the format uses this one itself`,
    );
  }
  return name ?? defaultTensorName;
}

/** The shape of some of the rows. Rows of grid points no longer form a grid. */
function shapeOfRows(
  { shape, rowLength }: Sinusoidal<DType>,
  rows: number,
  channelsFirst = false,
): readonly number[] {
  return channelsFirst ? [rows, ...shape.slice(1)] : [rows, rowLength];
}

async function writeValues(
  output: Output,
  format: Exclude<Format, 'png'>,
  job: Job,
  quiet: boolean,
  stopIfInterrupted: StopIfInterrupted,
): Promise<void> {
  const writer = makeWriter(format, job);
  const first = job.rows.from * job.encoding.rowLength;
  const total = countOf(job.shape);
  const progress = new Progress(total, quiet);
  try {
    if (writer.header.length > 0) await output.write(writer.header);
    for (let done = 0; done < total; ) {
      const length = Math.min(writer.pieceValues, total - done);
      await output.write(writer.piece(first + done, length));
      done += length;
      // Let signals arrive, even if no write has to wait.
      await setImmediate();
      stopIfInterrupted();
      await progress.update(done, output.bytes);
    }
  } finally {
    progress.stop();
  }
}

async function writeHeatmap(
  output: Output,
  { encoding, rows: { from, to }, options }: Job,
  quiet: boolean,
  stopIfInterrupted: StopIfInterrupted,
): Promise<void> {
  const { makeHeatmap } = await import('./heatmap-png.js');
  const { rowLength } = encoding;
  // --dtype is refused for a .png file.
  const source = {
    encoding: encoding as Sinusoidal,
    options,
    from,
    to,
    text: descriptionOf(options),
  };
  const { png, rows, columns } = await makeHeatmap(source, async () => {
    await setImmediate();
    stopIfInterrupted();
  });
  await output.write(png);
  if (quiet || (rows === to - from && columns === rowLength)) return;
  process.stderr.write(
    `The picture shows ${rows} of ${count(to - from, 'row')} and ${columns} of ${count(rowLength, 'column')}.\n`,
  );
}
