// Makes a scheme with values for its controls, and carries the values over to another scheme.
import { defaultsOf, parse, textOf, type Values } from '../model/fields.js';
import type { Choice } from '../model/scheme.js';
import { schemeOf } from './schemes.js';

export function choiceOf(scheme: string, values: Values = {}): Choice {
  const found = schemeOf(scheme);
  return { scheme: found.id, values: { ...defaultsOf(found.fields), ...values } };
}

/** Another scheme, with the values of the controls that both schemes have. */
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
