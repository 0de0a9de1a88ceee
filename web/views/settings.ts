// Settings that several views share.
import { type ChoiceField, choice, type NumberField, number } from '../model/fields.js';

/** How many positions a view uses. */
export const howMany = (id: string, usual: number): NumberField =>
  number(id, 'Positions', { min: 8, max: 512, scale: 'log', integer: true, default: usual });

export const takenFrom: ChoiceField = choice('take', 'Taken from', [
  ['first', 'the start'],
  ['spread', 'the whole range'],
]);

export const alongAxis: ChoiceField = {
  kind: 'choice',
  id: 'axis',
  label: 'Along axis',
  options: ['1', '2', '3'].map((value) => ({ value, label: value, axes: Number(value) })),
  default: '1',
  when: (_, { lengths }) => lengths.length > 1,
};
