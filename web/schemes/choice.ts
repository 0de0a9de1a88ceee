// A scheme with chosen values for its controls, and how they carry over to another scheme.
import { defaultsOf, parse, textOf, type Values } from '../model/fields.js';
import type { Choice } from '../model/scheme.js';
import { schemeOf } from './schemes.js';

export function choiceOf(scheme: string, values: Values = {}): Choice {
  const found = schemeOf(scheme);
  return { scheme: found.id, values: { ...defaultsOf(found.fields), ...values } };
}

/** The values of one scheme, as far as another has the same controls for them. */
export function moved(choice: Choice, scheme: string): Choice {
  const { fields } = schemeOf(scheme);
  const old = schemeOf(choice.scheme).fields;
  const kept = fields.flatMap((field): [string, Values[string]][] => {
    const value = choice.values[field.id];
    const shown = old.some(
      ({ id, when }) => id === field.id && (when?.(choice.values, { lengths: [1], channels: 1 }) ?? true),
    );
    return shown && value !== undefined && parse(field, textOf(value)) !== undefined
      ? [[field.id, value]]
      : [];
  });
  return choiceOf(scheme, Object.fromEntries(kept));
}
