// `posenc show`: measures the speed and accuracy of an encoding, and draws it in the terminal.
import process from 'node:process';
import { count, shapeText, sizeText } from '../../formats/quantities.js';
import { type Sinusoidal, type SinusoidalOptions, version } from '../../js/index.node.js';
import { printText } from '../io/standard-output.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { optionsOf, rangeOf } from '../options/library-options.js';
import { drawHeatmap } from '../terminal/draw-heatmap.js';
import { timeText } from '../terminal/number-text.js';
import { inWholeRows, makeEncoding, readValues } from './encoding.js';
import { referenceRow } from './float64-reference.js';
import { makeSampler, sampledColumns, sampledIndex } from './sampling.js';

/** The most values that are timed: 64 MiB. */
const timedValues = 2 ** 24;

/** Rows with more channels are not checked: 128 MiB of float64. */
const mostCheckedChannels = 2 ** 24;

export async function show(flags: EncodingFlags): Promise<void> {
  const options = optionsOf(flags);
  const encoding = await makeEncoding(options, 'float32', flags);
  const range = rangeOf(flags.rows, encoding.rowCount);
  const line = (name: string, text: string) => printText(`${name.padEnd(9)}${text}\n`);
  await line('posenc', `${version}, sinusoidal`);
  await line('shape', `${shapeText(encoding.shape)}, ${encoding.dtype}, ${sizeText(4 * encoding.size)}`);
  await line('time', timing(encoding));
  const error = errorText(encoding, options);
  if (error) await line('error', error);
  await printText(picture(encoding, options, range));
  encoding.dispose();
}

function timing(encoding: Sinusoidal): string {
  const { size, rowLength } = encoding;
  const out = new Float32Array(Math.min(size, inWholeRows(timedValues, rowLength)));
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    readValues(encoding, 0, out);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const median = times[times.length >> 1] as number;
  const part = out.length < size ? `, the first ${sizeText(4 * out.length)}` : '';
  const rate = ((4 * out.length) / median / 1e6).toPrecision(3);
  return `${timeText(median)}, ${rate} GB/s (median of ${times.length}, into one array${part})`;
}

/** The largest error of all rows, or of some rows spread over the encoding if it is large. */
function errorText(encoding: Sinusoidal, options: SinusoidalOptions): string | undefined {
  const { grid, channels, layout, ...others } = options;
  // The reference knows no other options.
  if (Object.keys(others).length > 0 || channels > mostCheckedChannels) return undefined;
  const rows = encoding.rowCount;
  const checked = Math.min(rows, Math.max(1, Math.floor(2 ** 22 / channels)));
  const exact = new Float64Array(channels);
  const row = new Float32Array(channels);
  let largest = 0;
  for (let i = 0; i < checked; ++i) {
    const point = checked === 1 ? rows - 1 : Math.round((i * (rows - 1)) / (checked - 1));
    encoding.encode(row, { from: point, to: point + 1 });
    referenceRow({ grid, channels, interleaved: layout !== 'concatenated' }, point, exact);
    for (let c = 0; c < channels; ++c) {
      largest = Math.max(largest, Math.abs((row[c] as number) - (exact[c] as number)));
    }
  }
  const which = checked === rows ? 'all values' : `${checked} of ${count(rows, 'row')}`;
  return `${largest.toExponential(2)} at most, compared with float64 (${which})`;
}

function picture(
  encoding: Sinusoidal,
  options: SinusoidalOptions,
  { from, to }: { from: number; to: number },
): string {
  const { channelsFirst } = options;
  const { isTTY, columns = 80 } = process.stdout;
  const coloured = Boolean(isTTY) && !process.env.NO_COLOR;
  const rowCount = to - from;
  const rows = Math.min(rowCount, coloured ? 48 : 24);
  const width = Math.min(encoding.rowLength, columns, 96);
  const shown = sampledColumns(encoding, options, width);
  const sample = makeSampler(encoding);
  // Rows of positions are the first ones, so that the waves can be seen. Rows of channels are spread evenly.
  const rowOf = (row: number) => from + (channelsFirst ? sampledIndex(row, rows, rowCount) : row);
  const values = Array.from({ length: rows }, (_, row) => {
    const line = new Float32Array(width);
    sample(rowOf(row), shown, line);
    return line;
  });
  const [down, across] = channelsFirst
    ? (['channel', 'position'] as const)
    : (['position', 'channel'] as const);
  const scale = coloured ? '-1 blue to 1 orange' : "-1 ' ' to 1 '@'";
  const at = (row: number, column: number) => values[row]?.[column] as number;
  const title = `${rows} of ${count(rowCount, down)} from top to bottom, ${width} of ${count(encoding.rowLength, across)} from left to right, ${scale}:`;
  return `\n${title}\n${drawHeatmap(at, { rows, columns: width }, coloured)}\n`;
}
