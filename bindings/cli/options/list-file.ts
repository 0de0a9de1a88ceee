// The text of an `@file` with lists of numbers. It may be a pipe, such as @/dev/stdin, and so is read to its
// end; one that has no end, such as @/dev/zero, is refused at a size that no list needs.
import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { nameText } from '../../formats/printable.js';
import { sizeText } from '../../formats/quantities.js';
import { fileError } from '../terminal/command-error.js';
import { explainSystemError } from '../terminal/system-error.js';

export const largestList = 2 ** 26;

const pieceBytes = 2 ** 20;

export function listFileText(path: string): string {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const pieces: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const length = readPiece(file, piece);
      if (length === 0) return Buffer.concat(pieces).toString('utf8');
      bytes += length;
      if (bytes > largestList) {
        throw fileError(
          `${nameText(path)} could not be read as lists of numbers: it has more than ${sizeText(largestList)}`,
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

/** Waits where a pipe has been set not to. */
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
