// The errors of the values at growing positions: with angles in float32, and with exact angles.
import { number } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { h, tablesOf } from '../ui/dom.js';
import { count, scientific, short } from '../ui/format.js';
import { Chart } from '../ui/widgets/chart.js';
import { Readout } from '../ui/widgets/readout.js';
import type { AccuracyPoint } from '../worker/accuracy.js';
import type { Context, Mounted, Now, View } from './view.js';

/** What the library promises, kValueBound of the core. */
const bound = 2e-7;

function create(figure: HTMLElement, { slow, report }: Context): Mounted {
  const readout = new Readout();
  let now: Now | undefined;
  let done = '';
  let points: AccuracyPoint[] = [];
  const chart = new Chart({
    label: 'Largest error by position',
    x: { name: 'position', log: 2, text: powerOfTwo },
    y: {
      name: 'largest error',
      log: 10,
      range: [1e-8, 10],
      text: (value) => scientific(value, 0).replace('1×', '').replace('10⁰', '1'),
    },
    read: (index, how) => {
      const point = points[index];
      if (point === undefined) return;
      const parts: [string, string][] = [
        ['Position', count(point.position)],
        ['float32 angles', scientific(point.float32)],
        ['posenc', scientific(point.exact)],
        ['Ratio of errors', short(point.float32 / point.exact, 2)],
      ];
      readout.show(parts);
      if (how !== 'set') announce(parts.map((part) => part.join(' ')).join(', '));
    },
  });
  const key = (name: string, text: string) => h('li', {}, h('span', { class: `key ${name}` }), text);
  const rows = h('tbody');
  figure.append(
    h(
      'ul',
      { class: 'keys-of-lines' },
      key('high', 'angles in float32, as in PyTorch'),
      key('low', 'posenc'),
      key('faint', 'the limit that posenc promises, 2×10⁻⁷'),
    ),
    chart.element,
    readout.element,
    tablesOf(
      'Largest errors',
      h(
        'table',
        {},
        h('caption', {}, 'Largest error of sine and cosine'),
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...['Position', 'float32 angles', 'posenc'].map((name) => h('th', { scope: 'col' }, name)),
          ),
        ),
        rows,
      ),
    ),
  );

  function show(): void {
    const x = points.map(({ position }) => position);
    // An error of exactly 0 has no logarithm.
    const least = (value: number) => Math.max(value, 1e-8);
    chart.update(x, [
      { label: 'bound', colour: 'faint', dashed: true, width: 1.25, values: x.map(() => bound) },
      {
        label: 'float32',
        colour: 'pole-high',
        width: 2.25,
        values: points.map(({ float32 }) => least(float32)),
      },
      { label: 'posenc', colour: 'pole-low', width: 2.25, values: points.map(({ exact }) => least(exact)) },
    ]);
    const listed = points.filter(({ position }) =>
      [512, 2048, 8192, 32768, 131072, 1048576, 16777216].includes(position),
    );
    rows.replaceChildren(
      ...listed.map(({ position, exact, float32 }) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, count(position)),
          h('td', {}, scientific(float32)),
          h('td', {}, scientific(exact)),
        ),
      ),
    );
  }

  let running = false;
  async function draw(next: Now): Promise<void> {
    const wanted = JSON.stringify(next.settings);
    if (running || wanted === done) return;
    running = true;
    points = [];
    try {
      const progress = (point: AccuracyPoint) => {
        points.push(point);
        if (points.length > 1 && points.length % 6 === 0) show();
      };
      await slow.watch('accuracy', progress, Number(next.settings.channels), Number(next.settings.longest));
      done = wanted;
    } finally {
      running = false;
    }
    show();
    chart.point(
      points.findIndex(({ position }) => position >= 4096),
      'set',
    );
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
    if (now) await draw(now);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(report);
    },
  };
}

const superscript = '⁰¹²³⁴⁵⁶⁷⁸⁹';
function powerOfTwo(value: number): string {
  const power = Math.round(Math.log2(value));
  return `2${String(power).replace(/\d/g, (digit) => superscript[Number(digit)] as string)}`;
}

export const accuracyView: View = {
  id: 'accuracy',
  kinds: ['sinusoidal'],
  fields: [
    number('channels', 'Channels', { min: 2, max: 1024, scale: 'log', integer: true, default: 512 }),
    number('longest', 'Longest timescale', { min: 2, max: 1e7, scale: 'log', default: 10000 }),
  ],
  create,
};
