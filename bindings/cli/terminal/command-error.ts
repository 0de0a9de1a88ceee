// Errors that the user can mend: one line of text, and an exit status for scripts.

export const exitStatus = {
  done: 0,
  /** `compare` found the arrays different. */
  different: 1,
  /** A mistake on the command line. */
  usage: 2,
  /** A file could not be read or written. */
  file: 3,
  /** Too little memory, a damaged installation, or a bug in the command. */
  internal: 4,
} as const;

/** An error that is shown as one line, without a stack trace. */
export class CommandError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An error on the command line. */
export function usageError(message: string): CommandError {
  return new CommandError(message, exitStatus.usage);
}

/** An error with a file. */
export function fileError(message: string): CommandError {
  return new CommandError(message, exitStatus.file);
}
