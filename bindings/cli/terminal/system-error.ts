// Explains errors of the operating system: what went wrong with a file, and how to mend it.
import { FormatError } from '../../formats/format-error.js';
import { nameText } from '../../formats/printable.js';
import { CommandError, fileError } from './command-error.js';

interface Failure {
  cause: string;
  remedy: string;
  /** Another remedy if an encoding or tables were to be written. */
  encoding?: string;
}

/** The meaning of each error code for a file that is read or written, and how to mend it. */
const failures = new Map<string, Failure>(
  Object.entries({
    ENOSPC: {
      cause: 'the disk is full',
      remedy: 'free some space, or write elsewhere',
      encoding: 'write fewer rows or a smaller --dtype',
    },
    EDQUOT: { cause: 'the disk quota is used up', remedy: 'free some space, or write elsewhere' },
    EFBIG: {
      cause: 'the file is larger than the file system or a limit (ulimit -f) allows',
      remedy: 'write elsewhere',
      encoding: 'write it in parts, each with some of the rows',
    },
    EACCES: {
      cause: 'permission denied',
      remedy: 'choose another place, or change its permissions',
    },
    EPERM: { cause: 'not permitted', remedy: 'choose another place, or change its permissions' },
    EROFS: { cause: 'the file system is read-only', remedy: 'write elsewhere' },
    ENOENT: {
      cause: 'there is no such file or folder',
      remedy: 'check the path',
      encoding: 'make the folder first',
    },
    ENOTDIR: {
      cause: 'a part of the path is a file where a folder is needed',
      remedy: 'check the path',
    },
    EISDIR: { cause: 'it is a folder', remedy: 'give the name of a file in it' },
    ENAMETOOLONG: { cause: 'the name is too long', remedy: 'choose a shorter one' },
    ELOOP: { cause: 'its links form a circle', remedy: 'remove one of them' },
    ENXIO: {
      cause: 'it is a socket, or a device that does not exist',
      remedy: 'give the name of a file',
    },
    ETXTBSY: { cause: 'it is a running program', remedy: 'choose another name' },
    EMFILE: { cause: 'too many files are open', remedy: 'close some, or raise the limit (ulimit -n)' },
    ENOMEM: { cause: 'the machine has too little memory', remedy: 'close other programs' },
    EPIPE: {
      cause: 'its reader closed it early',
      remedy: 'let the reader read everything',
      encoding: 'write fewer rows',
    },
    EIO: { cause: 'the device failed', remedy: 'try another one' },
  }),
);

/**
 * Turns an error of the system or of a file's format into a line for the user. Returns other errors unchanged.
 * @param what was done to the file. An encoding is written, and text for people is printed.
 */
export function explainSystemError(
  error: unknown,
  path: string,
  what: 'read' | 'written' | 'printed',
): unknown {
  if (error instanceof FormatError) return fileError(`${nameText(path)} ${error.message}`);
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // Node.js's own errors have a code too, but no system call.
  if (error instanceof CommandError || code === undefined || syscall === undefined) return error;
  const failure = failures.get(code);
  const more = what === 'written' && failure?.encoding ? `, or ${failure.encoding}` : '';
  const why = failure === undefined ? message : `${failure.cause}: ${failure.remedy}${more}`;
  return fileError(`${nameText(path)} could not be ${what === 'read' ? 'read' : 'written'}: ${why}`);
}
