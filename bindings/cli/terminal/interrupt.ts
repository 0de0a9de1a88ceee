// Cleans up when work fails or is interrupted by a signal.
import process from 'node:process';
import { nameText } from '../../formats/printable.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Thrown after a signal. When the clean-up is done, the process ends by the same signal. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals, name: string) {
    super(`interrupted: ${nameText(name)} was not written`);
    this.signal = signal;
  }
}

/** What the clean-up needs to know of an output. */
export interface Abandonable {
  readonly name: string;
  readonly needsCleanUp: boolean;
  abandon(): void;
}

/** Throws if a signal has arrived. Work calls it between its steps. */
export type StopIfInterrupted = () => void;

/** Runs `work`, and abandons the output if it fails or is interrupted. */
export async function withCleanUp(
  output: Abandonable,
  work: (stopIfInterrupted: StopIfInterrupted) => Promise<void>,
): Promise<void> {
  let received: NodeJS.Signals | undefined;
  const listen = (signal: NodeJS.Signals) => {
    received = signal;
  };
  for (const signal of output.needsCleanUp ? signals : []) process.on(signal, listen);
  try {
    await work(() => {
      if (received) throw new Interrupted(received, output.name);
    });
  } catch (error) {
    output.abandon();
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, listen);
  }
}
