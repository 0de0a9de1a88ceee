// Curves drawn by uPlot, in the page's colours, with a cursor for the pointer and for the keyboard.
import uPlot from 'uplot';
import { h } from '../dom.js';
import { colour, onTheme } from '../theme.js';
import type { Cause } from './link.js';

export interface Series {
  readonly label: string;
  /** The name of a colour in the style sheet. */
  readonly colour: string;
  readonly dashed?: boolean;
  readonly width?: number;
  /** Draws points instead of a line. */
  readonly points?: boolean;
  readonly values: ArrayLike<number | null>;
}

export interface ChartOptions {
  readonly label: string;
  readonly x: { readonly name: string; readonly log?: 2 | 10; readonly text?: (value: number) => string };
  readonly y: {
    readonly name: string;
    readonly log?: 10;
    readonly range?: readonly [number, number];
    readonly text?: (value: number) => string;
  };
  /** Called with the place of the cursor. */
  readonly read?: (index: number, how: Cause) => void;
}

export class Chart {
  readonly element: HTMLElement;
  readonly #options: ChartOptions;
  #plot: uPlot | undefined;
  #x: ArrayLike<number> = [];
  #series: readonly Series[] = [];
  #index = 0;

  constructor(options: ChartOptions) {
    this.#options = options;
    this.element = h('div', {
      class: 'chart',
      role: 'application',
      'aria-roledescription': 'chart',
      'aria-label': options.label,
      tabindex: 0,
    });
    new ResizeObserver(() => {
      if (this.#plot) this.#plot.setSize(this.#size);
      else this.#make();
    }).observe(this.element);
    onTheme(() => this.#make());
    this.element.addEventListener('keydown', (event) => this.#key(event));
  }

  get #size() {
    return {
      width: Math.max(120, this.element.clientWidth),
      height: Math.max(120, this.element.clientHeight),
    };
  }

  update(x: ArrayLike<number>, series: readonly Series[]): void {
    const look = (all: readonly Series[]) => all.map(({ values: _, ...rest }) => JSON.stringify(rest)).join();
    const same = look(series) === look(this.#series);
    this.#x = x;
    this.#series = series;
    this.#index = Math.min(this.#index, Math.max(0, x.length - 1));
    if (!same || !this.#plot) this.#make();
    else {
      this.#plot.setData(this.#data);
      this.#place();
    }
  }

  /** Moves the cursor to the x of this index. */
  point(index: number, how: Cause = 'key'): void {
    this.#index = Math.max(0, Math.min(this.#x.length - 1, index));
    this.#options.read?.(this.#index, how);
    this.#place();
  }

  /** Draws the cursor, once the plot has its scales. */
  #place(): void {
    const plot = this.#plot;
    queueMicrotask(() => {
      if (plot === undefined || plot !== this.#plot) return;
      const left = plot.valToPos(this.#x[this.#index] as number, 'x');
      plot.setCursor({ left, top: plot.bbox.height / 2 / devicePixelRatio });
    });
  }

  get #data(): uPlot.AlignedData {
    return [this.#x, ...this.#series.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  }

  #make(): void {
    this.#plot?.destroy();
    this.#plot = undefined;
    if (this.element.clientWidth === 0 || this.#x.length === 0) return;
    const { x, y, read } = this.#options;
    const axis = (text: ((value: number) => string) | undefined, name: string, log?: number): uPlot.Axis => ({
      stroke: colour('ink-2'),
      label: name,
      labelFont: '11px Geist Variable, system-ui, sans-serif',
      font: '11px Geist Variable, system-ui, sans-serif',
      labelSize: 18,
      grid: { stroke: colour('grid'), width: 1 },
      ticks: { stroke: colour('rule'), width: 1, size: 4 },
      // On a logarithmic scale only whole powers of 10, or of 16 if the scale is in powers of 2.
      ...(log
        ? {
            splits: (_: uPlot, __: number, from: number, to: number) => powers(log === 2 ? 16 : 10, from, to),
            filter: (_: uPlot, splits: number[]) => splits,
          }
        : {}),
      ...(text
        ? {
            values: (_: uPlot, splits: number[]) =>
              splits.map((value) => (value === null ? '' : text(value))),
          }
        : {}),
    });
    const scale = (log: number | undefined, range?: readonly [number, number]): uPlot.Scale => ({
      time: false,
      ...(log ? { distr: 3 as const, log: log as 2 | 10 } : {}),
      ...(range ? { range: range as [number, number] } : {}),
    });
    this.#plot = new uPlot(
      {
        ...this.#size,
        padding: [10, 12, 0, 0],
        legend: { show: false },
        scales: { x: scale(x.log), y: scale(y.log, y.range) },
        axes: [
          { ...axis(x.text, x.name, x.log), size: 34, space: 56 },
          { ...axis(y.text, y.name, y.log), size: 58, space: 28 },
        ],
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        hooks: {
          setCursor: [
            (plot) => {
              const { idx } = plot.cursor;
              // When the page itself moved the cursor, `read` has been called already.
              if (!plot.cursor.event || idx === null || idx === undefined) return;
              this.#index = idx;
              read?.(idx, 'pointer');
            },
          ],
        },
        series: [
          {},
          ...this.#series.map(
            ({ label, colour: name, dashed, width = 1.75, points }): uPlot.Series => ({
              label,
              spanGaps: true,
              stroke: colour(name),
              width: points ? 0 : width,
              ...(dashed ? { dash: [6, 4] } : {}),
              points: points
                ? { show: true, size: 4, fill: colour(name), stroke: colour(name) }
                : { show: false },
              ...(points ? { paths: () => null } : {}),
            }),
          ),
        ],
      },
      this.#data,
      this.element,
    );
    this.#place();
  }

  #key(event: KeyboardEvent): void {
    const far = event.shiftKey ? 10 : 1;
    const moves: Record<string, number> = {
      ArrowLeft: this.#index - far,
      ArrowRight: this.#index + far,
      Home: 0,
      End: this.#x.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.point(to);
  }
}

function powers(base: number, from: number, to: number): number[] {
  const first = Math.ceil(Math.log(from) / Math.log(base) - 1e-9);
  const last = Math.floor(Math.log(to) / Math.log(base) + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => base ** (first + i));
}
