// A picture with a title and a legend above it.
import { h } from '../dom.js';
import { Legend } from './legend.js';

export function framed(picture: Node, attributes: Readonly<Record<string, string>> = {}) {
  const title = h('h3', { class: 'panel-title' });
  const legend = new Legend();
  const head = h('div', { class: 'panel-head' }, title, legend.element);
  return { title, legend, element: h('div', { class: 'panel', ...attributes }, head, picture) };
}
