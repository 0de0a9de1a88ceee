// Explains errors of the operating system: what went wrong with a file, and how to mend it.
import { FormatError } from '../../formats/format-error.js';
import { nameText } from '../../formats/printable.js';
import { CommandError, fileError } from './command-error.js';

interface Failure {
  cause: string;
  remedy: string;
  /** What else helps who writes an encoding. */
  encoding?: string;
}

/** What each failure of the system means for who reads or writes a file, and how to mend it. */
const failures = new Map<string, Failure>(
  Object.entries({
    ENOSPC: {
      cause: 'the disk is full',
      remedy: 'free some space, or write elsewhere',
      encoding: 'take fewer --rows or a smaller --dtype',
    },
    EDQUOT: { cause: 'the quota of the disk is used up', remedy: 'free some space, or write elsewhere' },
    EFBIG: {
      cause: 'the file system or a limit (ulimit -f) allows no file so large',
      remedy: 'write elsewhere',
      encoding: 'write parts of it with --rows',
    },
    EACCES: {
      cause: 'permission denied',
      remedy: 'choose a place that you may use, or change its permissions',
    },
    EPERM: { cause: 'not permitted', remedy: 'choose a place that you may use, or change its permissions' },
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
    ELOOP: { cause: 'its links lead in a circle', remedy: 'remove one of them' },
    ENXIO: {
      cause: 'it is a socket, or a device that is not there',
      remedy: 'give the name of a file',
    },
    ETXTBSY: { cause: 'it is a program that is running', remedy: 'choose another name' },
    EMFILE: { cause: 'too many files are open', remedy: 'close some, or raise the limit (ulimit -n)' },
    ENOMEM: { cause: 'the machine has too little memory', remedy: 'end other programs' },
    EPIPE: {
      cause: 'its reader closed it before the end',
      remedy: 'let the reader take everything',
      encoding: 'take fewer --rows',
    },
    EIO: { cause: 'the device failed', remedy: 'try another' },
  }),
);

/**
 * The line for an error of the system about a file; anything else as it is.
 * @param what was done: an encoding is written, a text is told
 */
export function explainSystemError(error: unknown, path: string, what: 'read' | 'written' | 'told'): unknown {
  if (error instanceof FormatError) return fileError(`${nameText(path)} ${error.message}`);
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  // Errors of Node.js itself have codes too, but no call that failed.
  if (error instanceof CommandError || code === undefined || syscall === undefined) return error;
  const failure = failures.get(code);
  const more = what === 'written' && failure?.encoding ? `, or ${failure.encoding}` : '';
  const why = failure === undefined ? message : `${failure.cause}: ${failure.remedy}${more}`;
  return fileError(`${nameText(path)} could not be ${what === 'read' ? 'read' : 'written'}: ${why}`);
}
