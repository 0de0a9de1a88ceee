// Checks of single values. Every message has the same form: the argument's name, its value, what was expected.
// Whether options fit together is checked in C++ (sinusoidal/errors.ts has those messages).

/** A value as text for a message: short, and never throws. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  try {
    return showObject(value);
  } catch {
    return 'an object'; // a proxy, or a getter, that throws
  }
}

function showObject(value: object): string {
  if (ArrayBuffer.isView(value)) {
    const { length } = value as unknown as { length?: number };
    const kind = tagOf(value);
    return `${kind.startsWith('Int') ? 'an' : 'a'} ${kind}${length === undefined ? '' : ` of ${length}`}`;
  }
  if (Array.isArray(value)) {
    const list = value.slice(0, 6).map((item) => (isObject(item) ? '…' : show(item)));
    return `[${list.join(', ')}${value.length > 6 ? `, … ${value.length} in all` : ''}]`;
  }
  return 'an object';
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The kind of an object of any realm by its `Symbol.toStringTag`: 'Array', 'URL', ... */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** A number with its noun: 1 value, 2 values. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

export function typeError(name: string, value: unknown, expected: string): TypeError {
  return new TypeError(`${name} is ${show(value)}: expected ${expected}`);
}

export function rangeError(name: string, value: unknown, expected: string): RangeError {
  return new RangeError(`${name} is ${show(value)}: expected ${expected}`);
}

export function checkFinite(name: string, value: unknown): number {
  if (typeof value !== 'number') throw typeError(name, value, 'a number');
  if (!Number.isFinite(value)) throw rangeError(name, value, 'a finite number');
  return value;
}

export function checkPositive(name: string, value: unknown): number {
  if (checkFinite(name, value) > 0) return value as number;
  throw rangeError(name, value, 'a number above 0');
}

/** An integer in [min, 2^53 - 1]; -0 becomes 0. */
export function checkInteger(name: string, value: unknown, min: number): number {
  if (typeof value !== 'number') throw typeError(name, value, 'a number');
  if (!Number.isSafeInteger(value) || value < min) {
    throw rangeError(name, value, `an integer of at least ${min} and below 2^53`);
  }
  return value + 0;
}

export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw typeError(name, value, 'true or false');
  return value;
}

/** The index of `value` in `choices`. */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): number {
  const index = choices.indexOf(value as string);
  if (index >= 0) return index;
  const quoted = choices.map((choice) => `'${choice}'`);
  const expected = [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
  throw typeof value === 'string' ? rangeError(name, value, expected) : typeError(name, value, expected);
}

/** Whether a value is array-like: an array, a typed array, or any object with a length; not a string. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof DataView) return false;
  const { length } = value as { length?: unknown };
  return typeof length === 'number' && Number.isInteger(length) && length >= 0;
}

/** [f(0), f(1), ... f(count - 1)]. Several times as fast as Array.from. */
export function listOf<T>(count: number, f: (index: number) => T): T[] {
  const list: T[] = [];
  for (let i = 0; i < count; ++i) list.push(f(i));
  return list;
}

/** The number of values in a shape. */
export const productOf = (shape: readonly number[]) => shape.reduce((product, length) => product * length, 1);

/** Checks that a value is an object, not a list, and has only `known` keys. */
export function checkObject(name: string, value: unknown, known: ReadonlySet<string>): object {
  // Any object with a `length` is a list, unless that is one of the keys.
  const isOther =
    Array.isArray(value) || ArrayBuffer.isView(value) || (!known.has('length') && isList(value));
  if (typeof value !== 'object' || value === null || isOther) {
    throw typeError(name, value, 'an object');
  }
  for (const key of Object.keys(value)) {
    if (!known.has(key)) {
      throw new TypeError(`${name}.${key} is unknown: expected one of ${[...known].join(', ')}`);
    }
  }
  return value;
}
