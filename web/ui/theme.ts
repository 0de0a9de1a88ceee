// Light or dark colours, as the system says or as chosen here, and the colours of the style sheet for use
// in canvases.
import { colourMap, pixelsOf, type Rgb, type Theme } from '../drawing/colours.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
const maps = new Map<Theme, { map: Rgb[]; pixels: Uint32Array }>();
const kept = 'posenc-theme';

export type ThemeChoice = Theme | 'system';

export function chosenTheme(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function theme(): Theme {
  const chosen = chosenTheme();
  return chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen;
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    localStorage.setItem(kept, choice);
  } catch {
    // Where storage is not allowed, the choice lasts until the page is closed.
  }
  tell();
}

export function restoreTheme(): void {
  try {
    const choice = localStorage.getItem(kept);
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  } catch {
    // Storage is not allowed.
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

system.addEventListener('change', tell);

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The colour map for values from -1 to 1, which has different colours in each theme. */
export function divergingMap(of: Theme = theme()) {
  const found = maps.get(of) ?? mapOf(of);
  maps.set(of, found);
  return found;
}

function mapOf(of: Theme) {
  const map = colourMap(of);
  return { map, pixels: pixelsOf(map) };
}

let probe: HTMLElement | undefined;

/** The present value of a colour of the style sheet. */
export function colour(name: string): string {
  if (probe === undefined) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

/** Colours for lines, which differ in hue and in lightness. */
export const lineColours = ['line-1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'] as const;

export const stillPlease = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
