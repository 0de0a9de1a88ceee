// Some channels as curves, and the wavelengths of all channels.
import { number, numbers, numbersOf } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { h, tablesOf } from '../ui/dom.js';
import { count, short, signed } from '../ui/format.js';
import { lineColours } from '../ui/theme.js';
import { Chart, type Series } from '../ui/widgets/chart.js';
import { Readout } from '../ui/widgets/readout.js';
import { chosenChannels, kindOf, mostChannels, wavelengthOf, waveText } from './labels.js';
import { alongAxis } from './settings.js';
import type { Context, Mounted, Now, Side, View } from './view.js';

const samples = 800;

function create(figure: HTMLElement, context: Context): Mounted {
  const readout = new Readout();
  let now: Now | undefined;
  let x = new Float64Array(0);
  let series: Series[] = [];
  let cells: Element[] = [];
  const chart = new Chart({
    label: 'Values of the chosen channels by position',
    x: { name: 'position', text: count },
    y: { name: 'value', range: [-1.08, 1.08], text: short },
    read: (index, how) => {
      const position = short(x[index] as number, 5);
      readout.show([['Position', position]]);
      const said = series.map(({ label, values }, i) => {
        const value = signed(values[index] ?? 0, 5);
        const cell = cells[i];
        if (cell) cell.textContent = value;
        return `${label} ${value}`;
      });
      if (how !== 'set') announce([`Position ${position}`, ...said].join(', '));
    },
  });
  const lengths = new Chart({
    label: 'Wavelength of each channel',
    x: { name: 'channel', text: count },
    y: { name: 'wavelength, positions', log: 10, text: short },
    read: (index) => {
      if (now === undefined) return;
      const parts: [string, string][] = [
        ['Channel', String(index)],
        ['Wave', waveText(now.a.about, index)],
      ];
      readout.show(parts);
      announce(parts.map((part) => part.join(' ')).join(', '));
    },
  });
  const list = tablesOf('The chosen channels');
  figure.append(
    chart.element,
    readout.element,
    list,
    h('h3', { class: 'panel-title' }, 'Wavelength of every channel'),
    h(
      'ul',
      { class: 'keys-of-lines' },
      ...(['high', 'low', 'ink'] as const).map((key, i) =>
        h('li', {}, h('span', { class: `key ${key}` }), ['sine', 'cosine', 'chosen'][i]),
      ),
    ),
    lengths.element,
  );

  /** Reports channels that do not exist. */
  function complain({ a, settings }: Now): void {
    const asked = numbersOf(String(settings.channels));
    const wrong = asked.filter((n) => !(Number.isInteger(n) && n >= 0 && n < a.about.channels));
    if (wrong.length > 0) {
      context.report(
        new Error(
          `Channels: there is no channel ${wrong[0]}; expected numbers from 0 to ${a.about.channels - 1}`,
        ),
      );
    }
  }

  async function draw(next: Now): Promise<void> {
    const { settings } = next;
    const axis = Math.min(Number(settings.axis) - 1, next.a.about.axes.length - 1);
    const from = Number(settings.from);
    const span = Number(settings.span);
    const positions = Float64Array.from({ length: samples }, (_, i) => from + (span * i) / (samples - 1));
    const drawn = await Promise.all(
      next.sides.map(async (side) => {
        const channels = chosenChannels(settings.channels, side.about);
        const curves = await context.client.latest(
          `curves-${side.name}`,
          'curves',
          side.choice,
          axis,
          positions,
          channels,
        );
        return curves?.map((values, i): Series => {
          const name = next.b ? `${side.name}, channel ${channels[i]}` : `Channel ${channels[i]}`;
          const line = lineColours[i % lineColours.length] as string;
          return { label: name, colour: line, dashed: side.name === 'B', values };
        });
      }),
    );
    if (now !== next || drawn.some((curves) => curves === undefined)) return;
    complain(next);
    x = positions;
    series = drawn.flatMap((curves) => curves ?? []);
    list.replaceChildren(waveTable(next.sides, settings.channels, span));
    cells = [...list.querySelectorAll('td.value')];
    chart.update(x, series);
    chart.point(Math.round(samples * 0.37), 'set');
    const { about } = next.a;
    const all = Array.from({ length: about.channels }, (_, c) => c);
    const ofKind = (kind: string) =>
      all.map((c) => (kindOf(about, c) === kind ? wavelengthOf(about, c) : null));
    const picked = chosenChannels(settings.channels, about);
    lengths.update(all, [
      { label: 'sin', colour: 'pole-high', values: ofKind('sin'), points: true },
      { label: 'cos', colour: 'pole-low', values: ofKind('cos'), points: true },
      {
        label: 'chosen',
        colour: 'ink',
        values: all.map((c) =>
          picked.includes(c) && kindOf(about, c) !== 'constant' ? wavelengthOf(about, c) : null,
        ),
        points: true,
      },
    ]);
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(context.report);
    },
  };
}

function waveTable(sides: readonly Side[], text: unknown, span: number): HTMLElement {
  const rows = sides.flatMap(({ name, about }) =>
    chosenChannels(text, about).map((channel, i) => {
      const key = h('span', {
        class: `key line-${(i % lineColours.length) + 1}${name === 'B' ? ' dashed' : ''}`,
      });
      const wavelength = wavelengthOf(about, channel);
      const constant = kindOf(about, channel) === 'constant';
      return h(
        'tr',
        {},
        h('th', { scope: 'row' }, key, sides.length > 1 ? `${name}, ${channel}` : String(channel)),
        h('td', {}, kindOf(about, channel)),
        h('td', {}, constant ? '–' : String((about.waves.axis[channel] ?? 0) + 1)),
        h('td', {}, constant ? '–' : short(wavelength, 4)),
        h('td', {}, constant ? '–' : short(span / wavelength, 3)),
        h('td', { class: 'value' }),
      );
    }),
  );
  return h(
    'table',
    {},
    h('caption', {}, 'The chosen channels'),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...['Channel', 'Wave', 'Axis', 'Wavelength', 'Periods', 'Value'].map((name) =>
          h('th', { scope: 'col' }, name),
        ),
      ),
    ),
    h('tbody', {}, ...rows),
  );
}

export const wavesView: View = {
  id: 'waves',
  kinds: ['sinusoidal'],
  fields: [
    numbers('channels', `Channels, up to ${mostChannels}`, 'chosen automatically'),
    number('from', 'From position', { min: -1e6, max: 1e6, step: 1, default: 0 }),
    number('span', 'Span', { min: 1, max: 1e6, scale: 'log', default: 128 }),
    alongAxis,
  ],
  create,
};
