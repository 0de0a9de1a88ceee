// Work that is interrupted or fails leaves nothing behind.
import process from 'node:process';
import { nameText } from '../../formats/printable.js';
import type { Target } from '../io/output-file.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Thrown for a signal: when everything is put away, the process ends by it, as if it were not caught. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals, name: string) {
    super(`interrupted: ${nameText(name)} was not written`);
    this.signal = signal;
  }
}

/** Runs `work`, which asks between its steps whether to go on; abandons the target when it does not. */
export async function guard(target: Target, work: (interrupted: () => void) => Promise<void>): Promise<void> {
  let heard: NodeJS.Signals | undefined;
  const listen = (signal: NodeJS.Signals) => {
    heard = signal;
  };
  for (const signal of target.careful ? signals : []) process.on(signal, listen);
  try {
    await work(() => {
      if (heard) throw new Interrupted(heard, target.name);
    });
  } catch (error) {
    target.abandon();
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, listen);
  }
}
