// Every scheme that the page offers, one family after another. A new family is a folder beside `sinusoidal`.
import type { Scheme } from '../model/scheme.js';
import { sinusoidalSchemes } from './sinusoidal/schemes.js';

export const schemes: readonly Scheme[] = [...sinusoidalSchemes];

/** The scheme with an id. For an unknown id it is the first scheme. */
export function schemeOf(id: string): Scheme {
  return schemes.find((scheme) => scheme.id === id) ?? (schemes[0] as Scheme);
}
