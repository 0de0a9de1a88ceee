// A progress bar on standard error, if that is a terminal. It appears only when the work has already taken a
// while and less than half of it is done.
import process from 'node:process';
import type { SingleBar } from 'cli-progress';
import { sizeText } from '../../formats/quantities.js';

const patience = 400; // ms

export class Progress {
  readonly #total: number;
  readonly #wanted: boolean;
  readonly #start = performance.now();
  #bar: SingleBar | undefined;

  /** @param total the size of the work, in any unit */
  constructor(total: number, quiet: boolean) {
    this.#total = total;
    this.#wanted = !quiet && Boolean(process.stderr.isTTY);
  }

  /** @param done how much of the total @param bytes how many were written or read so far */
  async update(done: number, bytes: number): Promise<void> {
    if (!this.#wanted) return;
    const spent = performance.now() - this.#start;
    const texts = { size: sizeText(bytes), rate: `${sizeText((1000 * bytes) / Math.max(spent, 1))}/s` };
    if (this.#bar !== undefined) this.#bar.update(done, texts);
    else if (spent > patience && done < this.#total / 2) {
      this.#bar = await makeBar();
      this.#bar.start(this.#total, done, texts);
    }
  }

  stop(): void {
    this.#bar?.stop();
  }
}

async function makeBar(): Promise<SingleBar> {
  const { default: progress } = await import('cli-progress');
  const options = {
    format: '{bar} {percentage} %  {size}  {rate}  {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    etaBuffer: 64,
  };
  return new progress.SingleBar(options, progress.Presets.shades_classic);
}
