// What pointers, wheels and keys do to a matrix. Hovering reads a value, dragging moves the picture, and two
// fingers zoom. The wheel zooms with Ctrl, or once the plot has the focus. Keys can do all of this too.
import type { Cell, Link } from './link.js';

interface Surface {
  place(x: number, y: number): { x: number; y: number };
  /** The number of cells in a pixel. */
  cellSize(): { x: number; y: number };
  pick(cell: Cell): void;
}

const dragFrom = 4; // pixels; a shorter way is a click

export class Gestures {
  readonly #element: HTMLElement;
  readonly #link: Link;
  readonly #surface: Surface;
  readonly #pointers = new Map<number, { x: number; y: number }>();
  #dragged = 0;

  constructor(element: HTMLElement, link: Link, surface: Surface) {
    this.#element = element;
    this.#link = link;
    this.#surface = surface;
    element.addEventListener('pointerdown', (event) => this.#down(event));
    element.addEventListener('pointermove', (event) => this.#move(event));
    element.addEventListener('pointerup', (event) => this.#up(event));
    element.addEventListener('pointercancel', (event) => this.#pointers.delete(event.pointerId));
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    element.addEventListener('dblclick', (event) => {
      const { x, y } = this.#at(event);
      link.zoom(event.shiftKey ? 0.5 : 2, x, y, 'pointer');
    });
    element.addEventListener('keydown', (event) => this.#key(event));
    link.on((what) => {
      // A finger on a zoomed picture moves it. On a whole one it scrolls the page.
      if (what === 'region') element.classList.toggle('zoomed', link.zoomed);
    });
  }

  #at(event: MouseEvent): { x: number; y: number } {
    const { left, top } = this.#element.getBoundingClientRect();
    return this.#surface.place(event.clientX - left, event.clientY - top);
  }

  #read(event: PointerEvent): void {
    const { x, y } = this.#at(event);
    const { x0, x1, y0, y1 } = this.#link.region;
    if (x < x0 || x >= x1 || y < y0 || y >= y1) return;
    this.#link.moveTo({ row: Math.floor(y), column: Math.floor(x) }, 'pointer');
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#dragged = 0;
    this.#element.setPointerCapture(event.pointerId);
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      this.#read(event);
      return;
    }
    const others = [...this.#pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const now = { x: event.clientX, y: event.clientY };
    this.#dragged += Math.hypot(now.x - before.x, now.y - before.y);
    this.#pointers.set(event.pointerId, now);
    const [other] = others;
    if (other) {
      const ratio =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.hypot(before.x - other.x, before.y - other.y);
      const { left, top } = this.#element.getBoundingClientRect();
      const middle = this.#surface.place((now.x + other.x) / 2 - left, (now.y + other.y) / 2 - top);
      if (Number.isFinite(ratio) && ratio > 0) this.#link.zoom(ratio, middle.x, middle.y, 'pointer');
      return;
    }
    if (this.#dragged < dragFrom || !this.#link.zoomed) {
      if (!this.#link.zoomed) this.#read(event);
      return;
    }
    const size = this.#surface.cellSize();
    this.#link.pan((before.x - now.x) * size.x, (before.y - now.y) * size.y, 'pointer');
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#dragged >= dragFrom) return;
    this.#read(event);
    this.#surface.pick(this.#link.cursor);
  }

  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.#element) return;
    event.preventDefault();
    const { x, y } = this.#at(event);
    // Pinching on a trackpad gives small steps with Ctrl. A click of a wheel gives one step of about 100.
    const pixels = event.deltaMode === 1 ? event.deltaY * 33 : event.deltaY;
    const factor = Math.exp(-Math.max(-120, Math.min(120, pixels)) * (event.ctrlKey ? 0.008 : 0.003));
    this.#link.zoom(factor, x, y, 'pointer');
  }

  #key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const link = this.#link;
    const { row, column } = link.cursor;
    const far = event.shiftKey ? 10 : 1;
    const page = Math.max(1, Math.floor(link.region.y1 - link.region.y0));
    const go = (to: Cell) => link.moveTo(to, 'key');
    const zoom = (factor: number) => link.zoom(factor, column + 0.5, row + 0.5, 'key');
    const actions: Record<string, () => void> = {
      ArrowUp: () => go({ row: row - far, column }),
      ArrowDown: () => go({ row: row + far, column }),
      ArrowLeft: () => go({ row, column: column - far }),
      ArrowRight: () => go({ row, column: column + far }),
      PageUp: () => go({ row: row - page, column }),
      PageDown: () => go({ row: row + page, column }),
      Home: () => go({ row: event.ctrlKey ? 0 : row, column: 0 }),
      End: () => go({ row: event.ctrlKey ? link.rows - 1 : row, column: link.columns - 1 }),
      '+': () => zoom(2),
      '=': () => zoom(2),
      '-': () => zoom(0.5),
      0: () => link.show(link.whole, 'key'),
      Enter: () => this.#surface.pick(link.cursor),
      ' ': () => this.#surface.pick(link.cursor),
    };
    const action = actions[event.key];
    if (action === undefined || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    action();
  }
}
