// Encodings of two and three axes: channels as images, and the similarity of one pixel to all others.
import { choice, hidden, number } from '../model/fields.js';
import { moved } from '../schemes/choice.js';
import { announce } from '../ui/announce.js';
import { h } from '../ui/dom.js';
import { short, signed } from '../ui/format.js';
import { onTheme } from '../ui/theme.js';
import { Link } from '../ui/widgets/link.js';
import { MatrixPlot } from '../ui/widgets/matrix.js';
import { framed } from '../ui/widgets/panel.js';
import { Readout } from '../ui/widgets/readout.js';
import { type Matrix, pictureOf } from '../ui/widgets/small-matrix.js';
import type { Slice } from '../worker/slice.js';
import type { Measure } from '../worker/vectors.js';
import { wavelengthOf, waveText } from './labels.js';
import type { Context, Mounted, Now, Side, View } from './view.js';

const thumbnails = 12;
const axisNames = ['first', 'second', 'third'];

interface Drawn {
  image?: Matrix | undefined;
  similarity?: Matrix | undefined;
}

function create(figure: HTMLElement, { client, report, set, choose }: Context): Mounted {
  const link = new Link({ row: 4, column: 4 });
  const readout = new Readout();
  let now: Now | undefined;
  const drawn: Drawn[] = [{}, {}];

  const plotOf = (side: number, what: keyof Drawn, label: string) => {
    const slice = () => (now ? sliceOf(now) : undefined);
    return new MatrixPlot({
      label,
      link,
      rowName: () => `${axisNames[slice()?.rowAxis ?? 0]} axis`,
      columnName: () => `${axisNames[slice()?.columnAxis ?? 1]} axis`,
      picture: (region, width, height) => pictureOf(drawn[side]?.[what], region, width, height),
      pick: ({ row, column }) => set({ pixel: `${row},${column}` }),
    });
  };
  const panels = ['A', 'B'].flatMap((name, side) =>
    (['image', 'similarity'] as const).map((what) => {
      const words =
        what === 'image'
          ? `A channel over the slice, encoding ${name}`
          : `Similarity to the chosen pixel, encoding ${name}`;
      const plot = plotOf(side, what, words);
      return { name, side, what, plot, ...framed(plot.element) };
    }),
  );
  const sheet = h('div', { class: 'sheet', role: 'group', 'aria-label': 'Channels to choose from' });
  const body = h(
    'div',
    { class: 'stack' },
    h('div', { class: 'panels square' }, ...panels.map(({ element }) => element)),
    readout.element,
    h(
      'p',
      { class: 'keys' },
      'Click a pixel, or press Enter at the cursor, to see its similarity to all others.',
    ),
    h('h3', { class: 'panel-title' }, 'Channels'),
    sheet,
  );
  const offer = h('button', { type: 'button', class: 'primary' }, 'Show a grid of 32 × 32');
  offer.addEventListener('click', () => {
    if (now === undefined) return;
    const { choice } = now.a;
    const from = 'axes' in choice.values ? choice : moved(choice, 'positional-encodings');
    choose({ ...from, values: { ...from.values, axes: '2', n0: 32, n1: 32 } });
  });
  const none = h(
    'div',
    { class: 'empty' },
    h('p', {}, 'This encoding has only one axis. This view shows grids of two or three axes.'),
    offer,
  );
  figure.append(none, body);

  let images: { channels: number[]; values: Float32Array; rows: number; columns: number } | undefined;

  function sliceOf({ a, settings }: Now): Slice {
    const wanted = String(settings.plane).split('-').map(Number);
    const [first = 0, second = 1] = a.about.axes.length < 3 ? [0, 1] : wanted;
    const held = a.about.axes.map(({ length }) => Math.min(length - 1, Number(settings.slice)));
    return { rowAxis: first, columnAxis: second, held };
  }

  const pixelOf = ({ settings }: Now): [number, number] => {
    const [row = 0, column = 0] = String(settings.pixel || `${link.rows >> 1},${link.columns >> 1}`)
      .split(',')
      .map(Number);
    return [
      Math.max(0, Math.min(link.rows - 1, row || 0)),
      Math.max(0, Math.min(link.columns - 1, column || 0)),
    ];
  };

  function read(announced: boolean): void {
    if (now === undefined) return;
    const { row, column } = link.cursor;
    const parts: [string, string][] = [['Pixel', `(${row}, ${column})`]];
    for (const { side, what, name, plot } of panels) {
      const matrix = drawn[side]?.[what];
      if (matrix === undefined || side >= now.sides.length || row >= matrix.rows || column >= matrix.columns)
        continue;
      const value = matrix.values[row * matrix.columns + column] as number;
      const text = what === 'image' ? signed(value, 4) : short(value, 4);
      plot.label(row, column, text);
      const prefix = now.b ? `${name}: ` : '';
      parts.push(
        what === 'image' ? [`${prefix}Channel`, signed(value)] : [`${prefix}Similarity`, short(value, 4)],
      );
    }
    readout.show(parts);
    if (announced) announce(parts.map((part) => part.join(' ')).join(', '));
  }
  link.on((what, cause) => {
    if (what === 'cursor') read(cause !== 'set');
  });

  async function draw(next: Now): Promise<void> {
    const slice = sliceOf(next);
    const { axes } = next.a.about;
    link.resize(axes[slice.rowAxis]?.length ?? 1, axes[slice.columnAxis]?.length ?? 1);
    const pixel = pixelOf(next);
    const measure = next.settings.measure as Measure;
    const sides = next.sides.filter(({ about }) => about.axes.length === axes.length);
    const found = await Promise.all(
      sides.map((side) =>
        client.latest(
          `slice-${side.name}`,
          'slice',
          side.choice,
          slice,
          channelsOf(side, next),
          pixel,
          measure,
        ),
      ),
    );
    if (now !== next || found.some((one) => one === undefined)) return;
    sides.forEach((side, i) => {
      const one = found[i];
      if (one === undefined) return;
      const size = one.rows * one.columns;
      const least = one.similarity.reduce((found, value) => Math.min(found, value));
      const most = one.similarity.reduce((found, value) => Math.max(found, value));
      drawn[i] = {
        image: { rows: one.rows, columns: one.columns, values: one.images.subarray(0, size), range: 1 },
        similarity: {
          rows: one.rows,
          columns: one.columns,
          values: one.similarity,
          range: 1,
          span: [least, most],
        },
      };
      if (side.name === 'A') {
        images = {
          channels: channelsOf(side, next),
          values: one.images,
          rows: one.rows,
          columns: one.columns,
        };
      }
    });
    for (const panel of panels) {
      const side = sides[panel.side];
      panel.element.hidden = side === undefined;
      if (side === undefined) continue;
      const prefix = next.b ? `${panel.name}: ` : '';
      panel.title.textContent =
        panel.what === 'image'
          ? `${prefix}Channel ${channelsOf(side, next)[0]}`
          : `${prefix}Similarity to (${pixel.join(', ')})`;
      const span = drawn[panel.side]?.[panel.what]?.span;
      if (span) panel.legend.span(...span);
      else panel.legend.range(1);
      panel.plot.refresh();
    }
    drawSheet(next.a);
    read(false);
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  /** The chosen channel, then some spread over all channels. */
  function channelsOf({ about }: Side, next: Now): number[] {
    const chosen = Math.min(about.channels - 1, Number(next.settings.channel));
    const { rowAxis, columnAxis } = sliceOf(next);
    const all = Array.from({ length: about.channels }, (_, channel) => channel);
    // Waves along another axis, and waves much longer than the grid, look flat in this slice.
    const seen = all.filter((channel) => {
      const axis = about.waves.axis[channel] ?? 0;
      const { length = 1, step = 1 } = about.axes[axis] ?? {};
      return (
        (axis === rowAxis || axis === columnAxis) &&
        wavelengthOf(about, channel) < 8 * length * Math.abs(step)
      );
    });
    const from = seen.length >= thumbnails ? seen : all;
    const count = Math.min(from.length, thumbnails);
    return [
      chosen,
      ...Array.from({ length: count }, (_, i) => from[Math.floor((i * from.length) / count)] as number),
    ];
  }

  function drawSheet({ about }: Side): void {
    if (images === undefined) return;
    const { channels, values, rows, columns } = images;
    const chosen = channels[0];
    const shown = channels.slice(1);
    const buttons = shown.map((channel, i) => {
      const canvas = h('canvas', { width: 64, height: 64, 'aria-hidden': 'true' });
      const matrix = {
        rows,
        columns,
        values: values.subarray((i + 1) * rows * columns, (i + 2) * rows * columns),
        range: 1,
      };
      void pictureOf(matrix, { x0: 0, x1: columns, y0: 0, y1: rows }, 64, 64).then((bitmap) => {
        if (bitmap) canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      });
      const button = h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(channel === chosen),
          'aria-label': `Channel ${channel}: ${waveText(about, channel)}`,
          'data-channel': channel,
        },
        canvas,
        h('span', {}, String(channel)),
      );
      button.addEventListener('click', () => set({ channel }));
      return button;
    });
    const focused = (document.activeElement as HTMLElement | null)?.dataset.channel;
    sheet.replaceChildren(...buttons);
    if (focused) buttons.find((button) => button.dataset.channel === focused)?.focus();
  }
  onTheme(() => now && drawSheet(now.a));

  return {
    update(next) {
      now = next;
      const flat = next.a.about.axes.length < 2;
      none.hidden = !flat;
      body.hidden = flat;
      if (!flat) draw(next).catch(report);
    },
  };
}

/** For each plane of a grid with three axes, the axis across it. */
const leftOver: Record<string, number> = { '0-1': 2, '0-2': 1, '1-2': 0 };

export const gridView: View = {
  id: 'grid',
  kinds: ['sinusoidal'],
  fields: [
    number('channel', 'Channel', {
      min: 0,
      max: 8191,
      integer: true,
      default: 8,
      limit: (_, { channels }) => channels - 1,
    }),
    choice(
      'plane',
      'Plane',
      [
        ['0-1', '1 × 2'],
        ['0-2', '1 × 3'],
        ['1-2', '2 × 3'],
      ],
      { when: (_, { lengths }) => lengths.length > 2 },
    ),
    number('slice', 'Slice', {
      min: 0,
      max: 65535,
      limit: ({ plane }, { lengths }) => (lengths[leftOver[String(plane)] ?? 2] ?? 1) - 1,
      integer: true,
      default: 0,
      when: (_, { lengths }) => lengths.length > 2,
    }),
    choice('measure', 'Similarity', [
      ['cosine', 'cosine'],
      ['dot', 'dot product'],
    ]),
    hidden('pixel', 'Pixel'),
  ],
  create,
};
