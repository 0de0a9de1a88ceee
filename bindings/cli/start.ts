// What `npm start` shows: an encoding made, timed, checked against float64, drawn, and on request
// written to a file for NumPy.
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { init, Sinusoidal, version } from '../js/index.node.js';
import { npyHeader } from './npy.js';
import { draw } from './picture.js';
import { plainRow } from './plain.js';

const help = `usage: npm start -- [--grid 4096] [--channels 1024] [--layout interleaved|concatenated] [--out file.npy]

  --grid      positions along each axis: 4096, 64,64 or 16,16,16
  --channels  channels of each position
  --layout    sines and cosines in turns, or all sines and then all cosines
  --out       where to write the encoding, as a file for NumPy`;

/** A mistake on the command line: shown without a stack. */
class Mistake extends Error {}

interface Options {
  grid: number[];
  channels: number;
  layout: 'interleaved' | 'concatenated';
  out?: string;
}

/** Pieces of at most 64 MiB, so that memory stays small whatever the encoding's size. */
const pieceValues = 2 ** 24;

function parse(args: string[]): Options | undefined {
  let values: { [name: string]: string | boolean | undefined };
  try {
    ({ values } = parseArgs({
      args,
      options: {
        grid: { type: 'string', default: '4096' },
        channels: { type: 'string', default: '1024' },
        layout: { type: 'string', default: 'interleaved' },
        out: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    throw new Mistake(`${(error as Error).message}\n\n${help}`);
  }
  if (values.help) return undefined;
  const positive = (name: string, text: string) => {
    if (!/^[1-9]\d{0,15}$/.test(text))
      throw new Mistake(`--${name} is "${text}": expected whole numbers above 0\n\n${help}`);
    return Number(text);
  };
  const { grid, channels, layout, out } = values as Record<string, string>;
  if (layout !== 'interleaved' && layout !== 'concatenated') {
    throw new Mistake(`--layout is "${layout}": expected interleaved or concatenated`);
  }
  return {
    grid: (grid as string).split(',').map((length) => positive('grid', length)),
    channels: positive('channels', channels as string),
    layout,
    out,
  };
}

export async function main(args: string[]): Promise<number> {
  try {
    const options = parse(args);
    if (options === undefined) console.log(help);
    else await show(options);
    return 0;
  } catch (error) {
    if (!(error instanceof Mistake || error instanceof RangeError || error instanceof TypeError)) throw error;
    console.error(error.message);
    return 1;
  }
}

const product = (grid: readonly number[]) => grid.reduce((all, length) => all * length, 1);

async function show(options: Options): Promise<void> {
  await init();
  const { grid, channels, layout, out } = options;
  const plan = new Sinusoidal({ grid, channels, layout });
  const rows = product(grid);
  const bytes = rows * channels * 4;
  console.log(`posenc ${version}: sinusoidal, ${options.layout}`);
  console.log(`shape    ${plan.shape.join(' x ')}, float32, ${size(bytes)}`);

  const pieceRows = Math.max(1, Math.min(rows, Math.floor(pieceValues / channels)));
  const piece = new Float32Array(pieceRows * channels);
  const file = out === undefined ? undefined : new NpyFile(out, plan.shape);
  const encode = (from: number) => {
    const to = Math.min(from + pieceRows, rows);
    return plan.encode(piece.subarray(0, (to - from) * channels), { from, to });
  };
  const encodeAll = () => {
    let spent = 0;
    for (let from = 0; from < rows; from += pieceRows) {
      const start = performance.now();
      const values = encode(from);
      spent += performance.now() - start;
      file?.write(values);
      if (rows > pieceRows) progress(Math.min(from + pieceRows, rows) / rows);
    }
    return spent;
  };
  const first = encodeAll();
  file?.close();
  const times = rows > pieceRows ? [first] : Array.from({ length: 15 }, () => time(() => encode(0)));
  times.sort((a, b) => a - b);
  const median = times[times.length >> 1] as number;
  const how = times.length > 1 ? `median of ${times.length}, into one array` : 'in pieces, into one array';
  console.log(`time     ${median.toPrecision(3)} ms, ${(bytes / median / 1e6).toPrecision(3)} GB/s (${how})`);
  console.log(`error    ${errorText(plan, options, rows)}`);
  if (out !== undefined) console.log(`written  ${out}`);
  picture(plan, options);
  plan.dispose();
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function size(bytes: number): string {
  const unit = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 2 ** (10 * unit)).toPrecision(3)} ${['bytes', 'KiB', 'MiB', 'GiB'][unit]}`;
}

function progress(done: number): void {
  if (!process.stderr.isTTY) return;
  const width = 40;
  const full = Math.round(done * width);
  process.stderr.write(
    `\r[${'#'.repeat(full)}${' '.repeat(width - full)}] ${Math.round(100 * done)}%${done === 1 ? '\r\x1b[K' : ''}`,
  );
}

/** Of every row, or of some thousand spread over the whole when that would take long. */
function errorText(plan: Sinusoidal, options: Options, rows: number): string {
  const { channels } = options;
  const checked = Math.min(rows, Math.max(1, Math.floor(2 ** 23 / channels)));
  const exact = new Float64Array(channels);
  const row = new Float32Array(channels);
  let largest = 0;
  for (let i = 0; i < checked; ++i) {
    const point = checked === 1 ? rows - 1 : Math.round((i * (rows - 1)) / (checked - 1));
    plan.encode(row, { from: point, to: point + 1 });
    plainRow(options, point, exact);
    for (let c = 0; c < channels; ++c) {
      largest = Math.max(largest, Math.abs((row[c] as number) - (exact[c] as number)));
    }
  }
  const which = checked === rows ? 'all values' : `${checked} of ${rows} rows`;
  return `${largest.toExponential(2)} at most against float64 (${which})`;
}

function picture(plan: Sinusoidal, options: Options): void {
  const { isTTY, columns = 80 } = process.stdout;
  const coloured = Boolean(isTTY) && !process.env.NO_COLOR;
  const { channels } = options;
  const rows = Math.min(product(options.grid), coloured ? 48 : 24);
  const width = Math.min(channels, columns, 96);
  const values = plan.encode(undefined, { from: 0, to: rows });
  // Where some channels are left out, those shown are the first of their pair: else each neighbour
  // would be another function.
  const channelOf = (column: number) => {
    const channel = Math.floor((column * channels) / width);
    return channels > width && options.layout === 'interleaved' ? channel - (channel % 2) : channel;
  };
  const scale = coloured ? '-1 blue to 1 red' : "-1 ' ' to 1 '@'";
  console.log(
    `\nthe first ${rows} positions downwards, ${width} of ${channels} channels to the right, ${scale}:`,
  );
  console.log(
    draw((r, c) => values[r * channels + channelOf(c)] as number, { rows, columns: width }, coloured),
  );
}

/** Written under another name until it is whole. */
class NpyFile {
  readonly #path: string;
  readonly #partial: string;
  readonly #file: number;

  constructor(path: string, shape: readonly number[]) {
    this.#path = path;
    this.#partial = `${path}.partial`;
    this.#file = this.#try(() => openSync(this.#partial, 'w'));
    this.write(npyHeader(shape));
  }

  write(values: Float32Array | Uint8Array): void {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    for (let done = 0; done < bytes.length; ) {
      done += this.#try(() => writeSync(this.#file, bytes, done));
    }
  }

  close(): void {
    this.#try(() => {
      closeSync(this.#file);
      renameSync(this.#partial, this.#path);
    });
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      rmSync(this.#partial, { force: true });
      throw new Mistake(`--out is "${this.#path}": it could not be written: ${(error as Error).message}`);
    }
  }
}
