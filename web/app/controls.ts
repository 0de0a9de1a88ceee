// The controls beside the view: the examples, and the scheme and parameters of one or two encodings.
import type { Choice } from '../model/scheme.js';
import { moved } from '../schemes/choice.js';
import { schemeOf, schemes } from '../schemes/schemes.js';
import { byId, h } from '../ui/dom.js';
import { type Form, formOf } from '../ui/form.js';
import { shapeText } from '../ui/format.js';
import { examples } from './examples.js';
import type { State } from './state.js';

interface Page {
  change(patch: Partial<State>): void;
  state(): State;
}

type Name = 'a' | 'b';

class SideControls {
  readonly element = h('div', { class: 'side' });
  readonly #name: Name;
  readonly #page: Page;
  readonly #select: HTMLSelectElement;
  readonly #about = h('p', { class: 'about' });
  readonly #problem = h('p', { class: 'error', role: 'alert' });
  readonly #place = h('div');
  #form: { scheme: string; form: Form } | undefined;

  constructor(name: Name, page: Page) {
    this.#name = name;
    this.#page = page;
    const id = `scheme-${name}`;
    this.#select = h(
      'select',
      { id, name },
      ...schemes.map((scheme) => h('option', { value: scheme.id }, scheme.name)),
    );
    this.#select.addEventListener('change', () =>
      page.change({ [name]: moved(this.#choice, this.#select.value) }),
    );
    this.#problem.hidden = true;
    this.element.append(
      h('div', { class: 'field' }, h('label', { for: id }, 'Scheme'), this.#select),
      this.#about,
      this.#problem,
      this.#place,
    );
  }

  get #choice(): Choice {
    return this.#page.state()[this.#name];
  }

  update(choice: Choice): void {
    const scheme = schemeOf(choice.scheme);
    if (this.#form?.scheme !== scheme.id) {
      const form = formOf(this.#name, scheme.fields, (id, value) => {
        const { values } = this.#choice;
        this.#page.change({ [this.#name]: { scheme: scheme.id, values: { ...values, [id]: value } } });
      });
      this.#form = { scheme: scheme.id, form };
      this.#place.replaceChildren(form.element);
      this.#about.textContent = scheme.about;
    }
    this.#select.value = scheme.id;
    this.#form.form.update(choice.values);
  }

  complain(message: string | undefined): void {
    this.#problem.hidden = message === undefined;
    this.#problem.textContent = message ?? '';
  }
}

/** What A is compared with at first: an encoding of the same size in the other layout. */
function otherThan(a: Choice): Choice {
  const b = moved(a, 'sinusoidal');
  const layout = b.values.layout === 'concatenated' ? 'interleaved' : 'concatenated';
  return { ...b, values: { ...b.values, layout } };
}

export class Controls {
  readonly #sides: Record<Name, SideControls>;
  readonly #compare = byId<HTMLInputElement>('compare');
  readonly #second = byId('side-b');
  /** Encoding B, until the user has chosen one. */
  readonly #untouched: Choice | undefined;

  constructor(page: Page) {
    this.#sides = { a: new SideControls('a', page), b: new SideControls('b', page) };
    const { b, compare } = page.state();
    this.#untouched = compare ? undefined : b;
    byId('side-a').append(this.#sides.a.element);
    this.#second.append(this.#sides.b.element);
    this.#compare.addEventListener('change', () => {
      const { a, b } = page.state();
      const first = this.#compare.checked && b === this.#untouched;
      page.change({ compare: this.#compare.checked, ...(first ? { b: otherThan(a) } : {}) });
    });
    byId('copy-a').addEventListener('click', () => page.change({ b: page.state().a }));
    const start = byId<HTMLSelectElement>('start');
    for (const group of ['Models', 'Comparisons'] as const) {
      const options = examples
        .filter((one) => one.group === group)
        .map(({ id, name }) => h('option', { value: id }, name));
      start.append(h('optgroup', { label: group }, ...options));
    }
    start.addEventListener('change', () => {
      const found = examples.find(({ id }) => id === start.value);
      if (!found) return;
      const { settings = {}, ...rest } = found.state;
      const now = page.state();
      const { heatmap = {}, ...others } = now.settings;
      // An example starts at its first row, with all of it visible.
      const seen = { ...heatmap, at: '', region: '' };
      page.change({ ...rest, settings: { ...others, heatmap: seen, ...settings } });
    });
    start.value = '';
    // On wide screens the controls are beside the view and always open. On narrow ones they can be folded.
    const folded = byId<HTMLDetailsElement>('controls');
    const wide = matchMedia('(min-width: 60rem)');
    const foldOrOpen = () => {
      folded.open = wide.matches;
    };
    wide.addEventListener('change', foldOrOpen);
    foldOrOpen();
  }

  update(state: State): void {
    this.#sides.a.update(state.a);
    this.#sides.b.update(state.b);
    this.#compare.checked = state.compare;
    this.#second.hidden = !state.compare;
    const { name } = schemeOf(state.a.scheme);
    const { values } = state.a;
    const lengths = [values.n0, values.n1, values.n2].slice(0, Number(values.axes ?? (values.n1 ? 2 : 1)));
    byId('controls-summary').textContent =
      `${name}: ${shapeText([...lengths, values.channels].map(Number))}${state.compare ? ', compared' : ''}`;
  }

  complain(messages: readonly (string | undefined)[]): void {
    this.#sides.a.complain(messages[0]);
    this.#sides.b.complain(messages[1]);
  }
}
