// The encoding as a picture, with a row for each position and a column for each channel. Two encodings are
// shown side by side with their difference, and share one cursor.
import { quickly } from '../drawing/raster.js';
import { flag, hidden } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { h, newId } from '../ui/dom.js';
import { shapeText, short, signed } from '../ui/format.js';
import { divergingMap } from '../ui/theme.js';
import type { Legend } from '../ui/widgets/legend.js';
import { type Cause, Link } from '../ui/widgets/link.js';
import { MatrixPlot } from '../ui/widgets/matrix.js';
import { framed } from '../ui/widgets/panel.js';
import { Readout } from '../ui/widgets/readout.js';
import type { Shown } from '../worker/shown.js';
import { cellOf, pointText, sidesOf, waveText } from './labels.js';
import { Toolbar } from './toolbar.js';
import { ValueTable } from './value-table.js';
import type { Context, Mounted, Now, Side, View } from './view.js';

interface Panel {
  readonly id: 'a' | 'b' | 'difference';
  readonly element: HTMLElement;
  readonly plot: MatrixPlot;
  readonly legend: Legend;
  readonly title: HTMLElement;
}

/** Whether both show the same encodings. */
const alike = (one: Now, other: Now) => one.a.about === other.a.about && one.b?.about === other.b?.about;

function titleOf(id: Panel['id'], { a, b }: Now, range: number): string {
  const shape = shapeText((id === 'b' && b ? b : a).about.shape);
  if (id !== 'difference') return b ? `${id.toUpperCase()}: ${shape}` : shape;
  if (range === 0) return 'A − B: no difference';
  return shape === (b && shapeText(b.about.shape)) ? 'A − B' : 'A − B, where both have values';
}

/** The cell under the cursor in words, and the text beside it in each panel. */
function describe({ a, b }: Now, row: number, column: number, values: readonly (number | null)[]) {
  const number = (value: number | null | undefined) => (value == null ? 'none' : signed(value));
  const channelOf = ({ about }: Side) => {
    const { channel } = cellOf(about, row, column);
    return `${channel} · ${channel < about.channels ? waveText(about, channel) : 'none'}`;
  };
  const [valueA, valueB] = values;
  const parts: [string, string][] = [
    [
      a.about.axes.length > 1 ? 'Grid point' : 'Position',
      pointText(a.about, cellOf(a.about, row, column).point),
    ],
    ['Channel', channelOf(a)],
  ];
  if (b === undefined) {
    parts.push(['Value', number(valueA)]);
    return { parts, texts: [number(valueA)] };
  }
  const difference = valueA != null && valueB != null ? short(valueA - valueB, 4) : 'none';
  if (channelOf(b) !== channelOf(a)) parts.push(['Channel of B', channelOf(b)]);
  parts.push(['A', number(valueA)], ['B', number(valueB)], ['A − B', difference]);
  return { parts, texts: [number(valueA), number(valueB), difference] };
}

function create(figure: HTMLElement, context: Context): Mounted {
  const { client, slow } = context;
  const link = new Link();
  const keys = h(
    'p',
    { class: 'keys', id: newId('keys') },
    'Drag to move. Click, then turn the wheel to zoom, or double-click to zoom in. Keys: arrows move the cursor (with Shift by ten), also Page Up, Page Down, Home and End; + and − zoom, 0 shows all.',
  );
  let now: Now | undefined;
  /** The largest difference, without its sign. */
  let range = 1;

  const shownOf = (id: Panel['id']): Shown | undefined => {
    if (now === undefined) return undefined;
    if (id === 'a') return { a: now.a.choice };
    if (now.b === undefined) return undefined;
    return id === 'b' ? { a: now.b.choice } : { a: now.a.choice, minus: now.b.choice };
  };
  const names = () => now && sidesOf(now.a.about);
  const tick = (index: number, isRow: boolean) => {
    const of = now?.a.about;
    if (of === undefined || of.axes.length > 1 || isRow === of.channelsFirst) return String(index);
    return pointText(of, index);
  };
  const panelOf = (id: Panel['id'], label: string): Panel => {
    const plot = new MatrixPlot({
      label,
      link,
      rowName: () => names()?.row ?? '',
      columnName: () => names()?.column ?? '',
      rowTick: (row) => tick(row, true),
      columnTick: (column) => tick(column, false),
      describedBy: keys.id,
      picture: async (region, width, height, most) => {
        const shown = shownOf(id);
        if (shown === undefined) return undefined;
        const { pixels } = divergingMap();
        const of = id === 'difference' && range > 0 ? range : 1;
        // Fine pictures take longer. A second worker makes them, so that they never delay the quick ones.
        const maker = most === quickly ? client : slow;
        const picture = { region, width, height, colours: pixels, range: of, most };
        return maker.latest(`picture-${id}`, 'picture', shown, picture);
      },
    });
    return { id, plot, ...framed(plot.element, { 'data-panel': id }) };
  };
  const panels = [
    panelOf('a', 'Encoding A'),
    panelOf('b', 'Encoding B'),
    panelOf('difference', 'Difference, A minus B'),
  ];
  const readout = new Readout();
  const table = new ValueTable(client, link);
  const toolbar = new Toolbar(link, (table) => context.set({ table }));
  figure.append(
    toolbar.element,
    h('div', { class: 'panels' }, ...panels.map(({ element }) => element)),
    readout.element,
    keys,
    table.element,
  );

  async function read(cause: Cause): Promise<void> {
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
    const { parts, texts } = describe(now, r, c, values);
    readout.show(parts);
    panels.forEach(({ plot }, i) => {
      plot.label(r, c, texts[i] ?? '');
    });
    if (cause !== 'set') announce(parts.map(([name, value]) => `${name} ${value}`).join(', '));
  }

  link.on((what, cause) => {
    if (what === 'cursor') {
      toolbar.follow();
      read(cause).catch(context.report);
      table.follow();
    }
    if (cause === 'set') return;
    const { x0, x1, y0, y1 } = link.region;
    context.set({
      at: `${link.cursor.row},${link.cursor.column}`,
      region: link.zoomed ? [x0, x1, y0, y1].map((n) => Number(n.toFixed(2))).join(',') : '',
    });
  });

  /** Applies the cursor and the region of the URL, if they differ from what is shown. */
  function restore(next: Now): void {
    const numbers = (text: unknown) => String(text).split(',').map(Number);
    // At first the cursor is well inside, where it is easy to see.
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

  function name(next: Now): void {
    for (const { title, id } of panels) title.textContent = titleOf(id, next, range);
  }

  async function refresh(next: Now): Promise<void> {
    if (next.b) {
      const found = await client.latest('range', 'range', { a: next.a.choice, minus: next.b.choice });
      if (found === undefined || now === undefined || !alike(now, next)) return;
      range = found;
      const legend = panels[2]?.legend;
      legend?.range(range);
      if (legend) legend.element.hidden = range === 0;
      name(now);
    }
    for (const { plot } of panels) plot.refresh();
  }

  return {
    update(next) {
      const before = now;
      now = next;
      const same = before !== undefined && alike(before, next);
      const most = (of: 'rows' | 'columns') => Math.max(...next.sides.map(({ about: side }) => side[of]));
      link.resize(most('rows'), most('columns'));
      restore(next);
      toolbar.update(next);
      for (const panel of panels) panel.element.hidden = panel.id !== 'a' && !next.b;
      figure.classList.toggle('compared', Boolean(next.b));
      name(next);
      table.update(next);
      if (same) return;
      refresh(next).catch(context.report);
      link.moveTo(link.cursor, 'set');
    },
  };
}

export const heatmapView: View = {
  id: 'heatmap',
  kinds: ['sinusoidal'],
  fields: [
    hidden('at', 'Cursor'),
    hidden('region', 'Region'),
    flag('table', 'Table of values', { elsewhere: true }),
  ],
  create,
};
