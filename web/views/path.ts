// The curve that positions draw in the space of channels, seen in chosen channels or in the directions in
// which positions differ most. The pointer and the keys turn it.
import { along } from '../drawing/colours.js';
import { choice, numbers } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { eachFrame, h } from '../ui/dom.js';
import { short } from '../ui/format.js';
import { colour, onTheme, theme } from '../ui/theme.js';
import { Readout } from '../ui/widgets/readout.js';
import type { Description } from '../worker/handlers.js';
import type { Path } from '../worker/path.js';
import { chosenChannels, pointText } from './labels.js';
import { howMany, takenFrom } from './settings.js';
import type { Context, Mounted, Now, View } from './view.js';

/** One path. All paths are seen from the same angle. */
class PathPlot {
  readonly element: HTMLElement;
  readonly #canvas = h('canvas', { 'aria-hidden': 'true' });
  readonly draw = eachFrame(() => this.#draw());
  readonly #seen: { turn: number; tilt: number; marked: number; flat: boolean; names: string[] };
  path: Path | undefined;

  constructor(label: string, seen: PathPlot['seen'], moved: () => void) {
    this.#seen = seen;
    this.element = h(
      'div',
      {
        class: 'path',
        role: 'application',
        'aria-roledescription': 'path',
        'aria-label': label,
        tabindex: 0,
      },
      this.#canvas,
    );
    new ResizeObserver(this.draw).observe(this.element);
    onTheme(this.draw);
    this.element.addEventListener('pointerdown', (event) => this.element.setPointerCapture(event.pointerId));
    this.element.addEventListener('pointermove', (event) => {
      if (event.buttons === 0 || seen.flat) return;
      seen.turn += event.movementX * 0.01;
      seen.tilt = Math.max(-1.5, Math.min(1.5, seen.tilt + event.movementY * 0.01));
      moved();
    });
    this.element.addEventListener('keydown', (event) => {
      const by = event.shiftKey ? 10 : 1;
      const actions: Record<string, () => void> = {
        ArrowLeft: () => (seen.marked -= by),
        ArrowRight: () => (seen.marked += by),
        ArrowUp: () => (seen.tilt = Math.min(1.5, seen.tilt + 0.1)),
        ArrowDown: () => (seen.tilt = Math.max(-1.5, seen.tilt - 0.1)),
        '<': () => (seen.turn -= 0.1),
        ',': () => (seen.turn -= 0.1),
        '>': () => (seen.turn += 0.1),
        '.': () => (seen.turn += 0.1),
        Home: () => (seen.marked = 0),
        End: () => (seen.marked = Number.MAX_SAFE_INTEGER),
      };
      const action = actions[event.key];
      if (action === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      action();
      moved();
    });
  }

  get seen() {
    return this.#seen;
  }

  /** Where each point is on the element, as x, y, x, y and so on. */
  #project(width: number, height: number): { at: Float32Array; scale: number; middle: [number, number] } {
    const { turn, tilt, flat } = this.#seen;
    const { points, count } = this.path as Path;
    let reach = 1e-9;
    for (let i = 0; i < count; ++i) {
      const [x = 0, y = 0, z = 0] = points.subarray(3 * i, 3 * i + 3);
      reach = Math.max(reach, flat ? Math.max(Math.abs(x), Math.abs(y)) : Math.hypot(x, y, z));
    }
    const scale = (0.44 * Math.min(width, height)) / reach;
    const at = new Float32Array(2 * count);
    for (let i = 0; i < count; ++i) {
      const [x, y] = project(points.subarray(3 * i, 3 * i + 3), turn, tilt, flat);
      at[2 * i] = width / 2 + scale * x;
      at[2 * i + 1] = height / 2 - scale * y;
    }
    return { at, scale: scale * reach, middle: [width / 2, height / 2] };
  }

  #draw(): void {
    const { path } = this;
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    const scale = Math.min(2, devicePixelRatio || 1);
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    const context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
    context.scale(scale, scale);
    if (path === undefined) return;
    const { turn, tilt, flat, names } = this.#seen;
    const { at, scale: reach, middle } = this.#project(width, height);
    context.font = '11px Geist Variable, system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    for (let d = 0; d < (flat ? 2 : 3); ++d) {
      const unit = [0, 1, 2].map((axis) => (axis === d ? 1 : 0));
      const [x, y] = project(unit, turn, tilt, flat);
      const [dx, dy] = [x * reach * 1.02, -y * reach * 1.02];
      context.strokeStyle = colour('rule');
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(middle[0] - dx, middle[1] - dy);
      context.lineTo(middle[0] + dx, middle[1] + dy);
      context.stroke();
      context.fillStyle = colour('muted');
      context.fillText(
        names[d] ?? '',
        middle[0] + dx * 1.06,
        middle[1] + dy * 1.06 - (Math.abs(dy) < 8 ? 10 : 0),
      );
    }
    const mode = theme();
    context.lineWidth = 2;
    context.lineCap = 'round';
    for (let i = 1; i < path.count; ++i) {
      context.strokeStyle = along(mode, i / path.count);
      context.beginPath();
      context.moveTo(at[2 * i - 2] as number, at[2 * i - 1] as number);
      context.lineTo(at[2 * i] as number, at[2 * i + 1] as number);
      context.stroke();
    }
    if (path.count <= 160) {
      for (let i = 0; i < path.count; ++i) {
        context.fillStyle = along(mode, i / path.count);
        context.beginPath();
        context.arc(at[2 * i] as number, at[2 * i + 1] as number, 2.5, 0, 7);
        context.fill();
      }
    }
    const marked = Math.min(this.#seen.marked, path.count - 1);
    context.fillStyle = colour('paper');
    context.strokeStyle = colour('ink');
    context.lineWidth = 2.5;
    context.beginPath();
    context.arc(at[2 * marked] as number, at[2 * marked + 1] as number, 6, 0, 7);
    context.fill();
    context.stroke();
  }
}

/** Turns a point about the vertical, then tilts it towards the viewer. */
function project(point: ArrayLike<number>, turn: number, tilt: number, flat: boolean): [number, number] {
  const [x = 0, y = 0, z = 0] = Array.from(point);
  if (flat) return [x, y];
  const across = x * Math.cos(turn) + z * Math.sin(turn);
  const depth = z * Math.cos(turn) - x * Math.sin(turn);
  return [across, y * Math.cos(tilt) - depth * Math.sin(tilt)];
}

function create(figure: HTMLElement, { client, report }: Context): Mounted {
  const readout = new Readout();
  const seen = { turn: 0.9, tilt: 0.5, marked: 0, flat: false, names: [] as string[] };
  let now: Now | undefined;
  const moved = (said = true) => {
    const count = Math.max(1, ...plots.map(({ plot }) => plot.path?.count ?? 1));
    seen.marked = Math.max(0, Math.min(count - 1, seen.marked));
    for (const { plot } of plots) plot.draw();
    read(said);
  };
  const plots = (['A', 'B'] as const).map((name) => {
    const plot = new PathPlot(`Path of the positions, encoding ${name}`, seen, moved);
    const title = h('h3', { class: 'panel-title' });
    return { name, plot, title, element: h('div', { class: 'panel' }, title, plot.element) };
  });
  figure.append(
    h('div', { class: 'panels square' }, ...plots.map(({ element }) => element)),
    readout.element,
    h(
      'p',
      { class: 'keys' },
      'Drag to turn. Keys: left and right change the position, up and down tilt, < and > turn.',
    ),
  );

  function read(said: boolean): void {
    const parts = (now?.sides ?? []).flatMap((side, i): [string, string][] => {
      const path = plots[i]?.plot.path;
      if (path === undefined || seen.marked >= path.count) return [];
      const name = now?.b ? `${side.name}: ` : '';
      const place = Array.from(path.points.subarray(3 * seen.marked, 3 * seen.marked + (seen.flat ? 2 : 3)));
      return [
        [`${name}Position`, pointText(side.about, path.indices[seen.marked] ?? 0)],
        [`${name}Place`, place.map((value) => short(value, 3)).join(', ')],
        ...(path.shares.length > 0
          ? ([
              [
                `${name}Variance shown`,
                `${Math.round(100 * path.shares.slice(0, seen.flat ? 2 : 3).reduce((a, b) => a + b, 0))} %`,
              ],
            ] as [string, string][])
          : []),
      ];
    });
    readout.show(parts);
    if (said) announce(parts.map((part) => part.join(' ')).join(', '));
  }

  async function draw(next: Now): Promise<void> {
    const { settings } = next;
    const components = settings.space === 'components';
    const dimensions = Number(settings.dimensions);
    const chosen = (about: Description) => chosenChannels(settings.channels, about).slice(0, dimensions);
    const found = await Promise.all(
      next.sides.map(({ choice, name, about }) =>
        client.latest(
          `path-${name}`,
          'path',
          choice,
          Number(settings.count),
          settings.take === 'spread',
          components ? undefined : chosen(about),
        ),
      ),
    );
    if (now !== next || found.some((path) => path === undefined)) return;
    seen.flat = dimensions === 2;
    seen.names = components
      ? ['component 1', 'component 2', 'component 3']
      : chosen(next.a.about).map((channel) => `channel ${channel}`);
    figure.classList.toggle('compared', found.length > 1);
    plots.forEach(({ element, plot, title, name }, side) => {
      element.hidden = side >= found.length;
      title.textContent = `${next.b ? `${name}: ` : ''}${found[side]?.count ?? 0} positions`;
      plot.path = found[side];
      plot.draw();
    });
    moved(false);
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(report);
    },
  };
}

export const pathView: View = {
  id: 'path',
  kinds: ['sinusoidal'],
  fields: [
    choice('space', 'Directions', [
      ['components', 'principal'],
      ['channels', 'channels'],
    ]),
    choice(
      'dimensions',
      'Dimensions',
      [
        ['2', '2'],
        ['3', '3'],
      ],
      { default: '3' },
    ),
    numbers('channels', 'Channels', 'chosen automatically', {
      when: (values) => values.space === 'channels',
    }),
    howMany('count', 256),
    takenFrom,
  ],
  create,
};
