// Parses a script's flags. An error is one line about the mistake and one with the usage.
import { parseArgs } from 'node:util';
import { Stop } from './run.js';

/** @param options as parseArgs takes them @param usage such as 'npm run demo -- [--port 4173]' */
export function flagsOf(args, options, usage) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Stop(`${wordsOf(error)}\nusage: ${usage}`);
  }
}

/** Shorter messages than Node.js's, which explain double dashes and positional arguments. */
function wordsOf({ message }) {
  const [, valueless] = message.match(/^Option '(--\w+)[^']*' argument (?:missing|is ambiguous)/) ?? [];
  if (valueless) return `${valueless} has no value: expected one after it`;
  const [, unknown] = message.match(/^Unknown option '([^']*)'/) ?? [];
  if (unknown) return `There is no option ${unknown}`;
  const [, word] = message.match(/^Unexpected argument '([^']*)'/) ?? [];
  if (word) return `"${word}" is not expected: there are only options`;
  return message;
}

/** For scripts without flags. */
export function noFlags(script) {
  flagsOf(process.argv.slice(2), {}, `npm run ${script}, without arguments`);
}
