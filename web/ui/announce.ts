// Text for screen readers. It is announced once the pointer or the cursor has stopped.
import { byId } from './dom.js';

let timer = 0;

export function announce(text: string): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    byId('live').textContent = text;
  }, 200);
}
