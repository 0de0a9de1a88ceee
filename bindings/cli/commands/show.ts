// `posenc show`: measures the speed and accuracy of an encoding, and draws it in the terminal.
import process from 'node:process';
import { count, shapeText, sizeText } from '../../formats/quantities.js';
import { type SinusoidalOptions, version } from '../../js/index.node.js';
import { placeOf } from '../../js/runtime/memory.js';
import type { GridPlan } from '../../js/sinusoidal/plan.js';
import { printText } from '../io/standard-output.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { optionsOf, rangeOf } from '../options/library-options.js';
import { drawHeatmap } from '../terminal/draw-heatmap.js';
import { timeText } from '../terminal/number-text.js';
import { referenceRow } from './float64-reference.js';
import { planOf } from './make-plan.js';
import { makeSampler, sampledColumns, sampledIndex } from './sampling.js';

/** The most values that are timed: 64 MiB. */
const timedValues = 2 ** 24;

/** Rows with more channels are not checked: 128 MiB of float64. */
const mostCheckedChannels = 2 ** 24;

export async function show(flags: EncodingFlags): Promise<void> {
  const options = optionsOf(flags);
  const plan = await planOf(options, flags);
  const range = rangeOf(flags.rows, plan.rowCount);
  const line = (name: string, text: string) => printText(`${name.padEnd(9)}${text}\n`);
  await line('posenc', `${version}, sinusoidal`);
  await line('shape', `${shapeText(plan.shape)}, float32, ${sizeText(4 * plan.size)}`);
  await line('time', timing(plan));
  const error = errorText(plan, options);
  if (error) await line('error', error);
  await printText(picture(plan, range));
  plan.dispose();
}

function timing(plan: GridPlan): string {
  const out = new Float32Array(Math.min(plan.size, timedValues));
  const place = placeOf('out', out);
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    plan.encode('float32', 0, place);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  const median = times[times.length >> 1] as number;
  const part = out.length < plan.size ? `, the first ${sizeText(4 * out.length)}` : '';
  const rate = ((4 * out.length) / median / 1e6).toPrecision(3);
  return `${timeText(median)}, ${rate} GB/s (median of ${times.length}, into one array${part})`;
}

/** The largest error of all rows, or of some rows spread over the encoding if it is large. */
function errorText(plan: GridPlan, options: SinusoidalOptions): string | undefined {
  const { grid, channels, layout, ...others } = options;
  // The reference knows no other options.
  if (Object.keys(others).length > 0 || channels > mostCheckedChannels) return undefined;
  const rows = plan.rowCount;
  const checked = Math.min(rows, Math.max(1, Math.floor(2 ** 22 / channels)));
  const exact = new Float64Array(channels);
  const row = new Float32Array(channels);
  const place = placeOf('row', row);
  let largest = 0;
  for (let i = 0; i < checked; ++i) {
    const point = checked === 1 ? rows - 1 : Math.round((i * (rows - 1)) / (checked - 1));
    plan.encode('float32', point * channels, place);
    referenceRow({ grid, channels, interleaved: plan.interleaved }, point, exact);
    for (let c = 0; c < channels; ++c) {
      largest = Math.max(largest, Math.abs((row[c] as number) - (exact[c] as number)));
    }
  }
  const which = checked === rows ? 'all values' : `${checked} of ${count(rows, 'row')}`;
  return `${largest.toExponential(2)} at most, compared with float64 (${which})`;
}

function picture(plan: GridPlan, { from, to }: { from: number; to: number }): string {
  const { isTTY, columns = 80 } = process.stdout;
  const coloured = Boolean(isTTY) && !process.env.NO_COLOR;
  const rowCount = to - from;
  const rows = Math.min(rowCount, coloured ? 48 : 24);
  const width = Math.min(plan.rowLength, columns, 96);
  const shown = sampledColumns(plan, width);
  const sample = makeSampler(plan);
  // Rows of positions are the first ones, so that the waves can be seen. Rows of channels are spread evenly.
  const rowOf = (row: number) => from + (plan.channelsFirst ? sampledIndex(row, rows, rowCount) : row);
  const values = Array.from({ length: rows }, (_, row) => {
    const line = new Float32Array(width);
    sample(rowOf(row), shown, line);
    return line;
  });
  const [down, across] = plan.channelsFirst
    ? (['channel', 'position'] as const)
    : (['position', 'channel'] as const);
  const scale = coloured ? '-1 blue to 1 orange' : "-1 ' ' to 1 '@'";
  const at = (row: number, column: number) => values[row]?.[column] as number;
  const title = `${rows} of ${count(rowCount, down)} from top to bottom, ${width} of ${count(plan.rowLength, across)} from left to right, ${scale}:`;
  return `\n${title}\n${drawHeatmap(at, { rows, columns: width }, coloured)}\n`;
}
