// Ends the command after an error: one line on standard error, then an exit status or a signal.
import process from 'node:process';
import { printable } from '../../formats/printable.js';
import { CommandError, exitStatus } from './command-error.js';
import { Interrupted } from './interrupt.js';

/** What engines say when the memory or the stack is full, or when a value is too long for them. */
const memoryFull =
  /allocation failed|out of memory|could not allocate|Invalid (typed )?(array|string) length|call stack/i;

export function isMemoryFull(error: unknown): boolean {
  return error instanceof Error && !(error instanceof CommandError) && memoryFull.test(error.message);
}

/** An unexpected error with its place in the code, on one line. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.match(/\(?([^\s(]+:\d+:\d+)\)?/)?.[1];
  return `${error.name}: ${error.message}${place === undefined ? '' : ` (at ${place})`}`;
}

function messageOf(error: unknown): string {
  if (error instanceof Interrupted || error instanceof CommandError) return error.message;
  if (isMemoryFull(error)) {
    return `there is too little memory: close other programs, raise the limit (ulimit -v), or use fewer --channels (${(error as Error).message})`;
  }
  return `internal error: reinstall posenc, and if the error stays, please report it: ${describe(error)}`;
}

export function exitFor(error: unknown): void {
  process.stderr.write(`posenc: ${printable(messageOf(error))}\n`);
  if (error instanceof Interrupted) process.kill(process.pid, error.signal);
  else process.exitCode = error instanceof CommandError ? error.status : exitStatus.internal;
}
