// Checks of single values as they come from JavaScript. Every message has the same form: the
// argument's name, its value, what was expected. How values fit together is checked in C++ (faults.ts).

/** A value as it reads in a message: short, and never failing. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (ArrayBuffer.isView(value)) {
    const { length } = value as unknown as { length?: number };
    return `a ${tagOf(value)}${length === undefined ? '' : ` of ${length}`}`;
  }
  if (Array.isArray(value)) {
    const list = value.slice(0, 6).map((item) => (typeof item === 'object' ? '…' : show(item)));
    return `[${list.join(', ')}${value.length > 6 ? `, … ${value.length} in all` : ''}]`;
  }
  return 'an object';
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
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

/** An integer in [least, 2^53 - 1]. */
export function checkInteger(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number') throw typeError(name, value, 'a number');
  if (!Number.isSafeInteger(value) || value < least) {
    throw rangeError(name, value, `an integer of at least ${least}, exact in a double`);
  }
  return value;
}

export function checkBoolean(name: string, value: unknown): boolean {
  if (typeof value !== 'boolean') throw typeError(name, value, 'true or false');
  return value;
}

/** The position of `value` among `choices`. */
export function checkChoice(name: string, value: unknown, choices: readonly string[]): number {
  const index = choices.indexOf(value as string);
  if (index >= 0) return index;
  const expected = choices.map((choice) => `'${choice}'`).join(' or ');
  throw typeof value === 'string' ? rangeError(name, value, expected) : typeError(name, value, expected);
}

/** An array or typed array: what has numbered elements and is not text. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  if (typeof value !== 'object' || value === null || value instanceof DataView) return false;
  const { length } = value as { length?: unknown };
  return typeof length === 'number' && Number.isInteger(length) && length >= 0;
}

export function checkList(name: string, value: unknown, what: string): ArrayLike<unknown> {
  if (!isList(value)) throw typeError(name, value, what);
  if (ArrayBuffer.isView(value) && isDetached(value.buffer)) {
    throw new TypeError(`${name} is detached: its memory was transferred or has grown`);
  }
  return value;
}

/** f(0), f(1), ... f(count - 1): several times as fast as Array.from. */
export function listOf<T>(count: number, f: (index: number) => T): T[] {
  const list: T[] = [];
  for (let i = 0; i < count; ++i) list.push(f(i));
  return list;
}

/** The values of a shape. */
export const productOf = (shape: readonly number[]) => shape.reduce((product, length) => product * length, 1);

export function checkObject(name: string, value: unknown, known: ReadonlySet<string>): object {
  if (typeof value !== 'object' || value === null || isList(value)) {
    throw typeError(name, value, 'an object');
  }
  for (const key of Object.keys(value)) {
    if (!known.has(key)) {
      throw new TypeError(`${name}.${key} is not known: expected one of ${[...known].join(', ')}`);
    }
  }
  return value;
}

const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined;

/** Whether an ArrayBuffer was transferred (or, in wasm memory, outgrown). */
export function isDetached(buffer: ArrayBufferLike): boolean {
  if (buffer.byteLength > 0) return false;
  try {
    new Uint8Array(buffer);
    return false;
  } catch {
    return true;
  }
}

/** A Float32Array of any realm whose memory is there and is not shared. */
export function checkFloats(name: string, value: unknown): Float32Array<ArrayBuffer> {
  if (typedArrayTag.call(value) !== 'Float32Array') throw typeError(name, value, 'a Float32Array');
  const floats = value as Float32Array<ArrayBuffer>;
  const { buffer } = floats;
  if ((buffer as ArrayBufferLike)[Symbol.toStringTag] === 'SharedArrayBuffer') {
    throw new TypeError(`${name} is on a SharedArrayBuffer: expected a Float32Array of its own memory`);
  }
  if (floats.length === 0 && isDetached(buffer)) {
    throw new TypeError(
      `${name} is detached: its memory was transferred or has grown (read allocate().array anew)`,
    );
  }
  return floats;
}

export function checkLength(name: string, floats: ArrayLike<unknown>, expected: number, what: string): void {
  if (floats.length !== expected) {
    throw new RangeError(`${name} has ${floats.length} values: expected ${expected}, ${what}`);
  }
}

/** Two arrays may be one and the same place, or lie apart. */
export function checkApart(x: Float32Array | Uint16Array, out: Float32Array | Uint16Array): void {
  if (x.buffer !== out.buffer || x.byteOffset === out.byteOffset) return;
  const [low, high] = x.byteOffset < out.byteOffset ? [x, out] : [out, x];
  if (low.byteOffset + low.byteLength > high.byteOffset && high.length > 0) {
    throw new RangeError(
      `out overlaps x (bytes ${x.byteOffset} and ${out.byteOffset} of one buffer): expected the same place or one apart`,
    );
  }
}
