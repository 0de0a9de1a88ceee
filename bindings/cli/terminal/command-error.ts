// Errors that the user can mend: one line of text, and an exit status for scripts.

export const exitStatus = {
  done: 0,
  /** `compare`: the arrays are not the same. */
  different: 1,
  /** The command line asks for what there is not. */
  usage: 2,
  /** A file could not be read or written. */
  file: 3,
  /** The machine has too little memory, the installation is damaged, or the command itself has a fault. */
  internal: 4,
} as const;

/** A mistake that its message explains: shown as one line, without a stack. */
export class CommandError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export function usageError(message: string): CommandError {
  return new CommandError(message, exitStatus.usage);
}

export function fileError(message: string): CommandError {
  return new CommandError(message, exitStatus.file);
}
