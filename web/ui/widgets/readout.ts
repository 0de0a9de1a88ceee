// A list of names and values that describes what is under the cursor.
import { h } from '../dom.js';

export class Readout {
  readonly element = h('dl', { class: 'readout' });

  show(parts: readonly (readonly [string, string])[]): void {
    this.element.replaceChildren(
      ...parts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    );
  }
}
