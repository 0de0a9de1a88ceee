// Each pair of channels as the hand of a clock, at a position and at the position k steps later. A shift by k
// turns a hand by the same angle at every position.
import { number } from '../model/fields.js';
import { announce } from '../ui/announce.js';
import { eachFrame, h, s } from '../ui/dom.js';
import { short } from '../ui/format.js';
import { stillPlease } from '../ui/theme.js';
import { wavelengthOf } from './labels.js';
import { alongAxis } from './settings.js';
import type { Context, Mounted, Now, Side, View } from './view.js';

const radius = 44;
const degrees = (angle: number) => ((((angle * 180) / Math.PI) % 360) + 360) % 360;

interface Clock {
  readonly sine: number;
  readonly cosine: number;
  readonly frequency: number;
  readonly element: HTMLElement;
  show(now: [number, number], then: [number, number]): string;
}

/** At most `most` of the pairs along an axis, evenly spread. */
function pairsOf({ about }: Side, axis: number, most: number): [number, number][] {
  const { pairs, axis: axes } = about.waves;
  const all: [number, number][] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    if (axes[pairs[i] as number] === axis) all.push([pairs[i] as number, pairs[i + 1] as number]);
  }
  const count = Math.min(most, all.length);
  return Array.from(
    { length: count },
    (_, i) => all[Math.floor((i * all.length) / count)] as [number, number],
  );
}

function clockOf(side: Side, [sine, cosine]: [number, number], turn: (by: number) => void): Clock {
  const frequency = side.about.waves.frequency[sine] as number;
  const hand = s('line', { class: 'hand', x1: 0, y1: 0 });
  const tip = s('circle', { class: 'tip', r: 4 });
  const later = s('line', { class: 'hand later', x1: 0, y1: 0 });
  const arc = s('path', { class: 'arc' });
  const dial = s(
    'svg',
    { viewBox: '-52 -52 104 104', 'aria-hidden': 'true' },
    s('circle', { class: 'dial', r: radius }),
    s('line', { class: 'cross', x1: -radius, x2: radius, y1: 0, y2: 0 }),
    s('line', { class: 'cross', x1: 0, x2: 0, y1: -radius, y2: radius }),
    arc,
    later,
    hand,
    tip,
  );
  const angleText = h('span', { class: 'angle' });
  const element = h(
    'li',
    { class: 'clock' },
    dial,
    h('strong', {}, `ch ${sine}, ${cosine}`),
    h('span', { class: 'wave' }, `λ ${short(wavelengthOf(side.about, sine), 3)}`),
    angleText,
  );
  let last: number | undefined;
  const angleAt = (event: PointerEvent) => {
    const box = dial.getBoundingClientRect();
    return Math.atan2(box.top + box.height / 2 - event.clientY, event.clientX - box.left - box.width / 2);
  };
  dial.addEventListener('pointerdown', (event) => {
    dial.setPointerCapture(event.pointerId);
    last = angleAt(event);
  });
  dial.addEventListener('pointermove', (event) => {
    if (last === undefined || event.buttons === 0) return;
    const angle = angleAt(event);
    const by = Math.atan2(Math.sin(angle - last), Math.cos(angle - last));
    last = angle;
    if (frequency !== 0) turn(by / frequency);
  });
  dial.addEventListener('pointerup', () => {
    last = undefined;
  });
  return {
    sine,
    cosine,
    frequency,
    element,
    show([s0, c0], [s1, c1]) {
      hand.setAttribute('x2', String(radius * c0));
      hand.setAttribute('y2', String(-radius * s0));
      tip.setAttribute('cx', String(radius * c0));
      tip.setAttribute('cy', String(-radius * s0));
      later.setAttribute('x2', String(radius * c1));
      later.setAttribute('y2', String(-radius * s1));
      const between = degrees(Math.atan2(s1 * c0 - c1 * s0, c1 * c0 + s1 * s0));
      const inner = radius * 0.5;
      arc.setAttribute(
        'd',
        `M 0 0 L ${inner * c0} ${-inner * s0} A ${inner} ${inner} 0 ${between > 180 ? 1 : 0} 0 ${inner * c1} ${-inner * s1} Z`,
      );
      const text = `${between.toFixed(1)}°`;
      angleText.textContent = text;
      return text;
    },
  };
}

function create(figure: HTMLElement, { client, report, set }: Context): Mounted {
  let now: Now | undefined;
  let clocks: { side: Side; all: Clock[] }[] = [];
  let built = '';
  let said: string | undefined;
  const groups = h('div', { class: 'stack' });
  const rule = h('p', { class: 'rule-text', 'aria-live': 'off' });
  const play = h('button', { type: 'button', 'aria-pressed': 'false' }, 'Play');
  figure.append(h('div', { class: 'toolbar' }, play, rule), groups);

  let position = 0;
  const move = eachFrame(() => set({ position: Number(position.toFixed(3)) }));
  const turn = (by: number) => {
    position = Math.max(0, Math.min(1000, position + by));
    move();
  };
  let playing = 0;
  const stop = () => {
    cancelAnimationFrame(playing);
    playing = 0;
    play.setAttribute('aria-pressed', 'false');
    play.textContent = 'Play';
  };
  play.addEventListener('click', () => {
    if (playing) {
      stop();
      return;
    }
    play.setAttribute('aria-pressed', 'true');
    play.textContent = 'Pause';
    let before = performance.now();
    const frame = (time: number) => {
      // For users who asked for less motion: one whole position each second.
      if (!stillPlease()) {
        position = (position + Math.min(0.1, (time - before) / 1000) * 2) % 1000;
        before = time;
        move();
      } else if (time - before >= 1000) {
        position = (Math.floor(position) + 1) % 1000;
        before = time;
        move();
      }
      playing = requestAnimationFrame(frame);
    };
    playing = requestAnimationFrame(frame);
  });

  function build(next: Now, axis: number, most: number): void {
    const key = JSON.stringify([next.sides.map(({ choice }) => choice), axis, most]);
    if (key === built) return;
    built = key;
    clocks = next.sides.map((side) => ({
      side,
      all: pairsOf(side, axis, most).map((pair) => clockOf(side, pair, turn)),
    }));
    groups.replaceChildren(
      ...clocks.map(({ side, all }) =>
        h(
          'div',
          {},
          next.b ? h('h3', { class: 'panel-title' }, side.name) : undefined,
          all.length > 0
            ? h(
                'ul',
                { class: 'clocks', 'aria-label': `Pairs of channels, encoding ${side.name}` },
                ...all.map(({ element }) => element),
              )
            : h('p', {}, 'This encoding has no pairs of sine and cosine along this axis.'),
        ),
      ),
    );
  }

  async function draw(next: Now): Promise<void> {
    const { settings } = next;
    const axis = Math.min(Number(settings.axis), next.a.about.axes.length) - 1;
    build(next, axis, Number(settings.count));
    position = Number(settings.position);
    const shift = Number(settings.shift);
    const shown = clocks;
    const values = await Promise.all(
      shown.map(({ side }) =>
        client.latest(
          `clocks-${side.name}`,
          'at',
          side.choice,
          side.about.axes.map((_, other) => (other === axis ? [position, position + shift] : [0])),
        ),
      ),
    );
    if (now !== next || shown !== clocks) return;
    const words = shown.flatMap(({ side, all }, i) => {
      const rows = values[i];
      if (rows === undefined) return [];
      const { channels } = side.about;
      return all.map((clock) => {
        const at = (row: number): [number, number] => [
          rows[row * channels + clock.sine] as number,
          rows[row * channels + clock.cosine] as number,
        ];
        return `channels ${clock.sine} and ${clock.cosine} ${clock.show(at(0), at(1))}`;
      });
    });
    const text = `From position ${short(position, 6)} to ${short(position + shift, 6)}: every hand turns by k × its frequency, at any position.`;
    rule.textContent = text;
    // Announced when something moved, not when the view opens.
    if (said !== undefined && said !== text)
      announce(`Position ${short(position, 6)}, shift ${shift}: ${words.slice(0, 4).join(', ')}`);
    said = text;
    figure.dataset.ready = String(Number(figure.dataset.ready ?? 0) + 1);
  }

  return {
    update(next) {
      now = next;
      draw(next).catch(report);
    },
    leave() {
      stop();
      said = undefined;
    },
  };
}

export const clocksView: View = {
  id: 'clocks',
  kinds: ['sinusoidal'],
  fields: [
    number('position', 'Position', { min: 0, max: 1000, step: 0.25, default: 137 }),
    number('shift', 'Shift k', { min: -100, max: 100, step: 1, default: 10 }),
    number('count', 'Clocks', { min: 1, max: 32, step: 1, integer: true, default: 12 }),
    alongAxis,
  ],
  create,
};
