// Light or dark: as the system says, or as chosen here. Canvases ask for colours by their name in the
// style sheet.
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
    // Where nothing may be kept, the choice lasts as long as the page.
  }
  tell();
}

export function restoreTheme(): void {
  try {
    const choice = localStorage.getItem(kept);
    if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice;
  } catch {
    // As above.
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

/** The diverging map of the theme. */
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

/** What a colour of the style sheet is in this theme, for canvases. */
export function colour(name: string): string {
  if (probe === undefined) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}

/** Colours of lines: apart in hue and in lightness. */
export const lineColours = ['line-1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'] as const;

export const stillPlease = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
