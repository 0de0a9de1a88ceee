// A file that is read: one that stays as it is while that lasts. What is cut or written to in the meantime
// is an error, since what was read of it is of no state that it ever had.
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

  /** `length` bytes from `position` on, all of which the file had when it was opened. */
  async read(position: number, length: number, into?: Buffer): Promise<Buffer> {
    const buffer = into ?? Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(buffer, done, length - done, position + done);
      if (bytesRead === 0) throw this.#changed();
      done += bytesRead;
    }
    return buffer.subarray(0, length);
  }

  /** Before anything is said of what was read. */
  async checkUnchanged(): Promise<void> {
    const { size, mtimeMs } = await this.#handle.stat();
    if (size !== this.bytes || mtimeMs !== this.#modified) throw this.#changed();
  }

  #changed() {
    return fileError(
      `${nameText(this.path)} changed while it was read: wait until it is whole, or read a copy of it`,
    );
  }
}

/** Opens a file, and closes it when `work` is done. */
export async function withInput<T>(path: string, work: (file: InputFile) => Promise<T>): Promise<T> {
  let handle: FileHandle | undefined;
  try {
    // Before it is opened: a named pipe that nobody writes to would never be.
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

/** Others have no places to read at, and may have no end. */
function checkRegular(path: string, stats: Stats): void {
  if (stats.isFile()) return;
  const kind = stats.isDirectory() ? 'a folder' : stats.isFIFO() ? 'a pipe' : 'a device or socket';
  const remedy = stats.isDirectory() ? 'give the name of a file in it' : 'save what it gives in a file first';
  throw fileError(`${nameText(path)} could not be read: it is ${kind}: ${remedy}`);
}
