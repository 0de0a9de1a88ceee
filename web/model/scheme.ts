// What a scheme is: the controls it has, how the library makes it, and how the same call is written.
import type { Encoding, EncodingKind, Posenc } from './encoding.js';
import type { Field, Values } from './fields.js';
import type { Call } from './snippet.js';

export interface Scheme {
  readonly id: string;
  readonly name: string;
  /** A sentence or two: who uses it, and what is special about it. */
  readonly about: string;
  readonly kind: EncodingKind;
  readonly fields: readonly Field[];
  /** Makes the encoding with the library. Runs in the worker. */
  open(posenc: Posenc, values: Values): Encoding;
  /** The same call, written in JavaScript. */
  code(values: Values): Call;
}

/** A scheme and the values of its controls. */
export interface Choice {
  readonly scheme: string;
  readonly values: Values;
}
