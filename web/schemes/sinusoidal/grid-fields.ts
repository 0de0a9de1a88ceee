// The controls that most schemes share, and the options of the library that they stand for.
import { choice, type Field, type NumberField, number, type Values } from '../../model/fields.js';

/** A slider for the length of each axis. */
export function gridFields(axes: readonly number[], lengths: readonly number[]): Field[] {
  const most = axes.at(-1) as number;
  const names = most === 1 ? ['Positions'] : ['Positions, first axis', 'Second axis', 'Third axis'];
  const fields: Field[] = [];
  if (axes.length > 1) {
    fields.push(
      choice(
        'axes',
        'Axes',
        axes.map((count) => [String(count), `${count}D`]),
      ),
    );
  }
  for (let axis = 0; axis < most; ++axis) {
    fields.push(
      number(`n${axis}`, names[axis] as string, {
        min: 1,
        max: 65536,
        scale: 'log',
        integer: true,
        default: lengths[axis] as number,
        when: axis === 0 ? undefined : (values) => axisCount(values, axes) > axis,
      }),
    );
  }
  return fields;
}

const axisCount = (values: Values, axes: readonly number[]) =>
  axes.length > 1 ? Number(values.axes) : (axes[0] as number);

export function gridOf(values: Values, axes: readonly number[]): number[] {
  return Array.from({ length: axisCount(values, axes) }, (_, axis) => Number(values[`n${axis}`]));
}

export const channels = (count: number, max = 8192): NumberField =>
  number('channels', 'Channels', { min: 1, max, scale: 'log', integer: true, default: count });

/** Leaves out options that are equal to their defaults. */
export function without<T extends object>(options: T, defaults: Partial<T>): T {
  const kept = Object.entries(options).filter(
    ([key, value]) => value !== undefined && value !== (defaults as Record<string, unknown>)[key],
  );
  return Object.fromEntries(kept) as T;
}

export const timescale = (id: string, label: string, value: number): Field =>
  number(id, label, { min: 0.01, max: 1e7, scale: 'log', default: value });

export const any = [1, 2, 3];
