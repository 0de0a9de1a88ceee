// What a view is: its settings, and what it makes of the encodings that are shown.

import type { EncodingKind } from '../model/encoding.js';
import type { Field, Values } from '../model/fields.js';
import type { Choice } from '../model/scheme.js';
import type { Client } from '../worker/client.js';
import type { Description } from '../worker/handlers.js';

/** One encoding that is shown. */
export interface Side {
  readonly name: 'A' | 'B';
  readonly choice: Choice;
  readonly about: Description;
}

export interface Now {
  readonly a: Side;
  /** When two are compared. */
  readonly b?: Side | undefined;
  readonly sides: readonly Side[];
  readonly settings: Values;
}

export interface Context {
  /** For what is answered in milliseconds. */
  readonly client: Client;
  /** For what takes longer. */
  readonly slow: Client;
  /** Changes settings of the view. */
  set(values: Values, event?: Event): void;
  /** Says beside the figure what went wrong. */
  report(error: unknown): void;
  /** Shows another encoding as A. */
  choose(a: Choice, event?: Event): void;
}

export interface Mounted {
  /** @param event what asked for it, so that the time until it is seen can be measured */
  update(now: Now, event?: Event): void;
  /** Another view is shown in its place. */
  leave?(): void;
}

export interface View {
  readonly id: string;
  /** The encodings that it can show. */
  readonly kinds: readonly EncodingKind[];
  readonly fields: readonly Field[];
  create(figure: HTMLElement, context: Context): Mounted;
}

/** The views that can show every one of these encodings. */
export const viewsFor = <V extends Pick<View, 'kinds'>>(
  views: readonly V[],
  kinds: readonly EncodingKind[],
) => views.filter((view) => kinds.every((kind) => view.kinds.includes(kind)));
