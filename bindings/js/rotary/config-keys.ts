// Finds keys in the config of a model, and checks their values. Messages give the path of a key:
// `config.text_config.rope_scaling.factor`.
import { checkInteger, isList, listOf, typeError } from '../check/check.js';
import { type ModelRules, rulesOf } from './config-models.js';

/** An object of the config, and its path. */
export interface Place {
  readonly path: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

/** The value of a key, and its path. */
export interface Value<T = unknown> {
  readonly name: string;
  readonly value: T;
}

export interface Config {
  /** The objects that may have a key of the model: `text_config`, then the config around it. */
  readonly places: readonly Place[];
  /** The path of the first of them. */
  readonly path: string;
  readonly rules: ModelRules;
}

export function openConfig(config: unknown): Config {
  const places = [placeOf('config', config)];
  const text = find(places, ['text_config']);
  if (text) places.unshift(placeOf(text.name, text.value));
  const type = find(places, ['model_type']);
  const modelType = type ? checkString(type.name, type.value) : '';
  return { places, path: (places[0] as Place).path, rules: rulesOf(modelType) };
}

export const isDict = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function placeOf(path: string, value: unknown): Place {
  if (!isDict(value)) throw typeError(path, value, 'an object');
  return { path, keys: { ...value } };
}

/** The first of these keys that a config has; it lacks a key whose value is `none`. */
export function find(
  places: readonly Place[],
  names: readonly string[],
  none: null | undefined = null,
): Value | undefined {
  for (const { path, keys } of places) {
    for (const name of names) {
      const value = keys[name];
      if (value !== undefined && value !== none) return { name: `${path}.${name}`, value };
    }
  }
  return undefined;
}

/** The first object with this name that is not empty; to Python an empty one is as none. */
export function findPlace({ places }: Config, name: string): Place | undefined {
  for (const { path, keys } of places) {
    if (keys[name] === undefined || keys[name] === null) continue;
    const place = placeOf(`${path}.${name}`, keys[name]);
    if (Object.keys(place.keys).length) return place;
  }
  return undefined;
}

/** The first of these keys as a positive integer. If there is none, `why` it is needed ends the error's message. */
export function requiredInteger(
  { places, path }: Config,
  names: readonly string[],
  why: string,
  byDefault?: number,
): number {
  const found = find(places, names);
  if (found) return integerOf(found);
  if (byDefault !== undefined) return byDefault;
  throw typeError(`${path}.${names[0]}`, undefined, `an integer, ${why}`);
}

export const integerOf = ({ name, value }: Value) => checkInteger(name, value, 1);

export function listFrom<T>({ name, value }: Value, check: (name: string, item: unknown) => T): T[] {
  if (!isList(value)) throw typeError(name, value, 'a list');
  return listOf(value.length, (i) => check(`${name}[${i}]`, value[i]));
}

export function checkString(name: string, value: unknown): string {
  if (typeof value !== 'string') throw typeError(name, value, 'a string');
  return value;
}
