// The rotary embeddings of a model as a table: a row for all layers that have the same one.
import { printable } from '../../formats/printable.js';
import { Rotary, type RotaryOptions } from '../../js/index.node.js';
import { asConfigError } from '../options/rotary-options.js';

const titles = [
  'layers',
  'type',
  'kind',
  'dimensions',
  'pairing',
  'theta',
  'factor',
  'longest wavelength in positions',
  'attention scaling',
];

/** @param path the name of the file, for messages */
export function rotaryTable(config: object, path: string): string {
  try {
    return tableOf(config);
  } catch (error) {
    throw asConfigError(error, path);
  }
}

function tableOf(config: object): string {
  const numbers = new Map<string | null, number[]>();
  for (const [layer, type] of Rotary.layersOf(config).entries()) {
    const same = numbers.get(type);
    if (same === undefined) numbers.set(type, [layer]);
    else same.push(layer);
  }
  const notes: string[] = [];
  const rows = [...numbers].map(([type, layers]) => {
    if (type === null) return [rangesText(layers), 'without rotary embedding'];
    const options = Rotary.optionsOf(config, { layerType: type });
    const rotary = new Rotary(options);
    const note = noteOf(rotary, options);
    if (note !== undefined) notes.push(`${printable(type)}: ${note}\n`);
    const cells = [rangesText(layers), type, ...cellsOf(rotary, options)];
    rotary.dispose();
    return cells;
  });
  if (rows.length === 0) return 'The model has no layers.\n';
  return tableText(rows) + (notes.length > 0 ? `\n${notes.join('')}` : '');
}

function cellsOf(rotary: Rotary, { theta = 10000, scaling, headDim }: RotaryOptions): string[] {
  const factor = scaling && 'factor' in scaling ? scaling.factor : undefined;
  return [
    scaling?.type ?? 'default',
    `${rotatedText(rotary)} of ${headDim}`,
    rotary.pairing,
    numberText(theta),
    factor === undefined ? '-' : numberText(factor),
    longestText(rotary.frequencies),
    numberText(rotary.attentionScaling),
  ];
}

/** The dimensions that rotate. Pairs without a frequency do not. */
function rotatedText({ frequencies, pairing, rotaryStart: start }: Rotary): string {
  const pairs = frequencies.length;
  const moving = frequencies.filter((frequency) => frequency > 0).length;
  if (pairing === 'adjacent' || moving === pairs) return rangeText(start, start + 2 * moving - 1);
  return [start, start + pairs].map((first) => rangeText(first, first + moving - 1)).join(', ');
}

/** The positions after which the slowest pair is where it was. */
function longestText(frequencies: Float64Array): string {
  const slowest = Math.min(...frequencies.filter((frequency) => frequency > 0));
  return numberText((2 * Math.PI) / slowest);
}

/** What the table cannot show: frequencies that depend on the length. */
function noteOf(rotary: Rotary, { scaling }: RotaryOptions): string | undefined {
  if (scaling?.type !== 'dynamic' && scaling?.type !== 'longrope') return undefined;
  const { originalLength } = scaling;
  const above = `above ${numberText(originalLength)} positions the longest wavelength`;
  if (scaling.type === 'dynamic') return `${above} grows with the length`;
  return `${above} is ${longestText(rotary.frequenciesFor(originalLength + 1))}`;
}

const rangeText = (first: number, last: number) => (first === last ? `${first}` : `${first}-${last}`);

/** Ascending numbers, such as 0-4, 6-10. */
function rangesText(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => rangeText(first, last)).join(', ');
}

const shortNumbers = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** At most six digits, such as 500,000 or 1.18968. */
function numberText(value: number): string {
  return Math.abs(value) < 1e12 && Math.abs(value) >= 1e-4
    ? shortNumbers.format(value)
    : value.toPrecision(6);
}

/** Names in a config may have characters that control a terminal. */
function tableText(rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows].map((row) => row.map(printable));
  const widths = titles.map((_, column) =>
    Math.max(...all.map((row) => (row.length < titles.length ? 0 : (row[column]?.length ?? 0)))),
  );
  // The first column is as wide as that of the rows without other columns, too.
  widths[0] = Math.max(...all.map(([first = '']) => first.length));
  return all
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
