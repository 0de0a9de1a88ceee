// The views as tabs: one is shown, and the arrow keys go from one tab to the next.
import { byId } from '../ui/dom.js';

export class Tabs {
  readonly #all: readonly string[];
  #offered: readonly string[];

  constructor(all: readonly string[], choose: (id: string) => void) {
    this.#all = all;
    this.#offered = all;
    for (const id of all) byId(`tab-${id}`).addEventListener('click', () => choose(id));
    byId('tabs').addEventListener('keydown', (event) => {
      const ids = this.#offered;
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

  /** @param offered the tabs that can be chosen; the others are hidden */
  select(chosen: string, offered: readonly string[]): void {
    this.#offered = offered;
    for (const id of this.#all) {
      const tab = byId(`tab-${id}`);
      const selected = id === chosen;
      tab.hidden = !offered.includes(id);
      if (selected && tab.getAttribute('aria-selected') !== 'true') {
        const { parentElement: list } = tab;
        list?.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 });
      }
      tab.setAttribute('aria-selected', String(selected));
      if (selected) document.title = `${tab.textContent} · posenc: positional encodings in pictures`;
      tab.tabIndex = selected ? 0 : -1;
      byId(`panel-${id}`).hidden = !selected;
    }
  }
}
