// What a view is: its settings, and a figure that shows encodings.
import type { EncodingKind } from '../model/encoding.js';
import type { Field, Values } from '../model/fields.js';
import type { Choice } from '../model/scheme.js';
import type { Client } from '../worker/client.js';
import type { Description } from '../worker/handlers.js';

/** An encoding that is shown. */
export interface Side {
  readonly name: 'A' | 'B';
  readonly choice: Choice;
  readonly about: Description;
}

export interface Now {
  readonly a: Side;
  /** The second encoding, if two are compared. */
  readonly b?: Side | undefined;
  readonly sides: readonly Side[];
  readonly settings: Values;
}

export interface Context {
  /** A worker for requests that are answered quickly. */
  readonly client: Client;
  /** A worker for requests that take longer. */
  readonly slow: Client;
  /** Changes some of the view's settings. */
  set(values: Values): void;
  /** Shows above the figure what went wrong. */
  report(error: unknown): void;
  /** Replaces encoding A. */
  choose(a: Choice): void;
}

export interface Mounted {
  update(now: Now): void;
  /** Called when another view replaces this one. */
  leave?(): void;
}

export interface View {
  readonly id: string;
  /** The kinds of encodings that it can show. */
  readonly kinds: readonly EncodingKind[];
  readonly fields: readonly Field[];
  create(figure: HTMLElement, context: Context): Mounted;
}

/** The views that can show encodings of all these kinds. */
export const viewsFor = <V extends Pick<View, 'kinds'>>(
  views: readonly V[],
  kinds: readonly EncodingKind[],
) => views.filter((view) => kinds.every((kind) => view.kinds.includes(kind)));
