// What goes wrong, as one line for people and an exit status for scripts.

export const exitStatus = {
  done: 0,
  /** `compare`: the arrays are not the same. */
  different: 1,
  /** The command line asks for what there is not. */
  usage: 2,
  /** A file could not be read or written. */
  file: 3,
} as const;

/** A mistake that its message explains: shown as one line, without a stack. */
export class Mistake extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export function usageMistake(message: string): Mistake {
  return new Mistake(message, exitStatus.usage);
}

export function fileMistake(message: string): Mistake {
  return new Mistake(message, exitStatus.file);
}

/** What each failure of the system means for who reads or writes a file, and how to mend it. */
const remedies: Record<string, string> = {
  ENOSPC: 'the disk is full: free some space, write elsewhere, or take fewer --rows or a smaller --dtype',
  EDQUOT: 'the quota of the disk is used up: free some space, or write elsewhere',
  EFBIG: 'the file system or a limit (ulimit -f) allows no file so large: write parts of it with --rows',
  EACCES: 'permission denied: choose a place that you may use, or change its permissions',
  EPERM: 'not permitted: choose a place that you may use, or change its permissions',
  EROFS: 'the file system is read-only: write elsewhere',
  ENOENT: 'there is no such file or folder: check the path, or make the folder first',
  ENOTDIR: 'a part of the path is a file where a folder is needed: check the path',
  EISDIR: 'it is a folder: give the name of a file in it',
  ENAMETOOLONG: 'the name is too long: choose a shorter one',
  EPIPE: 'its reader closed it before the end: let the reader take everything, or take fewer --rows',
  EIO: 'the device failed: try another',
};

/** The line for an error of the system while `what` happened to `path`; anything else as it is. */
export function explain(error: unknown, path: string, what: 'read' | 'written'): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof Mistake || code === undefined) return error;
  return fileMistake(`${path} could not be ${what}: ${remedies[code] ?? message}`);
}
