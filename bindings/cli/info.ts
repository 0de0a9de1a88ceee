// `posenc info`: what a file holds, as it says itself; with --values also what the values are like.
import process from 'node:process';
import { init } from '../js/index.node.js';
import { bytesOf } from './elements.js';
import { Progress } from './progress.js';
import { arrayOf, type OpenFile, pieceValues, type StoredArray, withFile } from './reader.js';
import { shapeText, sizeText } from './text.js';

export interface InfoFlags {
  values?: true;
  tensor?: string;
}

export async function info(path: string, flags: InfoFlags): Promise<void> {
  await withFile(path, async (file) => {
    const lines = linesOf(file);
    // Says so when the file is cut off.
    if (file.found.kind === 'npy') arrayOf(file);
    else if (file.found.kind === 'safetensors') {
      for (const { name } of file.found.file.entries) arrayOf(file, name);
    }
    if (flags.values) {
      await init();
      lines.push(['values', await valuesText(arrayOf(file, flags.tensor))]);
    }
    const width = Math.max(...lines.map(([name]) => name.length));
    process.stdout.write(lines.map(([name, text]) => `${name.padEnd(width)}  ${text}\n`).join(''));
  });
}

function linesOf({ found, bytes, path }: OpenFile): [string, string][] {
  const size: [string, string] = ['size', `${sizeText(bytes)} (${bytes} bytes)`];
  if (found.kind === 'npy') {
    const { layout, version } = found;
    const order = layout.fortran ? 'Fortran, the first index runs fastest' : 'C, the last index runs fastest';
    return [
      ['format', `.npy, version ${version}`],
      ['shape', shapeText(layout.shape)],
      ['type', `${layout.type}${layout.bigEndian ? ', big-endian' : ''}`],
      ['order', order],
      size,
    ];
  }
  if (found.kind === 'safetensors') {
    const { metadata, entries } = found.file;
    return [
      ['format', '.safetensors'],
      size,
      ...entries.map(({ name, dtype, shape }): [string, string] => [
        'tensor',
        `${JSON.stringify(name)} ${dtype} ${shapeText(shape)}`,
      ]),
      ...Object.entries(metadata).map(([key, text]): [string, string] => ['metadata', `${key}: ${text}`]),
    ];
  }
  if (found.kind === 'png') return [['format', '.png'], ['pixels', `${found.width} x ${found.height}`], size];
  const guess = path.endsWith('.csv')
    ? '.csv: numbers as text'
    : `not known: ${bytes / bytesOf('float32')} values if they are float32, ${bytes / bytesOf('float16')} if they have 16 bits`;
  return [['format', guess], size];
}

async function valuesText(array: StoredArray): Promise<string> {
  let [least, most, sum, odd] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0];
  const progress = new Progress(array.count, false);
  try {
    for (let done = 0; done < array.count; done += pieceValues) {
      const length = Math.min(pieceValues, array.count - done);
      const values = await array.values(done, length);
      for (let i = 0; i < length; ++i) {
        const value = values[i] as number;
        if (!Number.isFinite(value)) {
          odd += 1;
          continue;
        }
        if (value < least) least = value;
        if (value > most) most = value;
        sum += value;
      }
      await progress.update(done + length, (done + length) * bytesOf(array.layout.type));
    }
  } finally {
    progress.stop();
  }
  const finite = array.count - odd;
  const text = finite === 0 ? 'none is finite' : `${least} to ${most}, mean ${(sum / finite).toPrecision(6)}`;
  return odd === 0 || finite === 0 ? text : `${text}; ${odd} are not finite`;
}
