// `posenc info`: shows what the header of a file says, and with --values also the range of its values.
import type { Value } from '../../formats/decode.js';
import { bytesOf } from '../../formats/element-types.js';
import { printable, quoted } from '../../formats/printable.js';
import { count, shapeText, sizeText } from '../../formats/quantities.js';
import type { SafetensorsFile } from '../../formats/safetensors-reader.js';
import { init } from '../../js/index.node.js';
import {
  arrayOf,
  checkTensorFlag,
  entryOf,
  type OpenFile,
  pieceValues,
  type StoredArray,
  withFile,
} from '../io/array-file.js';
import { printText } from '../io/standard-output.js';
import { Progress } from '../terminal/progress.js';

export interface InfoFlags {
  values?: true;
  tensor?: string;
}

export async function info(path: string, flags: InfoFlags): Promise<void> {
  await withFile(path, async (open) => {
    checkTensorFlag(flags.tensor, [open]);
    const lines = linesOf(open, flags.tensor);
    if (flags.values) {
      await init();
      const array = arrayOf(open, flags.tensor);
      lines.push(['values', await valuesText(array)]);
      await array.checkUnchanged();
    }
    const width = Math.max(...lines.map(([name]) => name.length));
    const text = lines.map(([name, line]) => `${name.padEnd(width)}  ${printable(line)}\n`).join('');
    await printText(text + (await tableOf(open)));
  });
}

/** The table for the config of a model. */
async function tableOf({ found, file }: OpenFile): Promise<string> {
  if (found.kind !== 'config') return '';
  await init();
  const { rotaryTable } = await import('./info-config.js');
  return `\n${rotaryTable(found.config, file.path)}`;
}

type Line = [name: string, text: string];

function linesOf({ found, file: { bytes, path } }: OpenFile, tensor: string | undefined): Line[] {
  const [short, exact] = [sizeText(bytes), count(bytes, 'byte')];
  const size: Line = ['size', short === exact ? exact : `${short} (${exact})`];
  if (found.kind === 'npy') {
    const { layout, version } = found;
    const order = layout.fortran
      ? 'Fortran, the first index changes fastest'
      : 'C, the last index changes fastest';
    return [
      ['format', `.npy, version ${version}`],
      ['shape', shapeText(layout.shape)],
      ['type', `${layout.type}${layout.bigEndian ? ', big-endian' : ''}`],
      ['order', order],
      size,
    ];
  }
  if (found.kind === 'safetensors') {
    return [['format', '.safetensors'], size, ...safetensorsLines(path, found.contents, tensor)];
  }
  if (found.kind === 'png') return [['format', '.png'], ['pixels', `${found.width} x ${found.height}`], size];
  if (found.kind === 'config') return [['format', configText(found.config)], size];
  const guess = path.endsWith('.csv') ? '.csv: numbers as text' : `unknown${guessText(bytes)}`;
  return [['format', guess], size];
}

function configText(config: { model_type?: unknown }): string {
  const type = config.model_type;
  return `Hugging Face config${typeof type === 'string' ? `, model_type ${quoted(type)}` : ''}`;
}

/** How many values a file without a header would hold, for the types that `encode` writes. */
function guessText(bytes: number): string {
  const guesses = [
    [8, 'float64'],
    [4, 'float32'],
    [2, '16 bits'],
  ] as const;
  const texts = guesses.flatMap(([size, what]) =>
    bytes % size === 0 ? [`${count(bytes / size, 'value')} of ${what}`] : [],
  );
  if (texts.length === 0) return '';
  return `; it has room for ${texts.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
}

function safetensorsLines(path: string, contents: SafetensorsFile, tensor: string | undefined): Line[] {
  const { entries, metadata } = contents;
  const shown = tensor === undefined ? entries : [entryOf(path, contents, tensor)];
  const lines = shown.map(({ name, dtype, shape }): Line => {
    return ['tensor', `${quoted(name, Number.POSITIVE_INFINITY)} ${dtype} ${shapeText(shape)}`];
  });
  if (lines.length === 0) lines.push(['tensor', 'none']);
  return [...lines, ...Object.entries(metadata).map(([key, text]): Line => ['metadata', `${key}: ${text}`])];
}

async function valuesText(array: StoredArray): Promise<string> {
  let [least, most]: [Value, Value] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let [sum, odd] = [0, 0];
  const progress = new Progress(array.count, false);
  try {
    for (let done = 0; done < array.count; done += pieceValues) {
      const length = Math.min(pieceValues, array.count - done);
      const values = await array.values(done, length);
      for (let i = 0; i < length; ++i) {
        const value = values[i] as Value;
        if (typeof value === 'number' && !Number.isFinite(value)) {
          odd += 1;
          continue;
        }
        if (value < least) least = value;
        if (value > most) most = value;
        sum += Number(value);
      }
      await progress.update(done + length, (done + length) * bytesOf(array.layout.type));
    }
  } finally {
    progress.stop();
  }
  const finite = array.count - odd;
  if (array.count === 0) return 'none: the array is empty';
  if (finite === 0) return 'none of them is finite';
  const text = `${least} to ${most}, mean ${(sum / finite).toPrecision(6)}`;
  return odd === 0 ? text : `${text}; NaN or infinite: ${count(odd, 'value')}`;
}
