// Everything that decides what the page shows, and how the URL writes it: `#view&a=scheme&a.channels=64&...`.
// Only values that differ from their defaults are written.
import { defaultsOf, type Field, parse, textOf, type Values } from '../model/fields.js';
import type { Choice } from '../model/scheme.js';
import { choiceOf } from '../schemes/choice.js';
import { schemeOf, schemes } from '../schemes/schemes.js';

export interface State {
  readonly view: string;
  readonly compare: boolean;
  readonly a: Choice;
  readonly b: Choice;
  /** The settings of each view. */
  readonly settings: Readonly<Record<string, Values>>;
}

/** The fields of each view's settings. */
export type ViewFields = Readonly<Record<string, readonly Field[]>>;

export function defaultState(views: ViewFields): State {
  return {
    view: Object.keys(views)[0] as string,
    compare: false,
    a: choiceOf('sinusoidal'),
    b: choiceOf('sinusoidal', { layout: 'concatenated' }),
    settings: Object.fromEntries(Object.entries(views).map(([id, fields]) => [id, defaultsOf(fields)])),
  };
}

/** Writes the values that differ from their defaults. */
function writeValues(
  to: URLSearchParams,
  prefix: string,
  fields: readonly Field[],
  values: Values,
  base: Values,
) {
  for (const { id } of fields) {
    const value = values[id];
    if (value !== undefined && value !== base[id]) to.set(`${prefix}.${id}`, textOf(value));
  }
}

function readValues(
  from: URLSearchParams,
  prefix: string,
  fields: readonly Field[],
  base: Values = {},
): Values {
  const read = fields.flatMap((field): [string, Values[string]][] => {
    const text = from.get(`${prefix}.${field.id}`);
    const value = text === null ? undefined : parse(field, text);
    return value === undefined ? [] : [[field.id, value]];
  });
  return { ...defaultsOf(fields), ...base, ...Object.fromEntries(read) };
}

export function toHash(state: State, views: ViewFields): string {
  const base = defaultState(views);
  const params = new URLSearchParams();
  for (const side of ['a', 'b'] as const) {
    if (side === 'b' && !state.compare) continue;
    const { scheme, values } = state[side];
    if (scheme !== base[side].scheme) params.set(side, scheme);
    const { fields } = schemeOf(scheme);
    const defaults = scheme === base[side].scheme ? base[side].values : defaultsOf(fields);
    writeValues(params, side, fields, values, defaults);
  }
  if (state.compare) params.set('compare', '1');
  for (const [view, fields] of Object.entries(views)) {
    writeValues(params, view, fields, state.settings[view] ?? {}, base.settings[view] ?? {});
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%20', '+');
  return `#${state.view}${text ? `&${text}` : ''}`;
}

/** Reads a hash. Anything unknown or out of range keeps its default. */
export function fromHash(hash: string, views: ViewFields): State {
  const base = defaultState(views);
  const [view = '', ...rest] = hash.replace(/^#/, '').split('&');
  const params = new URLSearchParams(rest.join('&'));
  const choice = (side: 'a' | 'b'): Choice => {
    const id = params.get(side) ?? base[side].scheme;
    const scheme = schemes.find((known) => known.id === id)?.id ?? base[side].scheme;
    const start = scheme === base[side].scheme ? base[side].values : {};
    return { scheme, values: readValues(params, side, schemeOf(scheme).fields, start) };
  };
  return {
    view: view in views ? view : base.view,
    compare: params.get('compare') === '1',
    a: choice('a'),
    b: choice('b'),
    settings: Object.fromEntries(
      Object.entries(views).map(([id, fields]) => [id, readValues(params, id, fields)]),
    ),
  };
}
