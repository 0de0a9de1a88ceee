// Every scheme that the page offers, family after family. A new family is a folder beside `sinusoidal`.
import type { Scheme } from '../model/scheme.js';
import { sinusoidalSchemes } from './sinusoidal/schemes.js';

export const schemes: readonly Scheme[] = [...sinusoidalSchemes];

/** The scheme of an id, or the first for an unknown one. */
export function schemeOf(id: string): Scheme {
  return schemes.find((scheme) => scheme.id === id) ?? (schemes[0] as Scheme);
}
