// A bar that shows which colour stands for which value.
import { h } from '../dom.js';
import { short } from '../format.js';
import { divergingMap, onTheme } from '../theme.js';

export class Legend {
  readonly element: HTMLElement;
  readonly #bar = h('canvas', { width: 256, height: 1, 'aria-hidden': 'true' });
  readonly #ends = [h('span'), h('span', {}, '0'), h('span')];
  #half = false;

  constructor() {
    this.element = h(
      'div',
      { class: 'legend' },
      h('div', { class: 'legend-scale' }, this.#bar, h('div', { class: 'legend-ticks' }, ...this.#ends)),
    );
    onTheme(() => this.#draw());
    this.#draw();
    this.range(1);
  }

  range(size: number): void {
    this.#half = false;
    this.#draw();
    const [low, middle, high] = this.#ends;
    if (middle) middle.textContent = '0';
    if (low) low.textContent = short(-size, 2);
    if (high) high.textContent = size === 0 ? '' : `+${short(size, 2)}`;
  }

  /** Only the upper half of the colours, from the smallest value to the largest. */
  span(least: number, most: number): void {
    this.#half = true;
    this.#draw();
    const texts = [short(least, 2), '', short(most, 2)];
    this.#ends.forEach((end, i) => {
      end.textContent = texts[i] as string;
    });
  }

  #draw(): void {
    const map = divergingMap().pixels;
    const pixels = this.#half ? map.subarray(map.length >> 1) : map;
    const context = this.#bar.getContext('2d') as CanvasRenderingContext2D;
    const line = Uint32Array.from(
      { length: 256 },
      (_, i) => pixels[Math.round((i / 255) * (pixels.length - 1))] ?? 0,
    );
    context.putImageData(new ImageData(new Uint8ClampedArray(line.buffer), 256, 1), 0, 0);
  }
}
