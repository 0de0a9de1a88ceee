// Where a result goes: standard output, a device or pipe as it is, or a file that has its name only when
// it is whole. Until then it has another, beside it, which goes when the work fails or is interrupted.
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import process from 'node:process';
import { explain, fileMistake, usageMistake } from './mistake.js';

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

export function refuseFolder(path: string): void {
  if (path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw usageMistake(`--out is ${JSON.stringify(path)}, a folder: expected the name of a file in it`);
  }
}

export async function openTarget(path: string, force: boolean): Promise<Target> {
  if (path === '-') return standardOutput();
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) return new DirectTarget(path, await opened(path, path));
  if (found && !force) throw exists(path);
  return NamedTarget.open(path, force);
}

function exists(path: string) {
  return fileMistake(`${path} is there already: give another name, or overwrite it with --force`);
}

async function opened(place: string, path: string): Promise<FileHandle> {
  try {
    return await open(place, 'w');
  } catch (error) {
    throw explain(error, path, 'written');
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
      throw explain(error, this.name, 'written');
    }
  }

  async finish(): Promise<void> {
    await this.#file.close();
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
    // A link stays a link: what it leads to is replaced.
    const place = existsSync(path) ? realpathSync(path) : path;
    const temporary = `${place}.${process.pid}.partial`;
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
      throw explain(error, this.name, 'written');
    }
  }

  abandon(): void {
    this.#file.abandon();
    rmSync(this.#temporary, { force: true });
  }
}

function standardOutput(): Target {
  const { stdout } = process;
  const name = 'standard output';
  // The failure is told to who writes; without a listener it would end the process besides.
  stdout.on('error', () => {});
  const target = {
    name,
    careful: false,
    bytes: 0,
    write: (piece: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        target.bytes += piece.length;
        stdout.write(piece, (error) => (error ? reject(explain(error, name, 'written')) : resolve()));
      }),
    finish: async () => {},
    abandon: () => {},
  };
  return target;
}
