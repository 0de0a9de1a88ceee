// `posenc rotary`: writes the tables of cosines and sines of a rotary embedding to files, piece by piece.
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { bytesOf, newValues, type Values } from '../../formats/element-types.js';
import { npyHeader } from '../../formats/npy-writer.js';
import { nameText, quoted } from '../../formats/printable.js';
import { shapeText, sizeText } from '../../formats/quantities.js';
import { safetensorsHeader } from '../../formats/safetensors-writer.js';
import { type DType, init, type Rotary, type RotaryOptions, version } from '../../js/index.node.js';
import { refuseFolder } from '../io/output-file.js';
import { OutputFiles } from '../io/output-files.js';
import { required } from '../options/library-options.js';
import { defaultDtype, defaultForm, type Form, type RotaryFlags } from '../options/rotary-flags.js';
import { checkLastPosition, makeRotary } from '../options/rotary-options.js';
import { usageError } from '../terminal/command-error.js';
import { type StopIfInterrupted, withCleanUp } from '../terminal/interrupt.js';
import { timeText } from '../terminal/number-text.js';
import { Progress } from '../terminal/progress.js';

const parts = ['cos', 'sin'] as const;

/** What is written. */
interface Tables {
  rotary: Rotary;
  /** The options of `rotary`, for the metadata. */
  options: RotaryOptions;
  form: Form;
  dtype: DType;
  offset: number;
  /** Positions, and values of each. */
  shape: readonly [number, number];
}

/** The values of a piece of each table: 4 MiB of float32. */
const pieceValues = 2 ** 20;

export async function rotary(flags: RotaryFlags): Promise<void> {
  const start = performance.now();
  const out = required('--out', flags.out, 'the name of a file, such as rope.safetensors or rope.npy');
  const length = required('--length', flags.length, 'the number of positions, such as 4096');
  refuseFolder(out);
  const format = formatOf(out);
  const paths = format === 'npy' ? parts.map((part) => out.replace(/\.\w+$/, `.${part}$&`)) : [out];
  for (const path of paths) refuseFolder(path);
  const tables = await makeTables(flags, length);
  const quiet = flags.quiet ?? false;
  const files = await OutputFiles.open(out, paths, flags.force ?? false);
  await withCleanUp(files, async (stopIfInterrupted) => {
    await writeTables(files, format, tables, quiet, stopIfInterrupted);
    await files.finish();
  });
  tables.rotary.dispose();
  if (quiet || out === '-') return;
  const { dtype, shape } = tables;
  const names = paths.map(nameText).join(' and ');
  const time = timeText(performance.now() - start);
  process.stderr.write(
    `${names}: cos and sin, each ${dtype} ${shapeText(shape)}, ${sizeText(files.bytes)} in ${time}\n`,
  );
}

type Format = 'safetensors' | 'npy';

function formatOf(out: string): Format {
  if (out === '-') {
    if (!process.stdout.isTTY) return 'safetensors';
    throw usageError(
      '--out is "-" and standard output is a terminal, which cannot show numbers: redirect it',
    );
  }
  const found = out.match(/\.(safetensors|npy)$/i)?.[1]?.toLowerCase();
  if (found !== undefined) return found as Format;
  throw usageError(`--out is ${quoted(out)}: expected a name that ends in .safetensors or .npy`);
}

async function makeTables(flags: RotaryFlags, length: number): Promise<Tables> {
  const { offset = 0, form = defaultForm, dtype = defaultDtype } = flags;
  const end = offset + length;
  if (!Number.isSafeInteger(end)) {
    throw usageError(`--offset and --length together are ${end}: expected at most 2^53 - 1`);
  }
  await init();
  const made = makeRotary(flags, flags.sequenceLength ?? end);
  checkLastPosition(made.rotary, end - 1);
  const { rotaryDim } = made.rotary;
  return { ...made, form, dtype, offset, shape: [length, form === 'half' ? rotaryDim / 2 : rotaryDim] };
}

function headersOf(format: Format, { shape, dtype, options, form, offset }: Tables): Uint8Array[] {
  if (format === 'npy') return parts.map(() => npyHeader(shape, dtype));
  const metadata = {
    format: 'pt', // which the loaders in Hugging Face's transformers need
    posenc: version,
    rotary: JSON.stringify(options),
    tables: JSON.stringify({ length: shape[0], offset, form, dtype }),
  };
  return [safetensorsHeader({ cos: shape, sin: shape }, dtype, metadata)];
}

/** Writes all cosines, then all sines: to one file, or to one for each. */
async function writeTables(
  files: OutputFiles,
  format: Format,
  tables: Tables,
  quiet: boolean,
  stopIfInterrupted: StopIfInterrupted,
): Promise<void> {
  const { rotary, form, dtype, offset, shape } = tables;
  const [length, width] = shape;
  const headers = headersOf(format, tables);
  const rows = Math.min(length, Math.max(1, Math.floor(pieceValues / width)));
  const [cos, sin] = [newValues(dtype, rows * width), newValues(dtype, rows * width)];
  const progress = new Progress(2 * length, quiet);
  try {
    for (const [i, values] of [cos, sin].entries()) {
      const file = files.at(i);
      const header = headers[i];
      if (header !== undefined) await file.write(header);
      for (let done = 0; done < length; ) {
        const count = Math.min(rows, length - done);
        const part = (all: Values) => all.subarray(0, count * width);
        rotary.cosSin(
          { length: count, offset: offset + done },
          { form, dtype },
          { cos: part(cos) as never, sin: part(sin) as never },
        );
        await file.write(new Uint8Array(values.buffer, 0, count * width * bytesOf(dtype)));
        done += count;
        // Let signals arrive, even if no write has to wait.
        await setImmediate();
        stopIfInterrupted();
        await progress.update(i * length + done, files.bytes);
      }
    }
  } finally {
    progress.stop();
  }
}
