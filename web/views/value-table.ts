// The values around the cursor as a table, for people who cannot see the picture.
import { eachFrame, h, tablesOf } from '../ui/dom.js';
import { signed } from '../ui/format.js';
import type { Link } from '../ui/widgets/link.js';
import type { Client } from '../worker/client.js';
import { sidesOf } from './labels.js';
import type { Now, Side } from './view.js';

const rowsShown = 9;
/** As many as fit on the screen. */
const columnsShown = () => (innerWidth < 640 ? 4 : 8);

export class ValueTable {
  readonly element = tablesOf('Values around the cursor');
  readonly #client: Client;
  readonly #link: Link;
  #now: Now | undefined;
  readonly follow = eachFrame(() => void this.#fill());

  constructor(client: Client, link: Link) {
    this.#client = client;
    this.#link = link;
    this.element.hidden = true;
  }

  update(now: Now): void {
    this.#now = now;
    this.element.hidden = now.settings.table !== true;
    this.follow();
  }

  async #fill(): Promise<void> {
    const now = this.#now;
    if (now === undefined || this.element.hidden) return;
    const tables = await Promise.all(now.sides.map((side) => this.#table(side, now.sides.length > 1)));
    if (now !== this.#now) return;
    this.element.replaceChildren(...tables.filter((table) => table !== undefined));
  }

  async #table({ name, choice, about }: Side, several: boolean): Promise<HTMLElement | undefined> {
    const { row, column } = this.#link.cursor;
    const start = (at: number, shown: number, all: number) =>
      Math.max(0, Math.min(all - shown, at - (shown >> 1)));
    const rows = Math.min(rowsShown, about.rows);
    const columns = Math.min(columnsShown(), about.columns);
    const [top, left] = [start(row, rows, about.rows), start(column, columns, about.columns)];
    const values = await this.#client.latest(
      `table-${name}`,
      'block',
      { a: choice },
      top,
      left,
      rows,
      columns,
    );
    if (values === undefined) return undefined;
    const names = sidesOf(about);
    const head = Array.from({ length: columns }, (_, c) => h('th', { scope: 'col' }, String(left + c)));
    const body = Array.from({ length: rows }, (_, r) =>
      h(
        'tr',
        {},
        h('th', { scope: 'row' }, String(top + r)),
        ...Array.from({ length: columns }, (_cell, c) =>
          h(
            'td',
            { class: top + r === row && left + c === column ? 'here' : undefined },
            signed(values[r * columns + c] as number, 4),
          ),
        ),
      ),
    );
    return h(
      'table',
      {},
      h('caption', {}, `${several ? `${name}: ` : ''}${names.row}s down, ${names.column}s across`),
      h('thead', {}, h('tr', {}, h('td'), ...head)),
      h('tbody', {}, ...body),
    );
  }
}
