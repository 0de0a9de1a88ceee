// The colour map with its scale.
import { h } from '../dom.js';
import { short } from '../format.js';
import { divergingMap, onTheme } from '../theme.js';

export class Legend {
  readonly element: HTMLElement;
  readonly #bar = h('canvas', { width: 256, height: 1, 'aria-hidden': 'true' });
  readonly #ends = [h('span'), h('span', {}, '0'), h('span')];
  readonly #name = h('span', { class: 'legend-name' });

  constructor(name = '') {
    this.#name.textContent = name;
    this.element = h(
      'div',
      { class: 'legend' },
      this.#name,
      h('div', { class: 'legend-scale' }, this.#bar, h('div', { class: 'legend-ticks' }, ...this.#ends)),
    );
    onTheme(() => this.#draw());
    this.#draw();
    this.range(1);
  }

  range(size: number, name?: string): void {
    if (name !== undefined) this.#name.textContent = name;
    const [low, , high] = this.#ends;
    if (low) low.textContent = short(-size, 2);
    if (high) high.textContent = size === 0 ? '' : `+${short(size, 2)}`;
  }

  #draw(): void {
    const { pixels } = divergingMap();
    const context = this.#bar.getContext('2d') as CanvasRenderingContext2D;
    const line = Uint32Array.from(
      { length: 256 },
      (_, i) => pixels[Math.round((i / 255) * (pixels.length - 1))] ?? 0,
    );
    context.putImageData(new ImageData(new Uint8ClampedArray(line.buffer), 256, 1), 0, 0);
  }
}
