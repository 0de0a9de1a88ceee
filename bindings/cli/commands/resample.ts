// `posenc resample`: writes a table of position embeddings at another size, with the other tensors of its file.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { type ArrayLayout, bytesOf, countOf, type ElementType } from '../../formats/element-types.js';
import { npyHeader } from '../../formats/npy-writer.js';
import { nameText, quoted } from '../../formats/printable.js';
import { shapeText, sizeText } from '../../formats/quantities.js';
import type { SafetensorsEntry } from '../../formats/safetensors-reader.js';
import { encodeHeader, metadataKey } from '../../formats/safetensors-writer.js';
import { init, type ResampleOptions, resampleTable } from '../../js/index.node.js';
import {
  arrayOf,
  checkTensorFlag,
  entryOf,
  type Found,
  type OpenFile,
  type StoredArray,
  withFile,
} from '../io/array-file.js';
import { type Output, openOutput, refuseFolder } from '../io/output-file.js';
import { required } from '../options/library-options.js';
import { defaultMode, type ResampleFlags } from '../options/resample-flags.js';
import { fileError, usageError } from '../terminal/command-error.js';
import { isMemoryFull } from '../terminal/exit.js';
import { type StopIfInterrupted, withCleanUp } from '../terminal/interrupt.js';
import { timeText } from '../terminal/number-text.js';

type TableType = NonNullable<ResampleOptions['dtype']>;
type Options = ResampleOptions & { dtype: TableType };
type Safetensors = Extract<Found, { kind: 'safetensors' }>;

const types: readonly ElementType[] = ['float32', 'float16', 'bfloat16'];
const largestTable = 2 ** 31;
const pieceBytes = 2 ** 22;

export async function resample(path: string, flags: ResampleFlags): Promise<void> {
  const start = performance.now();
  const out = required('--out', flags.out, 'the name of a file, such as new.npy');
  const [from, to] = [gridOf('--from', flags.from), gridOf('--to', flags.to)];
  refuseFolder(out);
  await withFile(path, async (open) => {
    checkTensorFlag(flags.tensor, [open]);
    const array = arrayOf(open, flags.tensor);
    checkFormat(out, open.found);
    const { prefix = 0, mode = defaultMode, antialias = false, alignCorners = false } = flags;
    const { dtype, channels, shape } = tableOf(path, array.layout, { from, to, prefix });
    await init();
    const options: Options = { from, to, prefix, mode, antialias, alignCorners, channels, dtype };
    const bytes = compute(await array.bytes(), options);
    const output = await openOutput(out, flags.force ?? false);
    await withCleanUp(output, async (stopIfInterrupted) => {
      await write(output, open, array, { shape, dtype, bytes }, flags.tensor, stopIfInterrupted);
      await array.checkUnchanged();
      await output.finish();
    });
    if (flags.quiet || out === '-') return;
    const time = timeText(performance.now() - start);
    process.stderr.write(
      `${nameText(out)}: ${dtype} ${shapeText(shape)}, ${sizeText(output.bytes)} in ${time}\n`,
    );
  });
}

function gridOf(flag: string, sides: number[] | undefined): [number, number] {
  const given = required(flag, sides, 'two sides of a grid, such as 14,14');
  if (given.length === 2) return given as [number, number];
  throw usageError(`${flag} is ${given.join(',')}: expected a height and a width, such as 14,14`);
}

/** The result has the format of the file that is read. */
function checkFormat(out: string, { kind }: Found): void {
  if (out === '-') {
    if (!process.stdout.isTTY) return;
    throw usageError(
      '--out is "-" and standard output is a terminal, which cannot show numbers: redirect it',
    );
  }
  if (out.toLowerCase().endsWith(`.${kind}`)) return;
  throw usageError(`--out is ${quoted(out)}: expected a name that ends in .${kind}, as that of the table`);
}

/** The type, channels and new shape of a table. */
function tableOf(
  path: string,
  { type, shape, fortran }: ArrayLayout,
  { from, to, prefix }: Pick<ResampleOptions, 'from' | 'to'> & { prefix: number },
) {
  const name = nameText(path);
  const [rows, newRows] = [from, to].map(([height, width]) => prefix + height * width) as [number, number];
  const channels = shape.at(-1) ?? 0;
  const outer = shape.slice(0, -1);
  const isGrid = prefix === 0 && outer.length >= 2;
  const isTable = outer.at(-1) === rows && countOf(outer) === rows;
  const hasSides = isGrid && outer.at(-2) === from[0] && outer.at(-1) === from[1] && countOf(outer) === rows;
  if (channels === 0 || (!isTable && !hasSides)) {
    throw usageError(
      `${name} has the shape ${shapeText(shape)}: expected [${rows}, channels] for --from ${from.join(',')} and --prefix ${prefix}`,
    );
  }
  if (!types.includes(type)) {
    throw fileError(`${name} has values of type ${type}: expected ${types.join(', ')}`);
  }
  if (fortran) throw fileError(`${name} is in Fortran order: expected C order, the last index fastest`);
  const size = Math.max(rows, newRows) * channels * bytesOf(type);
  if (size > largestTable) throw usageError(`--to is ${to.join(',')}: expected a table of at most 2 GiB`);
  const changed = isTable ? [...outer.slice(0, -1), newRows] : [...outer.slice(0, -2), ...to];
  return { dtype: type as TableType, channels, shape: [...changed, channels] };
}

function compute(bytes: Buffer, options: Options): Buffer {
  const View = options.dtype === 'float32' ? Float32Array : Uint16Array;
  const table = new View(
    bytes.buffer as ArrayBuffer,
    bytes.byteOffset,
    bytes.length / View.BYTES_PER_ELEMENT,
  );
  try {
    const { buffer, byteOffset, byteLength } = resampleTable(table, options);
    return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError) || isMemoryFull(error)) throw error;
    const flags = error.message
      .replace(/^(from|to|prefix|mode)\b/, '--$1')
      .replace('antialias and alignCorners are both true', '--antialias and --align-corners are both given');
    throw usageError(flags);
  }
}

interface Result {
  shape: number[];
  dtype: TableType;
  bytes: Buffer;
}

async function write(
  output: Output,
  { file, found }: OpenFile,
  { path }: StoredArray,
  result: Result,
  tensor: string | undefined,
  stopIfInterrupted: StopIfInterrupted,
): Promise<void> {
  if (found.kind !== 'safetensors') {
    await output.write(npyHeader(result.shape, result.dtype));
    await output.write(result.bytes);
    return;
  }
  const changed = entryOf(path, found.contents, tensor);
  const entries = ordered(found);
  await output.write(headerOf(found, entries, changed, result));
  for (const entry of entries) {
    if (entry === changed) {
      await output.write(result.bytes);
      continue;
    }
    for (let at = entry.start; at < entry.end; at += pieceBytes) {
      await output.write(await file.read(found.start + at, Math.min(pieceBytes, entry.end - at)));
      stopIfInterrupted();
    }
  }
}

/** The tensors from the widest type to the narrowest, which keeps all of them aligned. */
function ordered({ contents }: Safetensors): SafetensorsEntry[] {
  const width = ({ dtype }: SafetensorsEntry) => (dtype === 'BOOL' ? 8 : Number(/\d+/.exec(dtype)?.[0]));
  return [...contents.entries].sort((a, b) => width(b) - width(a));
}

function headerOf(
  { contents: { metadata } }: Safetensors,
  entries: readonly SafetensorsEntry[],
  changed: SafetensorsEntry,
  { shape, bytes }: Result,
): Buffer {
  let end = 0;
  const tensors = entries.map((entry): [string, object] => {
    const start = end;
    end += entry === changed ? bytes.length : entry.end - entry.start;
    const newShape = entry === changed ? shape : entry.shape;
    return [entry.name, { dtype: entry.dtype, shape: newShape, data_offsets: [start, end] }];
  });
  const kept: [string, object][] = Object.keys(metadata).length > 0 ? [[metadataKey, metadata]] : [];
  return encodeHeader(Object.fromEntries([...kept, ...tensors]));
}
