// Where a result goes: standard output, a device or pipe as it is, or a file that has its name only when
// it is whole. Until then it has another, beside it, which goes when the work fails or is interrupted.
import { Buffer } from 'node:buffer';
import { existsSync, lstatSync, readlinkSync, realpathSync, rmSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import process from 'node:process';
import { nameText, quoted } from '../../formats/printable.js';
import { fileError, usageError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';
import { outputName, writeOutput } from './standard-output.js';

export interface Target {
  /** What messages call it. */
  readonly name: string;
  /** Whether something would be left behind, were the process to end now. */
  readonly careful: boolean;
  /** How many were written. */
  readonly bytes: number;
  write(bytes: Uint8Array): Promise<void>;
  /** Everything was written: now it has its name. */
  finish(): Promise<void>;
  /** Something failed: nothing is left. */
  abandon(): void;
}

/** What there is of the name, or of what it leads to. */
function found(path: string): Stats | undefined {
  return orExplain(() => statSync(path, { throwIfNoEntry: false }), path);
}

function orExplain<T>(look: () => T, path: string): T {
  try {
    return look();
  } catch (error) {
    throw explainSystemError(error, path, 'written');
  }
}

export function refuseFolder(path: string): void {
  if (path === '') throw usageError('--out is "": expected the name of a file');
  if (path !== '-' && found(path)?.isDirectory()) {
    throw usageError(`--out is ${quoted(path)}, a folder: expected the name of a file in it`);
  }
}

export async function openTarget(path: string, force: boolean): Promise<Target> {
  if (path === '-') return standardOutput();
  const there = found(path);
  if (there && !there.isFile()) return new DirectTarget(path, await opened(path, path));
  if (there && !force) throw exists(path);
  return NamedTarget.open(path, force);
}

function exists(path: string) {
  return fileError(`${nameText(path)} is there already: give another name, or overwrite it with --force`);
}

/** The place that a name leads to, also by links to what is not there yet: as for `>`, they stay links. */
function placeOf(path: string): string {
  let place = path;
  // A circle was found before, by `found`.
  while (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
    place = resolve(realpathSync(dirname(place)), readlinkSync(place));
  }
  return place;
}

/** The longest name that file systems take, in bytes. */
const longestName = 255;

/** A name beside the place that nobody else has. */
function temporaryOf(place: string): string {
  const suffix = `.${process.pid}.partial`;
  const name = Buffer.from(basename(place));
  if (name.length + suffix.length <= longestName) return `${place}${suffix}`;
  const start = name
    .subarray(0, longestName - suffix.length - 3)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  return resolve(dirname(place), `${start}${suffix}`);
}

async function opened(place: string, path: string): Promise<FileHandle> {
  try {
    return await open(place, 'w');
  } catch (error) {
    throw explainSystemError(error, path, 'written');
  }
}

class DirectTarget implements Target {
  readonly name: string;
  readonly careful = false;
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

  async finish(): Promise<void> {
    try {
      await this.#file.close();
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
  }

  /** On its disk, and closed. */
  async settle(): Promise<void> {
    await this.#file.datasync();
    await this.#file.close();
  }

  abandon(): void {
    void this.#file.close().catch(() => {});
  }
}

class NamedTarget implements Target {
  readonly name: string;
  readonly careful = true;
  readonly #place: string;
  readonly #temporary: string;
  readonly #force: boolean;
  readonly #file: DirectTarget;

  private constructor(name: string, place: string, temporary: string, force: boolean, file: DirectTarget) {
    this.name = name;
    this.#place = place;
    this.#temporary = temporary;
    this.#force = force;
    this.#file = file;
  }

  static async open(path: string, force: boolean): Promise<NamedTarget> {
    const place = orExplain(() => placeOf(path), path);
    const temporary = temporaryOf(place);
    const file = new DirectTarget(path, await opened(temporary, path));
    return new NamedTarget(path, place, temporary, force, file);
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  write(bytes: Uint8Array): Promise<void> {
    return this.#file.write(bytes);
  }

  async finish(): Promise<void> {
    try {
      await this.#file.settle();
      // Somebody else may have made one in the meantime.
      if (!this.#force && existsSync(this.#place)) throw exists(this.name);
      await rename(this.#temporary, this.#place);
    } catch (error) {
      throw explainSystemError(error, this.name, 'written');
    }
  }

  abandon(): void {
    this.#file.abandon();
    rmSync(this.#temporary, { force: true });
  }
}

function standardOutput(): Target {
  const target = {
    name: outputName,
    careful: false,
    bytes: 0,
    write: (piece: Uint8Array) => {
      target.bytes += piece.length;
      return writeOutput(piece);
    },
    finish: async () => {},
    abandon: () => {},
  };
  return target;
}
