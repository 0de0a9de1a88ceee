// Recognises the format of a file, and reads the array in it piece by piece.
import { Buffer } from 'node:buffer';
import { decode, type Value } from '../../formats/decode.js';
import { type ArrayLayout, bytesOf, countOf } from '../../formats/element-types.js';
import { FormatError } from '../../formats/format-error.js';
import { npyStart, readNpyHeader } from '../../formats/npy-reader.js';
import { npyMagic } from '../../formats/npy-writer.js';
import { listText, nameText, quoted } from '../../formats/printable.js';
import { count, shapeText, sizeText } from '../../formats/quantities.js';
import {
  layoutOf,
  readSafetensorsHeader,
  type SafetensorsEntry,
  type SafetensorsFile,
} from '../../formats/safetensors-reader.js';
import { largestHeader } from '../../formats/safetensors-writer.js';
import { fileError, usageError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';
import { isConfig, parseJson } from './config-file.js';
import { type InputFile, withInput } from './input-file.js';
import { largestText } from './text-file.js';

/** The format of a file, and where its values start. */
export type Found =
  | { kind: 'npy'; layout: ArrayLayout; start: number; version: string }
  | { kind: 'safetensors'; contents: SafetensorsFile; start: number }
  | { kind: 'png'; width: number; height: number }
  | { kind: 'config'; config: object }
  | { kind: 'other' };

export interface OpenFile {
  file: InputFile;
  found: Found;
}

/** Opens a file for `work`, reads its header, and closes it afterwards. */
export function withFile<T>(path: string, work: (open: OpenFile) => Promise<T>): Promise<T> {
  return withInput(path, async (file) => work({ file, found: await look(file) }));
}

async function look(file: InputFile): Promise<Found> {
  const { path, bytes } = file;
  const start = await file.read(0, Math.min(bytes, 24));
  if (start.length >= 12 && start.toString('latin1', 0, 6) === npyMagic) return lookNpy(file, start);
  if (start.length === 24 && start.toString('latin1', 0, 4) === '\x89PNG') {
    return { kind: 'png', width: start.readUInt32BE(16), height: start.readUInt32BE(20) };
  }
  const length = start.length >= 9 && start[8] === 0x7b ? start.readBigUInt64LE(0) : undefined;
  if (length !== undefined && length <= largestHeader) return lookSafetensors(file, Number(length));
  const claimed = path.match(/\.(npy|safetensors|png)$/i)?.[1]?.toLowerCase();
  if (claimed !== undefined) throw new FormatError(`does not start like a .${claimed} file`);
  const config = await lookConfig(file, start);
  return config === undefined ? { kind: 'other' } : { kind: 'config', config };
}

async function lookConfig(file: InputFile, start: Buffer): Promise<object | undefined> {
  if (!/^\s*\{/.test(start.toString('latin1')) || file.bytes > largestText) return undefined;
  const value = parseJson((await file.read(0, file.bytes)).toString());
  if (value === undefined && /\.json$/i.test(file.path)) throw new FormatError('is not valid JSON');
  return isConfig(value) ? value : undefined;
}

async function lookNpy(file: InputFile, start: Buffer): Promise<Found> {
  const { bytes } = file;
  const { version, text, values } = npyStart(start, bytes);
  const header = await file.read(text, values - text);
  const layout = readNpyHeader(header.toString(version === '3.0' ? 'utf8' : 'latin1'));
  const expected = values + countOf(layout.shape) * bytesOf(layout.type);
  const what = `${shapeText(layout.shape)} ${layout.type}`;
  if (bytes < expected) {
    throw new FormatError(`is cut off: ${what} takes ${sizeText(expected)}, but it has ${sizeText(bytes)}`);
  }
  if (bytes > expected) {
    const extra = count(bytes - expected, 'byte');
    throw new FormatError(`has ${extra} after its array, ${what}: expected one array and nothing else`);
  }
  return { kind: 'npy', layout, start: values, version };
}

async function lookSafetensors(file: InputFile, length: number): Promise<Found> {
  const { bytes } = file;
  const start = 8 + length;
  if (start > bytes) {
    throw new FormatError(
      `is cut off: its header takes ${sizeText(length)}, and the whole file has ${sizeText(bytes)}`,
    );
  }
  const contents = readSafetensorsHeader(await file.read(8, length), bytes - start);
  return { kind: 'safetensors', contents, start };
}

export interface StoredArray {
  path: string;
  layout: ArrayLayout;
  count: number;
  /** `count` values from `first` on. They are valid until the next call. */
  values(first: number, count: number): Promise<ArrayLike<Value>>;
  /** All values as they are stored, but little-endian. */
  bytes(): Promise<Buffer>;
  /** Call it before a result is shown. */
  checkUnchanged(): Promise<void>;
}

/** The tensor with the name that --tensor gives, or the only tensor. */
export function entryOf(
  path: string,
  { entries }: SafetensorsFile,
  tensor: string | undefined,
): SafetensorsEntry {
  const named = tensor === undefined ? entries : entries.filter(({ name }) => name === tensor);
  const [entry, ...others] = named;
  if (entry !== undefined && others.length === 0) return entry;
  if (entries.length === 0) throw fileError(`${nameText(path)} has no tensors: expected one with values`);
  const which = tensor === undefined ? 'several tensors' : `no tensor ${quoted(tensor)}`;
  const names = listText(entries.map(({ name }) => name));
  throw usageError(`${nameText(path)} has ${which}: expected --tensor to be one of ${names}`);
}

/** Where the values of the array are, and how they are stored. */
function locate(path: string, found: Found, tensor?: string): { layout: ArrayLayout; start: number } {
  if (found.kind === 'npy') return found;
  if (found.kind === 'safetensors') {
    const entry = entryOf(path, found.contents, tensor);
    try {
      return { layout: layoutOf(entry), start: found.start + entry.start };
    } catch (error) {
      throw explainSystemError(error, path, 'read');
    }
  }
  throw fileError(
    `${nameText(path)} does not hold an array with its shape: expected a .npy or .safetensors file`,
  );
}

/** The array in a file. If a .safetensors file has several, `tensor` names it. */
export function arrayOf({ file, found }: OpenFile, tensor?: string): StoredArray {
  const { path } = file;
  const { layout, start } = locate(path, found, tensor);
  const size = bytesOf(layout.type);
  let buffer = Buffer.alloc(0);
  return {
    path,
    layout,
    count: countOf(layout.shape),
    async values(first, length) {
      if (buffer.length < length * size) buffer = Buffer.from(new ArrayBuffer(length * size));
      return decode(await file.read(start + first * size, length * size, buffer), layout);
    },
    async bytes() {
      const length = countOf(layout.shape) * size;
      const all = await file.read(start, length, Buffer.from(new ArrayBuffer(length)));
      if (layout.bigEndian && size === 2) all.swap16();
      if (layout.bigEndian && size === 4) all.swap32();
      return all;
    },
    checkUnchanged: () => file.checkUnchanged(),
  };
}

/** Refuses --tensor if none of the files is a .safetensors file. */
export function checkTensorFlag(tensor: string | undefined, files: readonly OpenFile[]): void {
  if (tensor === undefined || files.some(({ found }) => found.kind === 'safetensors')) return;
  const paths = files.map(({ file }) => nameText(file.path)).join(' and ');
  throw usageError(
    `--tensor is ${quoted(tensor)}: only a .safetensors file has named tensors; leave it out for ${paths}`,
  );
}

/** The number of values to read at once: a few MiB of any type. */
export const pieceValues = 2 ** 19;
