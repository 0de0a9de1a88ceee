// A progress bar for long work, on a terminal's standard error: it appears only when the work has taken
// a while and is far from done.
import process from 'node:process';
import type { SingleBar } from 'cli-progress';
import { sizeText } from './text.js';

const patience = 400; // ms

export class Progress {
  readonly #total: number;
  readonly #wanted: boolean;
  readonly #start = performance.now();
  #bar: SingleBar | undefined;

  /** @param total bytes of all the work */
  constructor(total: number, quiet: boolean) {
    this.#total = total;
    this.#wanted = !quiet && Boolean(process.stderr.isTTY);
  }

  async update(done: number): Promise<void> {
    if (!this.#wanted) return;
    const spent = performance.now() - this.#start;
    if (this.#bar === undefined && spent > patience && done < this.#total / 2)
      this.#bar = await makeBar(this.#total);
    const rate = `${sizeText((1000 * done) / Math.max(spent, 1))}/s`;
    this.#bar?.update(done, { done: sizeText(done), all: sizeText(this.#total), rate });
  }

  stop(): void {
    this.#bar?.stop();
  }
}

async function makeBar(total: number): Promise<SingleBar> {
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar(
    {
      format: '{bar} {percentage} %  {done} of {all}  {rate}  {eta_formatted} left',
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
      etaBuffer: 64,
    },
    progress.Presets.shades_classic,
  );
  bar.start(total, 0, { done: '', all: '', rate: '' });
  return bar;
}
