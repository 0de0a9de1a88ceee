// How the command ends for what was thrown: one line on standard error, and an exit status or a signal.
import process from 'node:process';
import { printable } from '../../formats/printable.js';
import { CommandError, exitStatus } from './command-error.js';
import { Interrupted } from './interrupt.js';

/** How engines say that memory or the stack is full, or a value is longer than they can hold. */
const memoryFull =
  /allocation failed|out of memory|could not allocate|Invalid (typed )?(array|string) length|call stack/i;

export function isMemoryFull(error: unknown): boolean {
  return error instanceof Error && !(error instanceof CommandError) && memoryFull.test(error.message);
}

/** An error that was not expected, with the place in the program where it came up, on one line. */
function unexpected(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.match(/\(?([^\s(]+:\d+:\d+)\)?/)?.[1];
  return `${error.name}: ${error.message}${place === undefined ? '' : ` (at ${place})`}`;
}

function lineOf(error: unknown): string {
  if (error instanceof Interrupted || error instanceof CommandError) return error.message;
  if (isMemoryFull(error)) {
    return `there is too little memory: end other programs, raise the limit (ulimit -v), or take fewer --channels (${(error as Error).message})`;
  }
  return `an error that is not yours: install posenc anew, and if it stays, please report it: ${unexpected(error)}`;
}

export function exitFor(error: unknown): void {
  process.stderr.write(`posenc: ${printable(lineOf(error))}\n`);
  if (error instanceof Interrupted) process.kill(process.pid, error.signal);
  else process.exitCode = error instanceof CommandError ? error.status : exitStatus.internal;
}
