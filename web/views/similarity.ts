// How similar the encodings of two positions are: for all pairs of positions, and by their distance.
import { choice } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { h } from '../ui/dom.js';
import { count, short } from '../ui/format.js';
import { Chart, type Series } from '../ui/widgets/chart.js';
import { Link } from '../ui/widgets/link.js';
import { MatrixPlot } from '../ui/widgets/matrix.js';
import { framed } from '../ui/widgets/panel.js';
import { Readout } from '../ui/widgets/readout.js';
import { type Matrix, pictureOf } from '../ui/widgets/small-matrix.js';
import type { Similarity } from '../worker/similarity.js';
import type { Measure } from '../worker/vectors.js';
import { pointText } from './labels.js';
import { howMany, takenFrom } from './settings.js';
import type { Context, Mounted, Now, View } from './view.js';

function create(figure: HTMLElement, { client, report }: Context): Mounted {
  const link = new Link({ row: 48, column: 96 });
  const readout = new Readout();
  let now: Now | undefined;
  let found: Similarity[] = [];
  const matrixOf = (side: number): Matrix | undefined => {
    const one = found[side];
    const range = Math.max(
      1e-9,
      ...found.map(({ matrix }) => matrix.reduce((most, v) => Math.max(most, Math.abs(v)), 0)),
    );
    return one && { rows: one.size, columns: one.size, values: one.matrix, range };
  };
  const panels = ['A', 'B'].map((name, side) => {
    const tick = (index: number) => {
      const of = now?.sides[side] ?? now?.a;
      const point = found[side]?.indices[index] ?? index;
      return of ? pointText(of.about, point) : String(index);
    };
    let drawn: Matrix | undefined;
    const plot = new MatrixPlot({
      label: `Similarity of positions, encoding ${name}`,
      link,
      rowName: () => 'position',
      columnName: () => 'position',
      rowTick: tick,
      columnTick: tick,
      picture: (region, width, height) => pictureOf(drawn, region, width, height),
    });
    const { element, legend, title } = framed(plot.element);
    return {
      element,
      legend,
      title,
      label: (row: number, column: number, text: string) => plot.label(row, column, text),
      draw() {
        drawn = matrixOf(side);
        if (drawn) legend.range(drawn.range);
        plot.refresh();
      },
    };
  });
  const curve = new Chart({
    label: 'Similarity by distance',
    x: { name: 'distance, positions', text: count },
    y: { name: 'similarity', text: short },
    read: (index) => {
      const parts: [string, string][] = [];
      found.forEach((one, side) => {
        const name = found.length > 1 ? `${side ? 'B' : 'A'}: ` : '';
        parts.push(
          [`${name}Distance`, count(one.distance[index] ?? 0)],
          [`${name}Mean`, short(one.mean[index] ?? 0, 4)],
          [`${name}Range`, `${short(one.least[index] ?? 0, 4)} to ${short(one.most[index] ?? 0, 4)}`],
        );
      });
      readout.show(parts);
      announce(parts.map((part) => part.join(' ')).join(', '));
    },
  });
  figure.append(
    h('div', { class: 'panels square' }, ...panels.map(({ element }) => element)),
    h('div', { class: 'against' }, h('h3', { class: 'panel-title' }, 'By distance'), curve.element),
    readout.element,
  );

  link.on((what, cause) => {
    if (what !== 'cursor' || now === undefined) return;
    const { row, column } = link.cursor;
    const parts: [string, string][] = [];
    found.forEach((one, side) => {
      const about = now?.sides[side]?.about;
      if (about === undefined || row >= one.size || column >= one.size) return;
      const name = found.length > 1 ? `${side ? 'B' : 'A'}: ` : '';
      const [p, q] = [row, column].map((i) => pointText(about, one.indices[i] ?? 0));
      parts.push([`${name}Positions`, `${p} and ${q}`]);
      const value = short(one.matrix[row * one.size + column] ?? 0, 5);
      parts.push([`${name}Similarity`, value]);
      panels[side]?.label(row, column, value);
    });
    readout.show(parts);
    if (cause !== 'set') announce(parts.map((part) => part.join(' ')).join(', '));
  });

  async function draw(next: Now): Promise<void> {
    const measure = next.settings.measure as Measure;
    const size = Number(next.settings.size);
    const all = await Promise.all(
      next.sides.map(({ choice, name }) =>
        client.latest(
          `similarity-${name}`,
          'similarity',
          choice,
          measure,
          size,
          next.settings.take === 'spread',
        ),
      ),
    );
    if (now !== next || all.some((one) => one === undefined)) return;
    found = all.filter((one) => one !== undefined);
    const largest = Math.max(...found.map((one) => one.size));
    link.resize(largest, largest);
    figure.classList.toggle('compared', found.length > 1);
    panels.forEach((panel, side) => {
      panel.element.hidden = side >= found.length;
      panel.title.textContent = found.length > 1 ? `${side ? 'B' : 'A'}: all pairs` : 'All pairs';
      panel.draw();
    });
    const series = found.flatMap((one, side): Series[] => {
      const dashed = side === 1;
      const line = dashed ? 'pole-low' : 'pole-high';
      return [
        { label: 'least', colour: 'faint', dashed, width: 1, values: one.least },
        { label: 'most', colour: 'faint', dashed, width: 1, values: one.most },
        { label: 'mean', colour: line, dashed, width: 2.25, values: one.mean },
      ];
    });
    const longest = found.reduce((a, b) => (b.size > a.size ? b : a));
    // Two encodings may use different positions, and so have values at different distances.
    const strideOf = (one: Similarity) => one.distance[1] ?? 1;
    const own = (side: number) => strideOf(found[side] as Similarity);
    const padded = series.map((one, i) => ({
      ...one,
      values: Array.from(longest.distance, (distance) => {
        const index = distance / own(Math.floor(i / 3));
        return Number.isInteger(index) ? (one.values[index] ?? null) : null;
      }),
    }));
    curve.update(longest.distance, padded);
    link.moveTo(link.cursor, 'set');
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(report);
    },
  };
}

export const similarityView: View = {
  id: 'similarity',
  kinds: ['sinusoidal'],
  fields: [
    choice('measure', 'Measure', [
      ['cosine', 'cosine'],
      ['dot', 'dot product'],
    ]),
    howMany('size', 192),
    takenFrom,
  ],
  create,
};
