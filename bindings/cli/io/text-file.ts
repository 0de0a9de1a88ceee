// Reads the whole text of a file, which may be a pipe, such as /dev/stdin. A file without an end, such as
// /dev/zero, is refused once it is larger than any such text needs to be.
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { nameText } from '../../formats/printable.js';
import { sizeText } from '../../formats/quantities.js';
import { fileError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';

/** Larger texts are refused: 64 MiB. */
export const largestText = 2 ** 26;
const pieceBytes = 2 ** 20;

/** @param what the text should be, for messages */
export function textOfFile(path: string, what: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const pieces: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const length = readPiece(file, piece);
      if (length === 0) return Buffer.concat(pieces).toString('utf8');
      bytes += length;
      if (bytes > largestText) {
        throw fileError(
          `${nameText(path)} could not be read as ${what}: it is larger than ${sizeText(largestText)}`,
        );
      }
      pieces.push(piece.subarray(0, length));
    }
  } catch (error) {
    throw explainSystemError(error, path, 'read');
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Reads some bytes. Waits for them if another program has made a pipe non-blocking. */
function readPiece(file: number, piece: Buffer): number {
  for (;;) {
    try {
      return readSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
