// Reads from a file, which must not change while it is read: the bytes before and after a change do not
// belong together.
import { Buffer } from 'node:buffer';
import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { nameText } from '../../formats/printable.js';
import { fileError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';

export class InputFile {
  readonly path: string;
  readonly bytes: number;
  readonly #handle: FileHandle;
  readonly #modified: number;

  constructor(path: string, handle: FileHandle, { size, mtimeMs }: Stats) {
    this.path = path;
    this.bytes = size;
    this.#handle = handle;
    this.#modified = mtimeMs;
  }

  /** Reads `length` bytes from `position` on. The file must have had them when it was opened. */
  async read(position: number, length: number, into?: Buffer): Promise<Buffer> {
    const buffer = into ?? Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(buffer, done, length - done, position + done);
      if (bytesRead === 0) throw this.#changed();
      done += bytesRead;
    }
    return buffer.subarray(0, length);
  }

  /** Call it before a result of what was read is shown. */
  async checkUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat();
    if (size !== this.bytes || mtimeMs !== this.#modified) throw this.#changed();
  }

  #changed() {
    return fileError(
      `${nameText(this.path)} changed while it was read: wait until it is complete, or read a copy of it`,
    );
  }
}

/** Opens a file for `work` and closes it afterwards. */
export async function withInput<T>(path: string, work: (file: InputFile) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    // Check before opening: opening a named pipe waits until another program writes to it.
    checkRegular(path, await stat(path));
    handle = await open(path);
    const stats = await handle.stat();
    checkRegular(path, stats);
    return await work(new InputFile(path, handle, stats));
  } catch (error) {
    throw explainSystemError(error, path, 'read');
  } finally {
    await handle?.close();
  }
}

/** Pipes and devices cannot be read at a position, and some have no end. */
function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a pipe' : 'a device or socket';
  const remedy = stats.isDirectory() ? 'give the name of a file in it' : 'save its contents to a file first';
  throw fileError(`${nameText(path)} could not be read: it is ${kind}: ${remedy}`);
}
