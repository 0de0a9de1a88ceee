// The views as tabs: one is shown, arrow keys go from one to the next.
import { byId } from '../ui/dom.js';

export class Tabs {
  readonly #ids: readonly string[];

  constructor(ids: readonly string[], choose: (id: string) => void) {
    this.#ids = ids;
    for (const id of ids) byId(`tab-${id}`).addEventListener('click', () => choose(id));
    byId('tabs').addEventListener('keydown', (event) => {
      const at = ids.findIndex((id) => byId(`tab-${id}`) === document.activeElement);
      const moves: Record<string, number> = {
        ArrowLeft: at - 1,
        ArrowRight: at + 1,
        Home: 0,
        End: ids.length - 1,
      };
      const to = moves[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      const id = ids[(to + ids.length) % ids.length] as string;
      byId(`tab-${id}`).focus();
      choose(id);
    });
  }

  select(chosen: string): void {
    for (const id of this.#ids) {
      const tab = byId(`tab-${id}`);
      const selected = id === chosen;
      if (selected && tab.getAttribute('aria-selected') !== 'true') {
        const { parentElement: list } = tab;
        list?.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 });
      }
      tab.setAttribute('aria-selected', String(selected));
      if (selected) document.title = `${tab.textContent} · posenc: positional encodings, seen`;
      tab.tabIndex = selected ? 0 : -1;
      byId(`panel-${id}`).hidden = !selected;
    }
  }
}
