// What is under the cursor, as names and values.
import { h } from '../dom.js';

export class Readout {
  readonly element = h('dl', { class: 'readout' });

  show(parts: readonly (readonly [string, string])[]): void {
    this.element.replaceChildren(
      ...parts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    );
  }
}
