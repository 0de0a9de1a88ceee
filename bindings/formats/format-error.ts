// The error for a file that breaks the rules of its format.

/** The message starts with a verb: the caller puts the name of the file in front of it. */
export class FormatError extends Error {}

/** Refuses a file: it breaks a rule. */
export type Refuse = (what: string) => never;

/** A `Refuse` for one format, such as '.npy'. */
export function refuseAs(format: string): Refuse {
  return (what) => {
    throw new FormatError(`is not a valid ${format} file: ${what}`);
  };
}
