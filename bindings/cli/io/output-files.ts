// Files that belong together, such as a file of cosines and one of sines: a failure leaves none of them.
import type { Abandonable } from '../terminal/interrupt.js';
import { type Output, openOutput } from './output-file.js';

export class OutputFiles implements Abandonable {
  readonly name: string;
  readonly #files: readonly Output[];

  private constructor(name: string, files: readonly Output[]) {
    this.name = name;
    this.#files = files;
  }

  /** @param name the name of all files together, for messages */
  static async open(name: string, paths: readonly string[], force: boolean): Promise<OutputFiles> {
    const files: Output[] = [];
    try {
      for (const path of paths) files.push(await openOutput(path, force));
    } catch (error) {
      for (const file of files) file.abandon();
      throw error;
    }
    return new OutputFiles(name, files);
  }

  get needsCleanUp(): boolean {
    return this.#files.some((file) => file.needsCleanUp);
  }

  /** The bytes written so far, to all files. */
  get bytes(): number {
    return this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The i-th file; the last one if there are fewer. */
  at(i: number): Output {
    return this.#files[Math.min(i, this.#files.length - 1)] as Output;
  }

  /** Gives the files their final names when all of them are on the disk. */
  async finish(): Promise<void> {
    for (const file of this.#files) await file.complete();
    for (const file of this.#files) await file.finish();
  }

  abandon(): void {
    for (const file of this.#files) file.abandon();
  }
}
