// What a scheme is: the controls it has, how the library makes it, and how the same call is written.
import type { Encoding, EncodingKind, Posenc } from './encoding.js';
import type { Field, Values } from './fields.js';
import type { Call } from './snippet.js';

export interface Scheme {
  readonly id: string;
  readonly name: string;
  /** One sentence: who uses it, and what is particular about it. */
  readonly about: string;
  readonly kind: EncodingKind;
  readonly fields: readonly Field[];
  /** The library's encoding; runs in the worker. */
  open(posenc: Posenc, values: Values): Encoding;
  /** The same as a call in JavaScript. */
  code(values: Values): Call;
}

/** A scheme with chosen parameters. */
export interface Choice {
  readonly scheme: string;
  readonly values: Values;
}
