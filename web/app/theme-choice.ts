// The choice of light or dark colours, in the corner of the page.
import { h } from '../ui/dom.js';
import { chooseTheme, chosenTheme, type ThemeChoice } from '../ui/theme.js';

export function themeSelect(): HTMLElement {
  const names: [ThemeChoice, string][] = [
    ['system', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ];
  const select = h(
    'select',
    { 'aria-label': 'Colours', name: 'theme' },
    ...names.map(([value, name]) => h('option', { value }, name)),
  );
  select.value = chosenTheme();
  select.addEventListener('change', () => chooseTheme(select.value as ThemeChoice));
  return select;
}
