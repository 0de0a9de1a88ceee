// Arrays in files, read piece by piece: .npy, and a tensor of a .safetensors.
import { Buffer } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { type ArrayLayout, bytesOf, decode } from './elements.js';
import { explain, fileMistake, usageMistake } from './mistake.js';
import { npyMagic } from './npy.js';
import { npyHeaderLength, readNpyHeader } from './npy-header.js';
import { largestHeader, layoutOf, readSafetensorsHeader, type SafetensorsFile } from './safetensors.js';
import { shapeText, sizeText } from './text.js';

/** A file as it begins: what kind it is, and where its values are. */
export type Found =
  | { kind: 'npy'; layout: ArrayLayout; start: number; version: string }
  | { kind: 'safetensors'; file: SafetensorsFile; start: number }
  | { kind: 'png'; width: number; height: number }
  | { kind: 'other' };

export interface OpenFile {
  path: string;
  handle: FileHandle;
  bytes: number;
  found: Found;
}

/** Opens a file, looks at how it begins, and closes it when `work` is done. */
export async function withFile<T>(path: string, work: (file: OpenFile) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path);
    const { size: bytes } = await handle.stat();
    return await work({ path, handle, bytes, found: await look(path, handle, bytes) });
  } catch (error) {
    throw explain(error, path, 'read');
  } finally {
    await handle?.close();
  }
}

async function read(handle: FileHandle, position: number, length: number, into?: Buffer): Promise<Buffer> {
  const buffer = into ?? Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

async function look(path: string, handle: FileHandle, bytes: number): Promise<Found> {
  const start = await read(handle, 0, 24);
  if (start.length >= 12 && start.toString('latin1', 0, 6) === npyMagic) {
    const length = npyHeaderLength(start);
    const layout = readNpyHeader(path, await read(handle, 0, Math.min(length, bytes)));
    return { kind: 'npy', layout, start: length, version: `${start[6]}.${start[7]}` };
  }
  if (start.toString('latin1', 1, 4) === 'PNG' && start.length === 24) {
    return { kind: 'png', width: start.readUInt32BE(16), height: start.readUInt32BE(20) };
  }
  const length = start.length >= 9 ? Number(start.readBigUInt64LE(0)) : 0;
  if (start[8] === 0x7b && length <= Math.min(bytes - 8, largestHeader)) {
    const json = (await read(handle, 8, length)).toString('utf8');
    return { kind: 'safetensors', file: readSafetensorsHeader(path, json), start: 8 + length };
  }
  return { kind: 'other' };
}

export interface StoredArray {
  path: string;
  layout: ArrayLayout;
  count: number;
  /** The values [first, first + count), valid until the next call. */
  values(first: number, count: number): Promise<ArrayLike<number>>;
}

/** The array of a file: of a .safetensors with several, the one named. */
export function arrayOf({ path, handle, bytes, found }: OpenFile, tensor?: string): StoredArray {
  let layout: ArrayLayout;
  let start: number;
  if (found.kind === 'npy') {
    ({ layout, start } = found);
  } else if (found.kind === 'safetensors') {
    const { entries } = found.file;
    const entry =
      tensor === undefined && entries.length === 1 ? entries[0] : entries.find(({ name }) => name === tensor);
    if (entry === undefined) {
      const names = entries.map(({ name }) => JSON.stringify(name)).join(', ');
      const which = tensor === undefined ? 'several tensors' : `no tensor ${JSON.stringify(tensor)}`;
      throw usageMistake(`${path} has ${which}: expected --tensor to be one of ${names}`);
    }
    layout = layoutOf(path, entry);
    start = found.start + entry.start;
  } else {
    throw fileMistake(`${path} is no array that says its shape: expected a .npy or .safetensors file`);
  }
  const size = bytesOf(layout.type);
  const count = layout.shape.reduce((product, length) => product * length, 1);
  if (bytes < start + count * size) {
    throw fileMistake(
      `${path} is cut off: ${shapeText(layout.shape)} ${layout.type} takes ${sizeText(start + count * size)}, and it has ${sizeText(bytes)}`,
    );
  }
  let buffer = Buffer.alloc(0);
  return {
    path,
    layout,
    count,
    async values(first, length) {
      if (buffer.length < length * size) buffer = Buffer.from(new ArrayBuffer(length * size));
      return decode(await read(handle, start + first * size, length * size, buffer), layout);
    },
  };
}

/** Values of a piece: a few MiB of any type. */
export const pieceValues = 2 ** 19;
