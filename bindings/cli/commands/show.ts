// `posenc show`: an encoding made, timed, checked against float64, and drawn in the terminal.
import process from 'node:process';
import { shapeText, sizeText } from '../../formats/quantities.js';
import { type SinusoidalOptions, version } from '../../js/index.node.js';
import type { GridPlan } from '../../js/internal.js';
import { placeOf } from '../../js/internal.js';
import { tell } from '../io/standard-output.js';
import type { EncodingFlags } from '../options/encoding-flags.js';
import { optionsOf, rangeOf } from '../options/library-options.js';
import { draw } from '../terminal/draw-heatmap.js';
import { timeText } from '../terminal/number-text.js';
import { plainRow } from './float64-reference.js';
import { planOf } from './make-plan.js';
import { makeSampler, spread, spreadChannels } from './sampling.js';

/** What is timed is no more than this: 64 MiB. */
const timedValues = 2 ** 24;

/** A row with more channels is not checked: 128 MiB of float64. */
const mostCheckedChannels = 2 ** 24;

export async function show(flags: EncodingFlags): Promise<void> {
  const options = optionsOf(flags);
  const plan = await planOf(options, flags);
  const range = rangeOf(flags.rows, plan.rowCount);
  const line = (name: string, text: string) => tell(`${name.padEnd(9)}${text}\n`);
  await line('posenc', `${version}, sinusoidal`);
  await line('shape', `${shapeText(plan.shape)}, float32, ${sizeText(4 * plan.size)}`);
  await line('time', timing(plan));
  const error = errorText(plan, options);
  if (error) await line('error', error);
  await tell(picture(plan, options, range));
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

/** Of every row, or of some thousand spread over the whole when that would take long. */
function errorText(plan: GridPlan, options: SinusoidalOptions): string | undefined {
  const { grid, channels, layout = 'interleaved', ...others } = options;
  // The check knows the plain form alone, and takes as many channels as it is done with soon.
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
    plainRow({ grid, channels, layout }, point, exact);
    for (let c = 0; c < channels; ++c) {
      largest = Math.max(largest, Math.abs((row[c] as number) - (exact[c] as number)));
    }
  }
  const which = checked === rows ? 'all values' : `${checked} of ${rows} rows`;
  return `${largest.toExponential(2)} at most against float64 (${which})`;
}

function picture(
  plan: GridPlan,
  options: SinusoidalOptions,
  { from, to }: { from: number; to: number },
): string {
  const { isTTY, columns = 80 } = process.stdout;
  const coloured = Boolean(isTTY) && !process.env.NO_COLOR;
  const count = to - from;
  const rows = Math.min(count, coloured ? 48 : 24);
  const width = Math.min(plan.rowLength, columns, 96);
  const interleaved = options.layout !== 'concatenated' && !options.channelsFirst;
  const shown = Array.from({ length: width }, (_, i) =>
    spreadChannels(i, width, plan.rowLength, interleaved),
  );
  const sample = makeSampler(plan);
  // The first positions for a table, which the eye can follow; channels from the first to the last.
  const rowOf = (row: number) => from + (options.channelsFirst ? spread(row, rows, count) : row);
  const values = Array.from({ length: rows }, (_, row) => {
    const line = new Float32Array(width);
    sample(rowOf(row), shown, line);
    return line;
  });
  const [down, across] = options.channelsFirst ? ['channels', 'positions'] : ['positions', 'channels'];
  const scale = coloured ? '-1 blue to 1 orange' : "-1 ' ' to 1 '@'";
  const at = (row: number, column: number) => values[row]?.[column] as number;
  const title = `${rows} of ${count} ${down} downwards, ${width} of ${plan.rowLength} ${across} to the right, ${scale}:`;
  return `\n${title}\n${draw(at, { rows, columns: width }, coloured)}\n`;
}
