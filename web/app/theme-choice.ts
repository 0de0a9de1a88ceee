// The list in the corner of the page that chooses light or dark colours.
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
