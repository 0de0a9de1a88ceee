// A sentence: the encoding of each token's position, and how similar it is to those of the other tokens.
import { positionOf } from '../model/encoding.js';
import { announce } from '../ui/announce.js';
import { h } from '../ui/dom.js';
import { short, signed } from '../ui/format.js';
import { Link } from '../ui/widgets/link.js';
import { MatrixPlot } from '../ui/widgets/matrix.js';
import { framed } from '../ui/widgets/panel.js';
import { Readout } from '../ui/widgets/readout.js';
import { type Matrix, pictureOf } from '../ui/widgets/small-matrix.js';
import { waveText } from './labels.js';
import type { Context, Mounted, Now, View } from './view.js';

const mostTokens = 64;

/** Splits a text into words, numbers and punctuation marks. */
export function tokensOf(text: string): string[] {
  return (text.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu) ?? []).slice(
    0,
    mostTokens,
  );
}

function create(figure: HTMLElement, { client, report }: Context): Mounted {
  const link = new Link();
  const readout = new Readout();
  let now: Now | undefined;
  let tokens: string[] = [];
  const drawn: (Matrix | undefined)[] = [];
  const panels = (['A', 'B'] as const).map((name, side) => {
    const plot = new MatrixPlot({
      label: `Tokens by channels, encoding ${name}`,
      link,
      left: 88,
      rowName: () => 'token',
      columnName: () => 'channel',
      rowTick: (row) => tokens[row] ?? '',
      picture: (region, width, height) => pictureOf(drawn[side], region, width, height),
    });
    return { name, plot, ...framed(plot.element) };
  });
  const bars = h('ol', { class: 'bars', start: 0 });
  const barsTitle = h('h3', { class: 'panel-title' });
  const empty = h('p', { class: 'empty' }, 'Type some words above.');
  const body = h(
    'div',
    { class: 'stack' },
    h('div', { class: 'panels short' }, ...panels.map(({ element }) => element)),
    readout.element,
    barsTitle,
    bars,
  );
  figure.append(empty, body);

  /** The cosine similarity of two rows. */
  function cosine({ values, columns }: Matrix, a: number, b: number): number {
    let [product, lengthA, lengthB] = [0, 0, 0];
    for (let c = 0; c < columns; ++c) {
      const [x, y] = [values[a * columns + c] as number, values[b * columns + c] as number];
      product += x * y;
      lengthA += x * x;
      lengthB += y * y;
    }
    return lengthA && lengthB ? product / Math.sqrt(lengthA * lengthB) : 0;
  }

  function read(announced: boolean): void {
    const [first] = drawn;
    if (now === undefined || first === undefined || tokens.length === 0) return;
    const { row, column } = link.cursor;
    const axis = now.a.about.axes[0];
    const parts: [string, string][] = [
      ['Token', tokens[row] ?? ''],
      ['Position', short(axis ? positionOf({ ...axis, list: undefined }, row) : row, 6)],
      ['Channel', `${column} · ${column < now.a.about.channels ? waveText(now.a.about, column) : 'none'}`],
    ];
    now.sides.forEach(({ name }, side) => {
      const matrix = drawn[side];
      if (matrix && column < matrix.columns)
        parts.push([now?.b ? name : 'Value', signed(matrix.values[row * matrix.columns + column] as number)]);
    });
    readout.show(parts);
    if (announced) announce(parts.map((part) => part.join(' ')).join(', '));
    barsTitle.textContent = `Similarity to “${tokens[row]}”${now.b ? ', encoding A' : ''}`;
    bars.replaceChildren(
      ...tokens.map((token, other) => {
        const alike = cosine(first, row, other);
        const meter = h('span', { class: `bar${alike < 0 ? ' below' : ''}` });
        meter.style.setProperty('--share', String(Math.abs(alike)));
        return h(
          'li',
          { class: other === row ? 'here' : undefined },
          h('span', { class: 'token' }, token),
          h('span', { class: 'track' }, meter),
          h('span', { class: 'amount' }, signed(alike, 3)),
        );
      }),
    );
  }
  link.on((what, cause) => {
    if (what === 'cursor') read(cause !== 'set');
  });

  async function draw(next: Now): Promise<void> {
    tokens = tokensOf(String(next.settings.text));
    empty.hidden = tokens.length > 0;
    body.hidden = tokens.length === 0;
    if (tokens.length === 0) return;
    const found = await Promise.all(
      next.sides.map(({ choice, name, about }) =>
        client.latest(
          `sentence-${name}`,
          'at',
          choice,
          about.axes.map((axis, a) =>
            a === 0
              ? tokens.map((_, i) => positionOf({ ...axis, list: undefined }, i))
              : [positionOf(axis, 0)],
          ),
        ),
      ),
    );
    if (now !== next || found.some((one) => one === undefined)) return;
    next.sides.forEach(({ about }, side) => {
      drawn[side] = {
        rows: tokens.length,
        columns: about.channels,
        values: found[side] as Float32Array,
        range: 1,
      };
    });
    link.resize(tokens.length, Math.max(...next.sides.map(({ about }) => about.channels)));
    panels.forEach(({ element, plot, title, name }, side) => {
      element.hidden = side >= next.sides.length;
      title.textContent = `${next.b ? `${name}: ` : ''}${tokens.length} tokens`;
      plot.element.style.setProperty('--rows', String(tokens.length));
      plot.refresh();
    });
    read(false);
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(report);
    },
  };
}

export const sentenceView: View = {
  id: 'sentence',
  kinds: ['sinusoidal'],
  fields: [
    {
      kind: 'text',
      id: 'text',
      label: 'Sentence',
      default: 'The animal didn’t cross the street because it was too tired.',
    },
  ],
  create,
};
