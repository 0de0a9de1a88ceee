// The page for everyone: checks by axe, use by keyboard, screen readers, narrow screens, less motion.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawn, drawnCount, hasChromium, numberOf, readout, Site, views } from './site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string; failureSummary: string }[];
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe: own } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: Violation[] }> };
    };
    return (await own.run({ resultTypes: ['violations'] })).violations;
  });
  return found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`,
  );
}

const live = (page: Page) => page.textContent('#live');
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.getAttribute('name') ?? element?.id ?? '';
  });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 120; ++i) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab does not come to ${selector}`);
}

describe.skipIf(!hasChromium)('the page', () => {
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.stop());

  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [360, 1440].map((width) => ({ colorScheme, width })),
  );

  it.each(looks)(
    'passes the checks of axe in $colorScheme at $width pixels',
    async ({ colorScheme, width }) => {
      const options = { colorScheme, viewport: { width, height: 800 } };
      const { page, complaints, close } = await site.open(
        '#heatmap&a.axes=2&a.n0=12&a.n1=12&a.channels=64',
        options,
      );
      if (width < 960) await page.click('#controls > summary');
      await page.click('.more > summary');
      for (const view of views) {
        await page.click(`#tab-${view}`);
        await drawn(page, view);
        expect(await violations(page), view).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide, `${view} is wider than the screen`).toBeLessThanOrEqual(0);
      }
      await page.check('#compare');
      await page.click('#tab-heatmap');
      await page.check('input[name="heatmap.table"]');
      await page.waitForSelector('.tables td.here');
      await page.fill('input[name="b.channels"]', '0');
      expect(await violations(page), 'compared, with a table and an error').toEqual([]);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('can be used with the keyboard alone', async () => {
    const { page, complaints, close } = await site.open('#heatmap&a.n0=64&a.channels=32&heatmap.at=2,3');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the view');
    await tabTo(page, 'input[name="a.channels"]');
    await page.keyboard.press('ArrowUp');
    expect(await page.inputValue('input[name="a.channels"]')).toBe('33');
    await tabTo(page, '[role="tab"][aria-selected="true"]');
    for (const view of [...views.slice(1), 'heatmap']) {
      await page.keyboard.press('ArrowRight');
      expect(await page.isVisible(`#panel-${view}`), view).toBe(true);
      expect(await focused(page)).toBe(`tab-${view}`);
    }
    await tabTo(page, '#panel-heatmap .matrix');
    for (const key of ['ArrowDown', 'ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.waitForFunction(() => document.querySelector('#live')?.textContent?.includes('Position 13,'));
    expect(await live(page)).toMatch(/Channel 4 · sin, wavelength .*Value [+−]/);
    const before = await drawnCount(page, 'heatmap');
    await page.keyboard.press('+');
    await drawn(page, 'heatmap', before);
    await page.keyboard.press('End');
    await page.keyboard.press('Control+End');
    await page.waitForFunction(() => document.querySelector('#live')?.textContent?.includes('Position 63,'));
    await page.keyboard.press('0');
    await tabTo(page, '#save-npy');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('sinusoidal-64x33.npy');
    expect(complaints).toEqual([]);
    await close();
  });

  it('has keys for every cursor', async () => {
    const { page, close } = await site.open('#waves&a.channels=64&waves.channels=0,1&waves.span=100');
    await drawn(page, 'waves');
    await page.focus('#panel-waves .chart');
    await page.keyboard.press('End');
    expect(numberOf((await readout(page, 'waves')).Position)).toBe(100);
    await page.click('#tab-similarity');
    await drawn(page, 'similarity');
    await page.focus('#panel-similarity .matrix');
    await page.keyboard.press('Home');
    expect((await readout(page, 'similarity')).Positions).toBe('48 and 0');
    await page.click('#tab-path');
    await drawn(page, 'path');
    await page.focus('#panel-path .path');
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', '>']) await page.keyboard.press(key);
    expect((await readout(page, 'path')).Position).toBe('2');
    await page.click('#tab-sentence');
    await drawn(page, 'sentence');
    await page.focus('#panel-sentence .matrix');
    await page.keyboard.press('ArrowDown');
    expect((await readout(page, 'sentence')).Token).toBe('animal');
    await page.click('#tab-accuracy');
    await drawn(page, 'accuracy');
    await page.focus('#panel-accuracy .chart');
    await page.keyboard.press('End');
    expect((await readout(page, 'accuracy')).Position).toBe('16,777,216');
    await close();
  });

  it('shows the values around the cursor as a table', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=64&a.channels=32&heatmap.at=10,4&heatmap.table=1');
    await page.waitForSelector('.tables td.here');
    const cell = await page.textContent('.tables td.here');
    expect(numberOf(cell ?? '')).toBeCloseTo(Math.sin(10 * 10000 ** (-4 / 32)), 4);
    expect(await page.textContent('.tables caption')).toBe('positions down, channels across');
    expect(await page.$$eval('.tables thead th', (cells) => cells.map((one) => one.textContent))).toContain(
      '4',
    );
    await close();
  });

  it('moves nothing by itself, and in steps for users who want less motion', async () => {
    const options = { reducedMotion: 'reduce' as const };
    const { page, close } = await site.open('#clocks&clocks.position=3', options);
    await drawn(page, 'clocks');
    await page.waitForTimeout(300);
    expect(await page.inputValue('input[name="clocks.position"]')).toBe('3');
    await page.click('#panel-clocks button');
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="clocks.position"]')?.value === '4',
    );
    await page.click('#panel-clocks button');
    await close();
  });

  it('remembers the chosen colours', async () => {
    const { page, close } = await site.open('', { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.selectOption('select[name="theme"]', 'dark');
    expect(await background()).not.toBe(light);
    await page.reload();
    await drawn(page, 'heatmap');
    expect(await background()).not.toBe(light);
    await page.selectOption('select[name="theme"]', 'system');
    expect(await background()).toBe(light);
    await close();
  });
});
