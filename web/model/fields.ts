// The parameters of schemes and views as data: their controls, their defaults, and how the URL writes them.

export type Value = number | string | boolean;
export type Values = Readonly<Record<string, Value>>;

/** The size of the encoding that is shown, on which some fields depend. */
export interface Extent {
  /** The length of each axis. */
  readonly lengths: readonly number[];
  readonly channels: number;
}

interface Common {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** The control is shown only when this is true. */
  readonly when?: ((values: Values, extent: Extent) => boolean) | undefined;
  /** The control is under "More options". */
  readonly more?: boolean | undefined;
  /** The view has its own control for it. */
  readonly elsewhere?: boolean | undefined;
}

export interface NumberField extends Common {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly scale?: 'log';
  readonly integer?: boolean;
  /** For an integer: it must be a multiple of this. */
  readonly multiple?: number;
  readonly default: number;
  /** The end of the slider, if it depends on what is shown. It is never above `max`. */
  readonly limit?: (values: Values, extent: Extent) => number;
}

export interface ChoiceField extends Common {
  readonly kind: 'choice';
  /** An option with `axes` is offered only for encodings with that many axes or more. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly axes?: number }[];
  readonly default: string;
}

export interface FlagField extends Common {
  readonly kind: 'flag';
  readonly default: boolean;
}

/** Numbers in a line of text, separated by commas or spaces. */
export interface NumbersField extends Common {
  readonly kind: 'numbers';
  readonly placeholder: string;
  readonly default?: string;
}

export interface TextField extends Common {
  readonly kind: 'text';
  readonly default: string;
}

/** Part of the URL, but without a control. */
export interface HiddenField extends Common {
  readonly kind: 'hidden';
  readonly default: string;
}

export type Field = NumberField | ChoiceField | FlagField | NumbersField | TextField | HiddenField;

type Rest<F extends Field> = Omit<F, 'kind' | 'id' | 'label' | 'options' | 'default'>;

export const number = (
  id: string,
  label: string,
  rest: Rest<NumberField> & { readonly default: number },
): NumberField => ({ kind: 'number', id, label, ...rest });

/** A choice between `options`, given as pairs of value and label. The first is the default. */
export const choice = (
  id: string,
  label: string,
  options: readonly (readonly [value: string, label: string])[],
  rest: Rest<ChoiceField> & { readonly default?: string } = {},
): ChoiceField => ({
  kind: 'choice',
  id,
  label,
  options: options.map(([value, name]) => ({ value, label: name })),
  default: options[0]?.[0] ?? '',
  ...rest,
});

export const flag = (id: string, label: string, rest: Rest<FlagField> = {}): FlagField => ({
  kind: 'flag',
  id,
  label,
  default: false,
  ...rest,
});

export const numbers = (
  id: string,
  label: string,
  placeholder: string,
  rest: Omit<Rest<NumbersField>, 'placeholder'> = {},
): NumbersField => ({ kind: 'numbers', id, label, placeholder, ...rest });

export const hidden = (id: string, label: string): HiddenField => ({
  kind: 'hidden',
  id,
  label,
  default: '',
});

export function defaultsOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map((field) => [field.id, field.default ?? '']));
}

/** The value that a text stands for, or undefined if the field does not allow it. */
export function parse(field: Field, text: string): Value | undefined {
  switch (field.kind) {
    case 'number': {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value)) return undefined;
      if (value < field.min || value > field.max) return undefined;
      if (field.integer && value % (field.multiple ?? 1) !== 0) return undefined;
      return value;
    }
    case 'choice':
      return field.options.some(({ value }) => value === text) ? text : undefined;
    case 'flag':
      return text === '1' ? true : text === '0' ? false : undefined;
    default:
      return text.slice(0, 20000);
  }
}

export function textOf(value: Value): string {
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}

/** The numbers in a line of text. Anything else becomes NaN, which the library then reports. */
export function numbersOf(text: Value | undefined): number[] {
  const parts = String(text ?? '')
    .split(/[\s,;]+/)
    .filter((part) => part !== '');
  return parts.map(Number);
}
