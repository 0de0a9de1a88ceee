// A matrix as a picture, to zoom, move and read with the pointer, by touch or with keys. The pixels of the
// visible part come from elsewhere. Until they arrive the previous ones are moved and stretched into place,
// so that nobody has to wait.
import { finely, quickly, type Region } from '../../drawing/raster.js';
import { eachFrame, h } from '../dom.js';
import { colour, onTheme } from '../theme.js';
import { Gestures } from './gestures.js';
import type { Cell, Link } from './link.js';
import { ticks } from './ticks.js';

export interface MatrixOptions {
  readonly label: string;
  readonly link: Link;
  /** Pixels of a region, or undefined if newer ones were asked for in the meantime. */
  picture(region: Region, width: number, height: number, most: number): Promise<ImageBitmap | undefined>;
  readonly rowName: () => string;
  readonly columnName: () => string;
  readonly rowTick?: (row: number) => string;
  readonly columnTick?: (column: number) => string;
  /** Width of the row labels in pixels. */
  readonly left?: number;
  /** Called after a click on a cell, or Enter. */
  readonly pick?: (cell: Cell) => void;
  /** The id of the element that explains the keys. */
  readonly describedBy?: string;
}

const top = 36;
/** How long nothing must move before the fine picture is asked for, in milliseconds. */
const rest = 150;
const labelFont = '500 12px Geist Variable, system-ui, sans-serif';
const font = '11px Geist Variable, system-ui, sans-serif';

export class MatrixPlot {
  readonly element: HTMLElement;
  readonly #options: MatrixOptions;
  readonly #image = h('canvas', { 'aria-hidden': 'true' });
  readonly #over = h('canvas', { 'aria-hidden': 'true' });
  readonly #left: number;
  #width = 0;
  #height = 0;
  #scale = 1;
  #shown: { bitmap: ImageBitmap; region: Region } | undefined;
  #whole: { bitmap: ImageBitmap; region: Region } | undefined;
  #refining = 0;
  #label: { row: number; column: number; text: string } | undefined;
  readonly #drawSoon = eachFrame(() => this.#draw());
  readonly #overSoon = eachFrame(() => this.#drawOver());

  constructor(options: MatrixOptions) {
    this.#options = options;
    this.#left = options.left ?? 50;
    const { link } = options;
    this.element = h(
      'div',
      {
        class: 'matrix',
        role: 'application',
        'aria-roledescription': 'heatmap',
        'aria-label': options.label,
        'aria-describedby': options.describedBy,
        tabindex: 0,
      },
      this.#image,
      this.#over,
    );
    new Gestures(this.element, link, {
      place: (x, y) => this.#place(x, y),
      cellSize: () => {
        const { x0, x1, y0, y1 } = link.region;
        return { x: (x1 - x0) / this.#inner.width, y: (y1 - y0) / this.#inner.height };
      },
      pick: (cell) => options.pick?.(cell),
    });
    new ResizeObserver(() => this.#resize()).observe(this.element);
    link.on((what) => {
      if (what === 'cursor') {
        this.#overSoon();
        return;
      }
      this.#drawSoon();
      this.#overSoon();
      void this.#ask();
    });
    onTheme(() => this.refresh());
    document.fonts?.ready.then(this.#overSoon);
  }

  get #inner() {
    return { width: Math.max(1, this.#width - this.#left - 1), height: Math.max(1, this.#height - top - 1) };
  }

  /** The place in the matrix under a place on the element. */
  #place(x: number, y: number): { x: number; y: number } {
    const { x0, x1, y0, y1 } = this.#options.link.region;
    const { width, height } = this.#inner;
    return { x: x0 + ((x - this.#left) / width) * (x1 - x0), y: y0 + ((y - top) / height) * (y1 - y0) };
  }

  /** Asks for new pixels, after the values of the matrix have changed. */
  refresh(): void {
    this.#whole = undefined;
    void this.#ask();
    this.#overSoon();
  }

  /** Writes a value beside its cell, for as long as the cursor stays there. */
  label(row: number, column: number, text: string): void {
    this.#label = { row, column, text };
    this.#overSoon();
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.element;
    this.#scale = Math.min(2, devicePixelRatio || 1);
    if (clientWidth === this.#width && clientHeight === this.#height) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    for (const canvas of [this.#image, this.#over]) {
      canvas.width = Math.round(clientWidth * this.#scale);
      canvas.height = Math.round(clientHeight * this.#scale);
    }
    if (clientWidth === 0) return;
    this.#draw();
    this.#drawOver();
    void this.#ask();
  }

  async #ask(most = quickly): Promise<void> {
    if (this.#width === 0) return;
    const { link, picture } = this.#options;
    const { region } = link;
    const { width, height } = this.#inner;
    const lines = Math.round(height * this.#scale);
    clearTimeout(this.#refining);
    const bitmap = await picture(region, Math.round(width * this.#scale), lines, most);
    if (bitmap === undefined || (most === finely && region !== link.region)) return;
    // Once nothing moves any more, a fine picture replaces the quick one.
    if (most === quickly && (region.y1 - region.y0) / lines > quickly) {
      clearTimeout(this.#refining);
      this.#refining = window.setTimeout(() => void this.#ask(finely), rest);
    }
    this.#shown = { bitmap, region };
    const { x0, x1, y0, y1 } = link.whole;
    if (region.x0 === x0 && region.x1 === x1 && region.y0 === y0 && region.y1 === y1)
      this.#whole = this.#shown;
    this.#draw();
    this.element.dataset.drawn = String(Number(this.element.dataset.drawn ?? 0) + 1);
    this.element.dataset.fine = String(most === finely);
  }

  #draw(): void {
    const context = this.#image.getContext('2d') as CanvasRenderingContext2D;
    const { link } = this.#options;
    const { width, height } = this.#inner;
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    context.save();
    context.beginPath();
    context.rect(this.#left, top, width, height);
    context.clip();
    context.fillStyle = colour('sunken');
    context.fillRect(this.#left, top, width, height);
    for (const drawn of [this.#whole, this.#shown]) {
      if (drawn === undefined) continue;
      const { x0, x1, y0, y1 } = link.region;
      const { bitmap, region } = drawn;
      const [across, down] = [width / (x1 - x0), height / (y1 - y0)];
      context.imageSmoothingEnabled = drawn.region !== link.region && across < 2;
      context.drawImage(
        bitmap,
        this.#left + (region.x0 - x0) * across,
        top + (region.y0 - y0) * down,
        (region.x1 - region.x0) * across,
        (region.y1 - region.y0) * down,
      );
    }
    context.restore();
  }

  #drawOver(): void {
    const context = this.#over.getContext('2d') as CanvasRenderingContext2D;
    const { link } = this.#options;
    const { width, height } = this.#inner;
    const { x0, x1, y0, y1 } = link.region;
    const left = this.#left;
    const [across, down] = [width / (x1 - x0), height / (y1 - y0)];
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    context.strokeStyle = colour('rule');
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
    this.#drawTicks(context, across, down);
    const { row, column } = link.cursor;
    const x = left + (column - x0) * across;
    const y = top + (row - y0) * down;
    const [cellWidth, cellHeight] = [Math.max(across, 1), Math.max(down, 1)];
    context.save();
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
    const bars: [number, number, number, number][] = [
      [left, y + cellHeight / 2 - 0.5, width, 1],
      [x + cellWidth / 2 - 0.5, top, 1, height],
    ];
    context.fillStyle = colour('hair-halo');
    for (const [bx, by, bw, bh] of bars) context.fillRect(bx - 1, by - 1, bw + 2, bh + 2);
    context.fillStyle = colour('hair');
    for (const bar of bars) context.fillRect(...bar);
    const size = [Math.max(cellWidth, 7), Math.max(cellHeight, 7)] as const;
    const box = [x + (cellWidth - size[0]) / 2, y + (cellHeight - size[1]) / 2, ...size] as const;
    context.strokeStyle = colour('hair-halo');
    context.lineWidth = 4;
    context.strokeRect(...box);
    context.strokeStyle = colour('hair');
    context.lineWidth = 1.5;
    context.strokeRect(...box);
    context.restore();
    if (this.#label?.row === row && this.#label.column === column)
      this.#drawLabel(context, box, this.#label.text);
  }

  #drawLabel(context: CanvasRenderingContext2D, box: readonly number[], text: string): void {
    const [x = 0, y = 0, width = 0] = box;
    context.font = labelFont;
    const size = { width: context.measureText(text).width + 14, height: 22 };
    const inner = this.#inner;
    // Above and to the right, or on the other side if there is no room.
    const right = x + width + 8;
    const left = right + size.width > this.#left + inner.width ? x - 8 - size.width : right;
    const above = y - 8 - size.height < top ? y + 14 : y - 8 - size.height;
    const [at, under] = [Math.max(this.#left, left), Math.min(top + inner.height - size.height, above)];
    context.beginPath();
    context.roundRect(at, under, size.width, size.height, 5);
    context.fillStyle = colour('ink');
    context.fill();
    context.fillStyle = colour('paper');
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    context.fillText(text, at + 7, under + size.height / 2 + 0.5);
  }

  #drawTicks(context: CanvasRenderingContext2D, across: number, down: number): void {
    const { link, rowName, columnName, rowTick = String, columnTick = String } = this.#options;
    const { x0, x1, y0, y1 } = link.region;
    const { width, height } = this.#inner;
    const left = this.#left;
    context.font = font;
    context.fillStyle = colour('muted');
    context.textBaseline = 'middle';
    context.textAlign = 'left';
    context.fillText(`${rowName()} ↓`, 0, 9);
    context.textAlign = 'right';
    context.fillText(`${columnName()} →`, left + width, 9);
    const tickColour = colour('rule-strong');
    for (const column of ticks(x0, x1 - 1e-6, width / 56, true)) {
      const x = left + (column - x0 + 0.5) * across;
      if (x < left || x > left + width) continue;
      const text = columnTick(column);
      const half = context.measureText(text).width / 2;
      context.textAlign = 'center';
      context.fillStyle = colour('ink-2');
      context.fillText(text, Math.min(Math.max(x, left + half), left + width - half), 24);
      context.fillStyle = tickColour;
      context.fillRect(Math.round(x) - 0.5, top - 4, 1, 4);
    }
    for (const row of ticks(y0, y1 - 1e-6, height / (down >= 15 ? 15 : 40), true)) {
      const y = top + (row - y0 + 0.5) * down;
      if (y < top || y > top + height) continue;
      context.textAlign = 'right';
      context.fillStyle = colour('ink-2');
      context.fillText(
        fitted(context, rowTick(row), left - 10),
        left - 8,
        Math.min(Math.max(y, top + 6), top + height - 6),
      );
      context.fillStyle = tickColour;
      context.fillRect(left - 4, Math.round(y) - 0.5, 4, 1);
    }
  }
}

function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = text.length - 1;
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > width) --length;
  return `${text.slice(0, length)}…`;
}
