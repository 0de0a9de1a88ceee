// The encoding as a picture: a row for each position, a column for each channel; two side by side, and
// their difference, with one cursor for all.
import { h, newId } from '../dom.js';
import { shapeText, short, signed } from '../format.js';
import { announce } from '../live.js';
import { quickly } from '../raster.js';
import { divergingMap } from '../theme.js';
import { Legend } from '../widgets/legend.js';
import { type Cause, Link } from '../widgets/link.js';
import { MatrixPlot, measured } from '../widgets/matrix.js';
import { Readout } from '../widgets/readout.js';
import type { Shown } from '../worker/worker.js';
import { ValueTable } from './table.js';
import type { Context, Mounted, Now, View } from './view.js';
import { cellOf, pointText, sidesOf, waveText } from './words.js';

interface Panel {
  readonly id: 'a' | 'b' | 'difference';
  readonly element: HTMLElement;
  readonly plot: MatrixPlot;
  readonly legend: Legend;
  readonly title: HTMLElement;
}

function create(figure: HTMLElement, context: Context): Mounted {
  const { client, slow } = context;
  const link = new Link();
  const keys = h(
    'p',
    { class: 'keys', id: newId('keys') },
    'Drag to move, wheel to zoom (click first), double-click to come closer. Keys: arrows, Shift for ten, Page Up and Down, Home, End, + − 0.',
  );
  let now: Now | undefined;
  let range = 1;

  const shownOf = (id: Panel['id']): Shown | undefined => {
    if (now === undefined) return undefined;
    if (id === 'a') return { a: now.a.choice };
    if (now.b === undefined) return undefined;
    return id === 'b' ? { a: now.b.choice } : { a: now.a.choice, minus: now.b.choice };
  };
  const about = () => now?.a.about;
  const tick = (index: number, isRow: boolean) => {
    const of = about();
    if (of === undefined || of.axes.length > 1 || isRow === of.channelsFirst) return String(index);
    return pointText(of, index);
  };
  const panelOf = (id: Panel['id'], label: string): Panel => {
    const title = h('h3', { class: 'panel-title' });
    const plot = new MatrixPlot({
      label,
      link,
      rowName: () => (about() ? sidesOf(about() as NonNullable<ReturnType<typeof about>>).row : ''),
      columnName: () => (about() ? sidesOf(about() as NonNullable<ReturnType<typeof about>>).column : ''),
      rowTick: (row) => tick(row, true),
      columnTick: (column) => tick(column, false),
      describedBy: keys.id,
      picture: async (region, width, height, most) => {
        const shown = shownOf(id);
        if (shown === undefined) return undefined;
        const { pixels } = divergingMap();
        const of = id === 'difference' ? range : 1;
        // What takes its time is made elsewhere, so that nothing that moves waits for it.
        const maker = most === quickly ? client : slow;
        const picture = { region, width, height, colours: pixels, range: of, most };
        return maker.latest(`picture-${id}`, 'picture', shown, picture);
      },
    });
    const legend = new Legend();
    const element = h(
      'div',
      { class: 'panel', 'data-panel': id },
      h('div', { class: 'panel-head' }, title, legend.element),
      plot.element,
    );
    return { id, element, plot, legend, title };
  };
  const panels = [
    panelOf('a', 'Encoding A'),
    panelOf('b', 'Encoding B'),
    panelOf('difference', 'Difference, A minus B'),
  ];
  const readout = new Readout();
  const table = new ValueTable(client, link);
  const jump = (label: string, of: 'row' | 'column') => {
    const id = newId('jump');
    const input = h('input', {
      type: 'number',
      id,
      name: `heatmap.${of}`,
      min: 0,
      step: 1,
      inputmode: 'numeric',
    });
    input.addEventListener('input', (event) => {
      if (Number.isInteger(input.valueAsNumber))
        link.moveTo({ ...link.cursor, [of]: input.valueAsNumber }, 'key', event);
    });
    const text = h('label', { for: id }, label);
    return { input, text, element: h('div', { class: 'inline' }, text, input) };
  };
  const row = jump('Row', 'row');
  const column = jump('Column', 'column');
  const button = (label: string, text: string, action: (event: Event) => void) => {
    // A sign needs a name, a word is its own.
    const name = text.length === 1 ? label : undefined;
    const element = h('button', { type: 'button', 'aria-label': name, title: label }, text);
    element.addEventListener('click', action);
    return element;
  };
  const zoom = (factor: number) => (event: Event) =>
    link.zoom(factor, link.cursor.column + 0.5, link.cursor.row + 0.5, 'key', event);
  const tableBox = h('input', { type: 'checkbox', name: 'heatmap.table' });
  tableBox.addEventListener('change', () => context.set({ table: tableBox.checked }));
  figure.append(
    h(
      'div',
      { class: 'toolbar' },
      row.element,
      column.element,
      h(
        'div',
        { class: 'buttons' },
        button('Zoom out', '−', zoom(0.5)),
        button('Zoom in', '+', zoom(2)),
        button('Show all', 'Fit', (event) => link.show(link.whole, 'key', event)),
      ),
      h('label', { class: 'flag' }, tableBox, h('span', {}, 'Table of values')),
    ),
    h('div', { class: 'panels' }, ...panels.map(({ element }) => element)),
    readout.element,
    keys,
    table.element,
  );

  async function read(cause: Cause, event?: Event): Promise<void> {
    if (now === undefined) return;
    const { row: r, column: c } = link.cursor;
    const values = await client.latest(
      'value',
      'values',
      now.sides.map(({ choice }) => choice),
      r,
      c,
    );
    if (values === undefined || now === undefined) return;
    const { point, channel } = cellOf(now.a.about, r, c);
    const [a, b] = values;
    const number = (value: number | null | undefined) => (value == null ? 'none' : signed(value));
    const difference = a != null && b != null ? a - b : undefined;
    const wave = channel < now.a.about.channels ? waveText(now.a.about, channel) : 'none';
    const parts: [string, string][] = [
      [now.a.about.axes.length > 1 ? 'Grid point' : 'Position', pointText(now.a.about, point)],
      ['Channel', `${channel} · ${wave}`],
      [now.b ? 'A' : 'Value', number(a)],
    ];
    if (now.b) parts.push(['B', number(b)]);
    if (now.b) {
      const other = cellOf(now.b.about, r, c).channel;
      const waveB = other < now.b.about.channels ? waveText(now.b.about, other) : 'none';
      if (waveB !== wave) parts.splice(2, 0, ['Channel of B', `${other} · ${waveB}`]);
    }
    if (now.b) parts.push(['A − B', difference === undefined ? 'none' : short(difference, 4)]);
    readout.show(parts);
    const texts = [a, b, difference].map((value, i) => (i < 2 ? number(value) : short(value ?? 0, 4)));
    panels.forEach(({ plot }, i) => {
      plot.label(r, c, texts[i] as string);
    });
    measured(cause === 'key' ? 'read-key' : 'read', event);
    if (cause !== 'set') announce(parts.map(([name, value]) => `${name} ${value}`).join(', '));
  }

  link.on((what, cause, event) => {
    if (what === 'cursor') {
      if (document.activeElement !== row.input) row.input.value = String(link.cursor.row);
      if (document.activeElement !== column.input) column.input.value = String(link.cursor.column);
      read(cause, event).catch(context.report);
      table.follow();
    }
    if (cause === 'set') return;
    const { x0, x1, y0, y1 } = link.region;
    context.set({
      at: `${link.cursor.row},${link.cursor.column}`,
      region: link.zoomed ? [x0, x1, y0, y1].map((n) => Number(n.toFixed(2))).join(',') : '',
    });
  });

  /** What the URL says of cursor and region, where that is not what is shown already. */
  function restore(next: Now): void {
    const numbers = (text: unknown) => String(text).split(',').map(Number);
    // At first the cross-hair is where it is seen, and where something is to be read.
    const start = `${link.rows >> 2},${link.columns >> 2}`;
    const [r = 0, c = 0] = numbers(next.settings.at || start);
    if (r !== link.cursor.row || c !== link.cursor.column) link.moveTo({ row: r, column: c }, 'set');
    const region = numbers(next.settings.region);
    const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = region;
    if (next.settings.region === '') link.show(link.whole, 'set');
    else if (region.every(Number.isFinite) && x1 > x0 && y1 > y0 && !near(region))
      link.show({ x0, x1, y0, y1 }, 'set');
  }
  const near = (region: readonly number[]) => {
    const { x0, x1, y0, y1 } = link.region;
    return [x0, x1, y0, y1].every((value, i) => Math.abs(value - (region[i] as number)) < 0.011);
  };

  async function refresh(next: Now, event?: Event): Promise<void> {
    if (next.b) {
      const found = await client.latest('range', 'range', { a: next.a.choice, minus: next.b.choice });
      if (found === undefined || now !== next) return;
      range = found || 1;
      panels[2]?.legend.range(found);
    }
    for (const { plot } of panels) plot.refresh(event);
  }

  return {
    update(next, event) {
      const before = now;
      now = next;
      const same =
        before &&
        before.a.about === next.a.about &&
        before.b?.about === next.b?.about &&
        Boolean(before.b) === Boolean(next.b);
      const most = (of: 'rows' | 'columns') => Math.max(...next.sides.map(({ about: side }) => side[of]));
      link.resize(most('rows'), most('columns'));
      restore(next);
      row.input.max = String(link.rows - 1);
      column.input.max = String(link.columns - 1);
      const names = sidesOf(next.a.about);
      row.text.textContent = names.row === 'channel' ? 'Channel' : 'Row';
      column.text.textContent = names.column === 'channel' ? 'Channel' : 'Column';
      for (const panel of panels) panel.element.hidden = panel.id !== 'a' && !next.b;
      figure.classList.toggle('compared', Boolean(next.b));
      const alike = String(next.a.about.shape) === String(next.b?.about.shape);
      panels.forEach(({ title, id }) => {
        const side = id === 'b' ? next.b : next.a;
        const shape = side ? shapeText(side.about.shape) : '';
        title.textContent =
          id === 'difference'
            ? alike
              ? 'A − B'
              : 'A − B, where both are'
            : next.b
              ? `${id.toUpperCase()}: ${shape}`
              : shape;
      });
      tableBox.checked = next.settings.table === true;
      table.update(next);
      if (same) return;
      refresh(next, event).catch(context.report);
      link.moveTo(link.cursor, 'set');
    },
  };
}

export const heatmap: View = {
  id: 'heatmap',
  fields: [
    { kind: 'hidden', id: 'at', label: 'Cursor', default: '' },
    { kind: 'hidden', id: 'region', label: 'Region', default: '' },
    { kind: 'flag', id: 'table', label: 'Table of values', default: false, elsewhere: true },
  ],
  create,
};
