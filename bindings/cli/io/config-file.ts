// Reads the config.json of a model on Hugging Face. Python writes it, whose JSON also has Infinity and NaN.
import { nameText } from '../../formats/printable.js';
import { fileError } from '../terminal/command-error.js';
import { textOfFile } from './text-file.js';

/** The config in a file, which may be a pipe. */
export function readConfig(path: string): object {
  const config = parseJson(textOfFile(path, 'a config'));
  if (isObject(config)) return config;
  throw fileError(`${nameText(path)} is not a config.json: expected an object in JSON`);
}

/** The value of a text in JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\bInfinity\b|\bNaN\b/g, plainJson));
  } catch {
    return undefined;
  }
}

/** Strings stay; 1e999 is too large for a double, and so is read as infinite. */
function plainJson(token: string): string {
  if (token.startsWith('"')) return token;
  return token === 'NaN' ? 'null' : token.replace('Infinity', '1e999');
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOfModels = ['model_type', 'num_hidden_layers', 'n_layer', 'rope_parameters', 'rope_scaling'];

/** Whether the value of a JSON file is the config of a model. */
export function isConfig(value: unknown): value is object {
  return isObject(value) && keysOfModels.some((key) => Object.hasOwn(value, key));
}
