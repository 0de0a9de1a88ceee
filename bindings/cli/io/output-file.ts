// Where `encode` writes: standard output, a device or pipe, or a file. A file is first written under a
// temporary name and renamed when it is complete, so an incomplete file never has the final name.
import { Buffer } from 'node:buffer';
import { existsSync, lstatSync, readlinkSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import process from 'node:process';
import { nameText, quoted } from '../../formats/printable.js';
import { fileError, usageError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';
import { outputName, writeOutput } from './standard-output.js';

export interface Output {
  /** The name for messages. */
  readonly name: string;
  /** Whether a temporary file must be removed if the work stops early. */
  readonly needsCleanUp: boolean;
  /** The number of bytes written so far. */
  readonly bytes: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Call it when everything is written: the bytes are then on the disk. `finish` does this too. */
  complete(): Promise<void>;
  /** Call it when everything is written: the file gets its final name. */
  finish(): Promise<void>;
  /** Call it when the work stops early: the temporary file is removed. */
  abandon(): void;
}

/** Refuses the name of a folder, and an empty name. */
export function refuseFolder(path: string): void {
  if (path === '') throw usageError('--out is "": expected the name of a file');
  if (path !== '-' && statsOf(path)?.isDirectory()) {
    throw usageError(`--out is ${quoted(path)}, a folder: expected the name of a file in it`);
  }
}

export async function openOutput(path: string, force: boolean): Promise<Output> {
  if (path === '-') return standardOutput();
  const stats = statsOf(path);
  if (stats && !stats.isFile()) return new DirectFile(path, await openForWriting(path, path));
  if (stats && !force) throw alreadyExists(path);
  return RenamedFile.open(path, force);
}

/** The file that a path leads to, or undefined if there is none. */
function statsOf(path: string): Stats | undefined {
  return explained(() => statSync(path, { throwIfNoEntry: false }), path);
}

function explained<T>(look: () => T, path: string): T {
  try {
    return look();
  } catch (error) {
    throw explainSystemError(error, path, 'written');
  }
}

function alreadyExists(path: string) {
  return fileError(`${nameText(path)} already exists: choose another name, or overwrite it with --force`);
}

/** The path after following links, also if the last of them leads to a file that does not exist yet. */
function followLinks(path: string): string {
  let end = path;
  // `statsOf` has already refused links in a circle.
  while (lstatSync(end, { throwIfNoEntry: false })?.isSymbolicLink()) {
    end = resolve(realpathSync(dirname(end)), readlinkSync(end));
  }
  return end;
}

/** The longest file name that file systems allow, in bytes. */
const longestName = 255;

/** A name in the same folder that no other process uses. */
function temporaryNameOf(path: string): string {
  const suffix = `.${process.pid}.partial`;
  const name = Buffer.from(basename(path));
  if (name.length + suffix.length <= longestName) return `${path}${suffix}`;
  const start = name
    .subarray(0, longestName - suffix.length - 3)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  return resolve(dirname(path), `${start}${suffix}`);
}

/** @param name the name for messages */
async function openForWriting(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw explainSystemError(error, name, 'written');
  }
}

/** A device or pipe, or a file under whatever name it has. */
class DirectFile implements Output {
  readonly name: string;
  readonly needsCleanUp = false;
  bytes = 0;
  readonly #file: FileHandle;

  constructor(name: string, file: FileHandle) {
    this.name = name;
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done);
        done += bytesWritten;
        this.bytes += bytesWritten;
      }
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
  }

  async complete(): Promise<void> {}

  async finish(): Promise<void> {
    try {
      await this.#file.close();
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
  }

  /** Waits until the bytes are on the disk, then closes the file. */
  async syncAndClose(): Promise<void> {
    await this.#file.datasync();
    await this.#file.close();
  }

  abandon(): void {
    void this.#file.close().catch(() => {});
  }
}

/** A file that is written under a temporary name and then renamed. */
class RenamedFile implements Output {
  readonly name: string;
  readonly needsCleanUp = true;
  readonly #path: string;
  readonly #temporary: string;
  readonly #force: boolean;
  readonly #file: DirectFile;
  #isComplete = false;

  private constructor(name: string, path: string, temporary: string, force: boolean, file: DirectFile) {
    this.name = name;
    this.#path = path;
    this.#temporary = temporary;
    this.#force = force;
    this.#file = file;
  }

  static async open(name: string, force: boolean): Promise<RenamedFile> {
    const path = explained(() => followLinks(name), name);
    const temporary = temporaryNameOf(path);
    const file = new DirectFile(name, await openForWriting(temporary, name));
    return new RenamedFile(name, path, temporary, force, file);
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#file.write(bytes);
  }

  async complete(): Promise<void> {
    if (this.#isComplete) return;
    try {
      await this.#file.syncAndClose();
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
    this.#isComplete = true;
  }

  async finish(): Promise<void> {
    await this.complete();
    try {
      // Another process may have made the file in the meantime.
      if (!this.#force && existsSync(this.#path)) throw alreadyExists(this.name);
      await rename(this.#temporary, this.#path);
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
  }

  abandon(): void {
    this.#file.abandon();
    rmSync(this.#temporary, { force: true });
  }
}

function standardOutput(): Output {
  const output = {
    name: outputName,
    needsCleanUp: false,
    bytes: 0,
    write: (piece: Uint8Array) => {
      output.bytes += piece.length;
      return writeOutput(piece);
    },
    complete: async () => {},
    finish: async () => {},
    abandon: () => {},
  };
  return output;
}
