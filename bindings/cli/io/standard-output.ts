// Writes to standard output and notices every failure. On a disk that is nearly full, a write may take only
// a part of the bytes, and Node.js's own stream does not report that.
import { Buffer } from 'node:buffer';
import { write } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { explainSystemError } from '../terminal/system-error.js';

/** The name for messages. */
export const outputName = 'standard output';

const descriptor = 1;
const writeSome = promisify(write);

/** Fails with the system's error. */
async function writeAll(bytes: Uint8Array): Promise<void> {
  if (isatty(descriptor)) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    return;
  }
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await writeSome(descriptor, bytes, done, bytes.length - done)).bytesWritten;
    } catch (error) {
      // The pipe is full, and another program has made it non-blocking.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await setTimeout(2);
    }
  }
}

/** Writes data. It is an error if the reader closes the pipe before the end. */
export async function writeOutput(bytes: Uint8Array): Promise<void> {
  try {
    await writeAll(bytes);
  } catch (error) {
    throw explainSystemError(error, outputName, 'written');
  }
}

/** Prints text for people. A reader such as `head` may close the pipe early: that is not an error. */
export async function printText(text: string): Promise<void> {
  try {
    await writeAll(Buffer.from(text));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') {
      throw explainSystemError(error, outputName, 'printed');
    }
  }
}

/** Keeps the process alive when a stream breaks. `printText` and `writeOutput` handle the errors themselves. */
export function ignoreBrokenStreams(): void {
  process.stderr.on('error', () => {});
  if (isatty(descriptor)) process.stdout.on('error', () => {});
}
