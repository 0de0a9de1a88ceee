// Settings that several views have.
import type { ChoiceField, NumberField } from '../model/fields.js';

/** Of the positions that are compared in pairs: how many, and which. */
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

export const alongAxis: ChoiceField = {
  kind: 'choice',
  id: 'axis',
  label: 'Along axis',
  options: ['1', '2', '3'].map((value) => ({ value, label: value, axes: Number(value) })),
  default: '1',
  when: (_, { lengths }) => lengths.length > 1,
};
