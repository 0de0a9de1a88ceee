// How the speed depends on the size of the result, on the channels and on the rows, drawn as SVG.
import { writeFileSync } from 'node:fs';
import { drawChart } from './chart.js';
import { describeMachine, machine } from './machine.js';
import { measure } from './measure.js';
import { printTable, progress, recordsOf } from './report.js';

/** Values of the results in the sweep over channels: 16 MiB. */
const sweepValues = 2 ** 22;
const sizes = Array.from({ length: 21 }, (_, power) => 2 ** (10 + power));
const channelCounts = [6, 8, 10, 16, 24, 30, 32, 48, 64, 96, 100, 128, 256, 512, 768, 1024, 2048, 4096];
const rowCounts = Array.from({ length: 13 }, (_, power) => 2 ** (4 + power));

/** @returns {Promise<object[]>} records, as of the other sections */
export async function drawCurve(posenc, path, rounds = 7) {
  const shapes = [
    ...sizes.map((bytes) => ['size', bytes / 1024, 256]),
    ...channelCounts.map((channels) => ['channels', Math.round(sweepValues / channels), channels]),
    ...rowCounts.map((rows) => ['rows', rows, 1024]),
  ];
  const found = { size: [], channels: [], rows: [] };
  for (const [index, [sweep, rows, channels]] of shapes.entries()) {
    progress(`${index + 1} of ${shapes.length}: ${rows} x ${channels}`);
    const results = await measure(tasksOf(posenc, sweep, rows, channels), { rounds, leastMs: 10 });
    found[sweep].push({ rows, channels, results });
  }
  progress('');
  const records = Object.entries(found).flatMap(([sweep, entries]) =>
    entries.flatMap(({ rows, channels, results }) => {
      const section = {
        name: `by ${sweep}`,
        shape: `${rows} x ${channels}`,
        values: rows * channels,
        baselines: ['fill', 'copy'],
      };
      const part = recordsOf(section, results, 'node');
      printTable(section, part);
      return part;
    }),
  );
  writeFileSync(path, drawChart(`Speed on ${describeMachine(machine())}`, panelsOf(found)));
  console.log(`drawn to ${path}`);
  return records;
}

/** Each releases its memory when the next shape needs some. */
let held = [];

function tasksOf(posenc, sweep, rows, channels) {
  for (const resource of held) resource.dispose();
  const plans = {
    interleaved: new posenc.Sinusoidal({ grid: [rows], channels }),
    concatenated: new posenc.Sinusoidal({ grid: [rows], channels, layout: 'concatenated' }),
    'channels first': new posenc.Sinusoidal({ grid: [rows], channels, channelsFirst: true }),
  };
  const [target, ready] = [posenc.allocate(rows * channels), posenc.allocate(rows * channels)];
  held = [...Object.values(plans), target, ready];
  const { array } = target;
  const tasks = { fill: () => array.fill(1), copy: () => array.set(ready.array) };
  const names = sweep === 'size' ? ['interleaved'] : Object.keys(plans);
  for (const name of names) tasks[name] = () => plans[name].encode(array);
  return tasks;
}

function panelsOf({ size, channels, rows }) {
  const bytesOf = (entry) => entry.rows * entry.channels * 4;
  const line = (entries, name, xOf, yOf) =>
    entries.map((entry) => [xOf(entry), yOf(entry, entry.results[name])]);
  const perValue = (entry, { ms }) => (ms * 1e6) / entry.rows / entry.channels;
  const ofFill = (entry, { ms }) => entry.results.fill.ms / ms;
  const linesOf = (entries, names, xOf, yOf) =>
    Object.fromEntries(names.map((name) => [name, line(entries, name, xOf, yOf)]));
  const layouts = ['interleaved', 'concatenated', 'channels first', 'copy'];
  const fractions = [0.2, 0.4, 0.6, 0.8, 1].map((at) => ({ at, text: at.toFixed(1) }));
  const numbers = (list) => list.map((at) => ({ at, text: String(at) }));
  return [
    {
      title: 'nanoseconds per float32 value, by the size of the result (256 channels, interleaved)',
      xTicks: sizes.filter((_, i) => i % 2 === 0).map((at) => ({ at, text: sizeText(at) })),
      yTicks: [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2].map((at) => ({ at, text: `${at} ns` })),
      logarithmic: true,
      lines: linesOf(size, ['interleaved', 'copy', 'fill'], bytesOf, perValue),
    },
    {
      title: 'speed relative to filling, by channels (16 MiB)',
      xTicks: numbers([6, 10, 16, 30, 64, 128, 256, 512, 1024, 2048, 4096]),
      yTicks: fractions,
      lines: linesOf(channels, layouts, (entry) => entry.channels, ofFill),
    },
    {
      title: 'speed relative to filling, by rows (1024 channels)',
      xTicks: numbers(rowCounts.filter((_, i) => i % 2 === 0)),
      yTicks: fractions,
      lines: linesOf(rows, layouts, (entry) => entry.rows, ofFill),
    },
  ];
}

function sizeText(bytes) {
  const unit = Math.floor(Math.log2(bytes) / 10);
  return `${bytes / 2 ** (10 * unit)} ${['B', 'KiB', 'MiB', 'GiB'][unit]}`;
}
