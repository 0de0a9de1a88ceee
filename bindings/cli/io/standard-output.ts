// Standard output, written to the last byte or not at all silently: a file on a disk that is nearly full
// takes a part of what it is given, which Node.js's own stream does not notice.
import { Buffer } from 'node:buffer';
import { write } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { promisify } from 'node:util';
import { explainSystemError } from '../terminal/system-error.js';

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
      // A pipe that another program has set not to wait, and whose reader is slow.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await setTimeout(2);
    }
  }
}

/** Writes what somebody needs whole: fails also when the reader leaves. */
export async function writeOutput(bytes: Uint8Array): Promise<void> {
  try {
    await writeAll(bytes);
  } catch (error) {
    throw explainSystemError(error, outputName, 'written');
  }
}

/** Writes text for people. When its reader has seen enough, as `head` has, that is the end of it. */
export async function tell(text: string): Promise<void> {
  try {
    await writeAll(Buffer.from(text));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE')
      throw explainSystemError(error, outputName, 'told');
  }
}

/** Lets a terminal or reader that goes away end nothing: `tell` and `writeOutput` hear of it themselves. */
export function ignoreBrokenStreams(): void {
  process.stderr.on('error', () => {});
  if (isatty(descriptor)) process.stdout.on('error', () => {});
}
