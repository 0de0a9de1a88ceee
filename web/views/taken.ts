// The settings of views that compare positions in pairs: how many of them, and which.
import type { ChoiceField, NumberField } from '../fields.js';

export const howMany = (id: string, usual: number): NumberField => ({
  kind: 'number',
  id,
  label: 'Positions',
  min: 8,
  max: 512,
  scale: 'log',
  integer: true,
  default: usual,
});

export const takenFrom: ChoiceField = {
  kind: 'choice',
  id: 'take',
  label: 'Taken from',
  options: [
    { value: 'first', label: 'the start' },
    { value: 'spread', label: 'all, evenly' },
  ],
  default: 'first',
};
