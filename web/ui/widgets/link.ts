// What plots of similar matrices share: which part of the matrix is visible, and where the cursor is.
import type { Region } from '../../drawing/raster.js';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Where a change came from. 'set' is the page itself, for example because of the URL. */
export type Cause = 'pointer' | 'key' | 'set';

export class Link {
  #rows = 1;
  #columns = 1;
  region: Region = { x0: 0, x1: 1, y0: 0, y1: 1 };
  cursor: Cell;
  readonly #listeners = new Set<(what: 'region' | 'cursor', cause: Cause) => void>();

  /** @param start where the cursor is at first; it is moved into the matrix */
  constructor(start: Cell = { row: 0, column: 0 }) {
    this.cursor = start;
  }

  get rows(): number {
    return this.#rows;
  }
  get columns(): number {
    return this.#columns;
  }

  on(listener: (what: 'region' | 'cursor', cause: Cause) => void): void {
    this.#listeners.add(listener);
  }

  #tell(what: 'region' | 'cursor', cause: Cause): void {
    for (const listener of this.#listeners) listener(what, cause);
  }

  /** Sets the size of the matrix. If it is new, all of the matrix becomes visible. */
  resize(rows: number, columns: number): void {
    if (rows === this.#rows && columns === this.#columns) return;
    this.#rows = rows;
    this.#columns = columns;
    this.region = this.whole;
    this.#tell('region', 'set');
    this.moveTo(this.cursor, 'set');
  }

  get whole(): Region {
    return { x0: 0, x1: this.#columns, y0: 0, y1: this.#rows };
  }

  get zoomed(): boolean {
    const { x0, x1, y0, y1 } = this.region;
    return x1 - x0 < this.#columns || y1 - y0 < this.#rows;
  }

  show(region: Region, cause: Cause): void {
    const [x0, x1] = inside(region.x0, region.x1, this.#columns);
    const [y0, y1] = inside(region.y0, region.y1, this.#rows);
    const now = this.region;
    if (x0 === now.x0 && x1 === now.x1 && y0 === now.y0 && y1 === now.y1) return;
    this.region = { x0, x1, y0, y1 };
    this.#tell('region', cause);
  }

  /** Zooms in by `factor`. The place (x, y) stays where it is. */
  zoom(factor: number, x: number, y: number, cause: Cause): void {
    const { x0, x1, y0, y1 } = this.region;
    const by = (from: number, to: number, at: number, count: number): [number, number] => {
      const size = Math.min(count, Math.max(Math.min(4, count), (to - from) / factor));
      const start = at - ((at - from) * size) / (to - from);
      return [start, start + size];
    };
    const [left, right] = by(x0, x1, x, this.#columns);
    const [top, bottom] = by(y0, y1, y, this.#rows);
    this.show({ x0: left, x1: right, y0: top, y1: bottom }, cause);
  }

  pan(dx: number, dy: number, cause: Cause): void {
    const { x0, x1, y0, y1 } = this.region;
    this.show({ x0: x0 + dx, x1: x1 + dx, y0: y0 + dy, y1: y1 + dy }, cause);
  }

  moveTo({ row, column }: Cell, cause: Cause): void {
    const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, Math.trunc(value) || 0));
    this.cursor = { row: clamp(row, this.#rows), column: clamp(column, this.#columns) };
    if (cause === 'key') this.#reveal();
    this.#tell('cursor', cause);
  }

  /** Moves the visible part so that it contains the cursor. */
  #reveal(): void {
    const { x0, x1, y0, y1 } = this.region;
    const { row, column } = this.cursor;
    const shift = (at: number, from: number, to: number) =>
      at < from ? at - from : at + 1 > to ? at + 1 - to : 0;
    const [dx, dy] = [shift(column, x0, x1), shift(row, y0, y1)];
    if (dx !== 0 || dy !== 0) this.pan(dx, dy, 'key');
  }
}

/** A range moved, and shortened if necessary, to lie within [0, count]. */
function inside(from: number, to: number, count: number): [number, number] {
  const size = Math.min(count, to - from);
  const start = Math.max(0, Math.min(count - size, from));
  return [start, start + size];
}
