// What is told to those who do not see the figure: said once the pointer or the cursor rests.
import { byId } from './dom.js';

let timer = 0;

export function announce(text: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    byId('live').textContent = text;
  }, 200);
}
