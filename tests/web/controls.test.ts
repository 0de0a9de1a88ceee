// Every control of every scheme and of every view has an effect.
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../web/model/fields.js';
import { schemes } from '../../web/schemes/schemes.js';
import { drawn, drawnCount, hasChromium, type Opened, Site, views } from './site.js';

/** Values that make every field visible, and small enough to be quick. */
const small: Record<string, string> = {
  axes: '3',
  n0: '6',
  n1: '5',
  n2: '4',
  channels: '24',
  end: 'shift',
  split: 'widths',
  widths: '8,4,2',
};
/** Values that the library accepts together with those above, if it would refuse the next one. */
const numbers: Record<string, number> = { shift: -1, declared: 30 };
const lists: Record<string, string> = {
  widths: '2, 8, 4',
  frequencies: '1, 0.5, 0.25, 0.1',
  positions: '0, 1.5, 3',
};

/** Fields that must keep their defaults so that another field can be changed. */
const without: Record<string, string[]> = {
  axes: ['split', 'widths'],
  split: ['split'],
  frequencies: ['split', 'widths'],
};

function hashOf(scheme: (typeof schemes)[number], left: string[] = []): string {
  const parts = scheme.fields.flatMap(({ id }) =>
    id in small && !left.includes(id) ? [`a.${id}=${small[id]}`] : [],
  );
  return `#heatmap&a=${scheme.id}&${parts.join('&')}`;
}

const code = (page: Page) => page.textContent('#code');

async function changed(page: Page, before: string | null, what: string): Promise<void> {
  await page
    .waitForFunction((old) => document.querySelector('#code')?.textContent !== old, before)
    .catch(() => {
      throw new Error(`${what} changed nothing`);
    });
  expect(
    await page.isVisible('.controls .error'),
    `${what}: ${await page.textContent('.controls .error')}`,
  ).toBe(false);
}

async function use(page: Page, field: Field): Promise<void> {
  const name = `a.${field.id}`;
  const before = await code(page);
  switch (field.kind) {
    case 'number': {
      const box = page.locator(`input[name="${name}"]`);
      const now = Number(await box.inputValue());
      await box.fill(String(numbers[field.id] ?? now + (field.multiple ?? 1)));
      await changed(page, before, `${name}, the box`);
      const between = await code(page);
      await page.locator(`input[name="${name}.slider"]`).focus();
      await page.keyboard.press('PageUp');
      await changed(page, between, `${name}, the slider`);
      return;
    }
    case 'choice': {
      for (const { value } of field.options) {
        const radio = page.locator(`input[name="${name}"][value="${value}"]`);
        if ((await radio.count()) === 0) {
          await page.selectOption(`select[name="${name}"]`, value);
          continue;
        }
        const old = await code(page);
        if (await radio.isChecked()) continue;
        await radio.check();
        await changed(page, old, `${name} = ${value}`);
      }
      return;
    }
    case 'flag':
      await page.check(`input[name="${name}"]`);
      return changed(page, before, name);
    default:
      await page.fill(`input[name="${name}"]`, lists[field.id] as string);
      return changed(page, before, name);
  }
}

describe.skipIf(!hasChromium)('the controls', () => {
  const site = new Site();
  let opened: Opened;
  beforeAll(async () => {
    await site.start();
    opened = await site.open();
  });
  afterAll(async () => {
    await opened?.close();
    await site.stop();
  });

  const all = schemes.flatMap((scheme) => scheme.fields.map((field) => ({ scheme, field, name: field.id })));
  it.each(all)('of $scheme.id: $name', async ({ scheme, field }) => {
    const { page, complaints } = opened;
    await page.goto('about:blank');
    await page.goto(site.address + hashOf(scheme, without[field.id]));
    await drawn(page, 'heatmap');
    const folded = page.locator('.more > summary');
    const isOpen = await page.evaluate(
      () => document.querySelector<HTMLDetailsElement>('details.more')?.open,
    );
    if (field.more && !isOpen) await folded.first().click();
    await use(page, field);
    expect(complaints).toEqual([]);
  });

  it('choose a scheme, and a second scheme to compare with', async () => {
    const { page, close } = await site.open();
    for (const { id, name } of schemes) {
      await page.selectOption('#scheme-a', id);
      await page.waitForFunction(
        (wanted) => document.querySelector('#controls-summary')?.textContent?.startsWith(wanted),
        name,
      );
    }
    await page.check('#compare');
    await page.waitForSelector('[data-panel="difference"]');
    for (const { id } of schemes) await page.selectOption('#scheme-b', id);
    await page.waitForFunction(() => document.querySelector('#code')?.textContent?.includes('presets.mae'));
    await page.uncheck('#compare');
    await page.waitForSelector('[data-panel="difference"]', { state: 'hidden' });
    await close();
  });

  it('start a comparison with an encoding of the same size, and can copy the first one', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=40&a.channels=24&a.max=500');
    const waitFor = (text: string) =>
      page.waitForFunction((wanted) => document.querySelector('#code')?.textContent?.includes(wanted), text);
    await page.check('#compare');
    await waitFor('const b = encode({');
    expect(await page.inputValue('input[name="b.n0"]')).toBe('40');
    expect(await page.inputValue('input[name="b.channels"]')).toBe('24');
    expect(await page.isChecked('input[name="b.layout"][value="concatenated"]')).toBe(true);
    await page.fill('input[name="b.channels"]', '30');
    await page.uncheck('#compare');
    await page.check('#compare');
    await waitFor('channels: 30');
    await page.click('#copy-a');
    await page.waitForFunction(() => !document.querySelector('#code')?.textContent?.includes('channels: 30'));
    expect(await page.inputValue('input[name="b.channels"]')).toBe('24');
    expect(await page.isChecked('input[name="b.layout"][value="interleaved"]')).toBe(true);
    await close();
  });

  it('show the messages of the library, and what they expect', async () => {
    const { page, complaints, close } = await site.open('#heatmap&a.n0=20&a.channels=8');
    await page.click('.more > summary');
    await page.fill('input[name="a.frequencies"]', '1, two');
    await page.waitForSelector('#side-a .error:not([hidden])');
    expect(await page.textContent('#side-a .side > .error')).toMatch(
      /frequencies\[1\] is NaN: expected a finite number/,
    );
    await page.fill('input[name="a.frequencies"]', '1, 2');
    await page.waitForFunction(() =>
      /frequencies/.test(document.querySelector('#side-a .side > .error')?.textContent ?? ''),
    );
    await page.fill('input[name="a.frequencies"]', '');
    await page.waitForSelector('#side-a .side > .error', { state: 'hidden' });
    await page.fill('input[name="a.channels"]', '0.5');
    expect(await page.getAttribute('input[name="a.channels"]', 'aria-invalid')).toBe('true');
    expect(await page.isVisible('text=Expected a whole number from 1 to 8,192.')).toBe(true);
    await page.fill('input[name="a.n0"]', '65536');
    await page.fill('input[name="a.channels"]', '8192');
    await page.waitForSelector('#side-a .side > .error:not([hidden])');
    expect(await page.textContent('#side-a .side > .error')).toContain('at most 268,435,456');
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(views)('of the view %s change the figure and the address', async (view) => {
    const { page, complaints, close } = await site.open(
      `#${view}&a.axes=3&a.n0=12&a.n1=10&a.n2=8&a.channels=48`,
    );
    await drawn(page, view);
    const inputs = await page.$$eval(`#panel-${view} .settings :is(input, select)`, (elements) =>
      elements.map((element) => ({
        name: element.getAttribute('name') as string,
        type: element.getAttribute('type'),
        value: (element as HTMLInputElement).value,
      })),
    );
    if (view !== 'heatmap') expect(inputs.length).toBeGreaterThan(0);
    for (const { name, type, value } of inputs) {
      const id = name.split('.')[1];
      const selector = `#panel-${view} [name="${name}"]${type === 'radio' ? `[value="${value}"]` : ''}`;
      if (!(await page.isVisible(selector))) continue;
      const before = view === 'timing' ? 0 : await drawnCount(page, view);
      if (type === 'radio') {
        if (await page.isChecked(selector)) continue;
        await page.check(selector);
      } else if (type === 'range') {
        await page.focus(selector);
        await page.keyboard.press('ArrowRight');
      } else if (type === 'number') {
        await page.fill(selector, String(Number(value) + 2));
      } else {
        await page.fill(selector, view === 'sentence' ? 'Other words here' : '2, 3, 5');
      }
      await drawn(page, view, before);
      await page.waitForFunction((wanted) => location.hash.includes(wanted), `${view}.${id}=`);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});
