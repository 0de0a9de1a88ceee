// The heatmap's controls: jump to a cell, zoom, and show a table of values.
import { h, newId } from '../ui/dom.js';
import type { Link } from '../ui/widgets/link.js';
import { sidesOf } from './labels.js';
import type { Now } from './view.js';

export class Toolbar {
  readonly element: HTMLElement;
  readonly #link: Link;
  readonly #table = h('input', { type: 'checkbox', name: 'heatmap.table' });
  readonly #jumps: Record<'row' | 'column', { input: HTMLInputElement; text: HTMLElement }>;

  constructor(link: Link, toggle: (table: boolean) => void) {
    this.#link = link;
    this.#jumps = { row: this.#jump('row'), column: this.#jump('column') };
    this.#table.addEventListener('change', () => toggle(this.#table.checked));
    const zoom = (factor: number) => () =>
      link.zoom(factor, link.cursor.column + 0.5, link.cursor.row + 0.5, 'key');
    this.element = h(
      'div',
      { class: 'toolbar' },
      ...Object.values(this.#jumps).map(({ input, text }) => h('div', { class: 'inline' }, text, input)),
      h(
        'div',
        { class: 'buttons' },
        button('Zoom out', '−', zoom(0.5)),
        button('Zoom in', '+', zoom(2)),
        button('Show all', 'Fit', () => link.show(link.whole, 'key')),
      ),
      h('label', { class: 'flag' }, this.#table, h('span', {}, 'Table of values')),
    );
  }

  #jump(of: 'row' | 'column') {
    const id = newId('jump');
    const name = `heatmap.${of}`;
    const input = h('input', { type: 'number', id, name, min: 0, step: 1, inputmode: 'numeric' });
    input.addEventListener('input', () => {
      if (Number.isInteger(input.valueAsNumber))
        this.#link.moveTo({ ...this.#link.cursor, [of]: input.valueAsNumber }, 'key');
    });
    return { input, text: h('label', { for: id }) };
  }

  /** Shows where the cursor is, except in a box that the user is typing in. */
  follow(): void {
    for (const [of, { input }] of Object.entries(this.#jumps)) {
      if (document.activeElement !== input) input.value = String(this.#link.cursor[of as 'row' | 'column']);
    }
  }

  update({ a, settings }: Now): void {
    const names = sidesOf(a.about);
    const { row, column } = this.#jumps;
    row.input.max = String(this.#link.rows - 1);
    column.input.max = String(this.#link.columns - 1);
    row.text.textContent = names.row === 'channel' ? 'Channel' : 'Row';
    column.text.textContent = names.column === 'channel' ? 'Channel' : 'Column';
    this.#table.checked = settings.table === true;
  }
}

/** A button. One with only a sign on it gets a name for screen readers. */
function button(name: string, text: string, action: () => void): HTMLElement {
  const label = text.length === 1 ? name : undefined;
  const element = h('button', { type: 'button', 'aria-label': label, title: name }, text);
  element.addEventListener('click', action);
  return element;
}
