// What the views show is so: every number here comes from the formula, in float64.

import type { Page } from 'playwright';
import { encode, init } from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourMap } from '../../web/colours.js';
import { drawn, drawnCount, hasChromium, numberOf, readout, Site } from './site.js';

/** Vaswani et al. 2017, section 3.5. */
const frequency = (pair: number, channels: number) => 10000 ** ((-2 * pair) / channels);
const exact = (position: number, channel: number, channels: number) => {
  const angle = position * frequency(channel >> 1, channels);
  return channel % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
};

/** Where a cell is on the screen, of a plot that shows all of rows x columns. */
async function cellAt(
  page: Page,
  selector: string,
  row: number,
  column: number,
  rows: number,
  columns: number,
) {
  await page.locator(selector).scrollIntoViewIfNeeded();
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  const [left, top] = [50, 36];
  return {
    x: box.x + left + ((column + 0.5) / columns) * (box.width - left - 1),
    y: box.y + top + ((row + 0.5) / rows) * (box.height - top - 1),
  };
}

describe.skipIf(!hasChromium)('the heatmap', () => {
  const site = new Site();
  beforeAll(async () => {
    await init();
    await site.start();
  });
  afterAll(() => site.stop());
  const plot = '[data-panel="a"] .matrix';

  it('reads the exact value under the pointer', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=40&a.channels=32');
    await drawn(page, 'heatmap');
    const { x, y } = await cellAt(page, plot, 17, 6, 40, 32);
    await page.mouse.move(x, y);
    await page.waitForFunction(() => document.querySelector('.readout dd')?.textContent === '17');
    const { Value, Channel } = await readout(page, 'heatmap');
    expect(numberOf(Value)).toBeCloseTo(exact(17, 6, 32), 6);
    expect(Channel).toBe(`6 · sin, wavelength ${((2 * Math.PI) / frequency(3, 32)).toPrecision(4)}`);
    await page.waitForFunction(() => document.querySelector('#live')?.textContent?.includes('Position 17'));
    await close();
  });

  it.each(['light', 'dark'] as const)('has in each cell the colour of its value, %s', async (colorScheme) => {
    const { page, close } = await site.open('#heatmap&a.n0=20&a.channels=16&heatmap.at=19,15', {
      colorScheme,
    });
    await drawn(page, 'heatmap');
    const map = colourMap(colorScheme);
    for (const [row, column] of [
      [0, 0],
      [0, 1],
      [3, 0],
      [5, 2],
      [11, 4],
      [18, 7],
    ] as const) {
      const { x, y } = await cellAt(page, plot, row, column, 20, 16);
      const pixel = await page.evaluate(
        ([selector, px, py]) => {
          const canvas = document.querySelector<HTMLCanvasElement>(`${selector} canvas`) as HTMLCanvasElement;
          const box = canvas.getBoundingClientRect();
          const context = canvas.getContext('2d') as CanvasRenderingContext2D;
          return [...context.getImageData(Math.round(px - box.left), Math.round(py - box.top), 1, 1).data];
        },
        [plot, x, y] as const,
      );
      const step = Math.round(((exact(row, column, 16) + 1) / 2) * (map.length - 1));
      for (const [i, part] of (map[step] ?? []).entries())
        expect(Math.abs(part - (pixel[i] as number)), `${row}, ${column}`).toBeLessThanOrEqual(1);
    }
    await close();
  });

  it('zooms, moves and jumps', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=512&a.channels=128');
    await drawn(page, 'heatmap');
    const redrawn = async (work: () => Promise<unknown>) => {
      const before = await drawnCount(page, 'heatmap');
      await work();
      await drawn(page, 'heatmap', before);
    };
    const region = async () => {
      await page.waitForTimeout(600);
      return (new URLSearchParams(await page.evaluate(() => location.hash)).get('heatmap.region') ?? '')
        .split(',')
        .map(Number);
    };
    await redrawn(() => page.click('button[aria-label="Zoom in"]'));
    const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = await region();
    expect([x1 - x0, y1 - y0]).toEqual([64, 256]);
    const { x, y } = await cellAt(page, plot, 5, 5, 10, 10);
    await redrawn(async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x - 50, y - 40, { steps: 4 });
      await page.mouse.up();
    });
    const [, , moved = 0] = await region();
    expect(moved).toBeGreaterThan(y0);
    await redrawn(async () => {
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -120);
      await page.keyboard.up('Control');
    });
    const [, , low = 0, high = 0] = await region();
    expect(high - low).toBeLessThan(256);
    await redrawn(() => page.mouse.dblclick(x, y));
    await redrawn(() => page.click('text=Fit'));
    expect(await page.evaluate(() => location.hash)).toContain('heatmap.at');
    await page.fill('input[name="heatmap.row"]', '300');
    await page.fill('input[name="heatmap.column"]', '77');
    await page.waitForFunction(() => document.querySelector('.readout dd')?.textContent === '300');
    await page.waitForFunction(() =>
      document.querySelectorAll('.readout dd')[1]?.textContent?.startsWith('77'),
    );
    expect(numberOf((await readout(page, 'heatmap')).Value)).toBeCloseTo(exact(300, 77, 128), 6);
    await close();
  });

  it('reads what a finger taps', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=40&a.channels=32', {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 800 },
    });
    await drawn(page, 'heatmap');
    const { x, y } = await cellAt(page, plot, 21, 9, 40, 32);
    await page.touchscreen.tap(x, y);
    await page.waitForFunction(() => document.querySelector('.readout dd')?.textContent === '21');
    expect(numberOf((await readout(page, 'heatmap')).Value)).toBeCloseTo(exact(21, 9, 32), 6);
    await close();
  });

  it('leaves the wheel to the page until it is focused', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=512&a.channels=128', {
      viewport: { width: 1200, height: 500 },
    });
    await drawn(page, 'heatmap');
    const { x, y } = await cellAt(page, plot, 1, 5, 10, 10);
    await page.mouse.move(x, y);
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((old) => scrollY > old, before);
    expect(await page.evaluate(() => location.hash)).not.toContain('region');
    await close();
  });

  it('compares two with one cross-hair, and shows their difference', async () => {
    const { page, close } = await site.open('#heatmap&compare=1&a.n0=30&a.channels=16&b.n0=30&b.channels=16');
    await drawn(page, 'heatmap');
    const { x, y } = await cellAt(page, '[data-panel="difference"] .matrix', 7, 9, 30, 16);
    await page.mouse.move(x, y);
    await page.waitForFunction(() => document.querySelector('.readout dd')?.textContent === '7');
    const shown = await readout(page, 'heatmap');
    const b = encode({ grid: [30], channels: 16, layout: 'concatenated' })[7 * 16 + 9] as number;
    expect(numberOf(shown.A)).toBeCloseTo(exact(7, 9, 16), 6);
    expect(numberOf(shown.B)).toBeCloseTo(b, 6);
    expect(numberOf(shown['A − B'])).toBeCloseTo(exact(7, 9, 16) - b, 3);
    await close();
  });

  it('says so where there is no difference', async () => {
    const { page, close } = await site.open(
      '#heatmap&compare=1&a.n0=30&a.channels=16&b=positional-encodings&b.n0=30&b.channels=16',
    );
    await page.waitForFunction(
      () => document.querySelector('[data-panel="difference"] h3')?.textContent === 'A − B: no difference',
    );
    await page.focus('[data-panel="a"] .matrix');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.querySelector('.readout dd')?.textContent === '8');
    expect(await page.textContent('[data-panel="difference"] h3')).toBe('A − B: no difference');
    await page.check('input[name="a.phase"][value="cos-sin"]');
    await page.waitForFunction(
      () => document.querySelector('[data-panel="difference"] h3')?.textContent === 'A − B',
    );
    await close();
  });

  it('scales the difference to what there is of it', async () => {
    const hash =
      '#heatmap&compare=1&a.n0=64&a.channels=64&a.offset=1000000&b.n0=64&b.channels=64&b.offset=1000000&b.layout=interleaved&b.angles=float32';
    const { page, close } = await site.open(hash);
    const options = { grid: [64], channels: 64, offset: 1e6 };
    const a = encode(options);
    const b = encode({ ...options, angles: 'float32' });
    const most = a.reduce((found, value, i) => Math.max(found, Math.abs(value - (b[i] as number))), 0);
    const end = page.locator('[data-panel="difference"] .legend-ticks span').last();
    await page.waitForFunction(
      () => document.querySelector('[data-panel="difference"] .legend-ticks')?.textContent !== '−101+1',
    );
    expect(numberOf((await end.textContent())?.replace('+', ''))).toBeCloseTo(most, 2);
    await close();
  });
});

describe.skipIf(!hasChromium)('the other views', () => {
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.stop());

  it('waves: the wavelengths and the values of channels', async () => {
    const { page, close } = await site.open('#waves&a.channels=64&waves.channels=0,21,40&waves.span=799');
    await drawn(page, 'waves');
    const rows = await page.$$eval('#panel-waves tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    expect(rows.map(([channel, wave]) => [channel, wave])).toEqual([
      ['0', 'sin'],
      ['21', 'cos'],
      ['40', 'sin'],
    ]);
    for (const [i, pair] of [0, 10, 20].entries())
      expect(numberOf(rows[i]?.[3])).toBeCloseTo(
        Number(((2 * Math.PI) / frequency(pair, 64)).toPrecision(4)),
        6,
      );
    await page.fill('input[name="waves.channels"]', '0, 64');
    await page.waitForSelector('#problem:not([hidden])');
    expect(await page.textContent('#problem')).toBe(
      'Channels: 64 is not there; expected numbers from 0 to 63',
    );
    await page.fill('input[name="waves.channels"]', '0, 21, 40');
    await page.waitForSelector('#problem', { state: 'hidden' });
    await page.waitForFunction(() => document.querySelectorAll('#panel-waves tbody tr').length === 3);
    await page.focus('#panel-waves .chart');
    await page.keyboard.press('Home');
    for (let i = 0; i < 5; ++i) await page.keyboard.press('Shift+ArrowRight');
    expect(numberOf((await readout(page, 'waves')).Position)).toBe(50);
    const value = await page.textContent('#panel-waves tbody tr:nth-child(2) .value');
    expect(numberOf(value ?? '')).toBeCloseTo(exact(50, 21, 64), 5);
    await close();
  });

  it('waves: a pair and longer waves where no channels are asked for, however few there are', async () => {
    const { page, close } = await site.open('#waves&a.channels=5&a.layout=concatenated');
    await drawn(page, 'waves');
    const channels = () =>
      page.$$eval('#panel-waves tbody th', (all) => all.map((one) => Number(one.textContent)));
    // Sines 0 to 2, cosines 3 and 4: the first pair, and the sine of the second.
    expect(await channels()).toEqual([0, 3, 1]);
    expect(await page.isVisible('#problem')).toBe(false);
    await close();
  });

  it('similarity: the sum of cosines of the distance', async () => {
    const { page, close } = await site.open('#similarity&a.channels=64&similarity.measure=dot');
    await drawn(page, 'similarity');
    const shown = await readout(page, 'similarity');
    expect(shown.Positions).toBe('48 and 96');
    const sum = Array.from({ length: 32 }, (_, i) => Math.cos(48 * frequency(i, 64))).reduce((a, b) => a + b);
    expect(numberOf(shown.Similarity)).toBeCloseTo(sum, 3);
    await page.focus('#panel-similarity .chart');
    await page.keyboard.press('Home');
    expect(numberOf((await readout(page, 'similarity')).Mean)).toBe(32);
    await page.check('input[name="similarity.measure"][value="cosine"]');
    await page.waitForFunction(
      () => document.querySelector('#panel-similarity .legend-ticks')?.textContent === '−10+1',
    );
    await close();
  });

  it('path: the values of chosen channels', async () => {
    const { page, close } = await site.open(
      '#path&a.channels=32&path.space=channels&path.dimensions=2&path.channels=4,9',
    );
    await drawn(page, 'path');
    await page.focus('.path');
    await page.keyboard.press('ArrowRight');
    const place = (await readout(page, 'path')).Place?.split(', ').map(numberOf) ?? [];
    expect(place[0]).toBeCloseTo(exact(1, 4, 32), 2);
    expect(place[1]).toBeCloseTo(exact(1, 9, 32), 2);
    await close();
  });

  it('grids: a channel, and the similarity of a clicked pixel to the others', async () => {
    const { page, close } = await site.open(
      '#grid&a.axes=2&a.n0=16&a.n1=12&a.channels=32&grid.measure=dot&grid.channel=20',
    );
    await drawn(page, 'grid');
    const image = '#panel-grid .panel:nth-child(1) .matrix';
    const { x, y } = await cellAt(page, image, 9, 5, 16, 12);
    await page.mouse.click(x, y);
    await page.waitForFunction(() =>
      document.querySelector('#panel-grid')?.textContent?.includes('Similarity to (9, 5)'),
    );
    const other = await cellAt(page, image, 2, 3, 16, 12);
    await page.mouse.move(other.x, other.y);
    await page.waitForFunction(
      () => document.querySelector('#panel-grid .readout dd')?.textContent === '(2, 3)',
    );
    const shown = await readout(page, 'grid');
    // Channels 16 to 31 are the block of the second axis, of 16 channels: 20 is its pair 2.
    expect(numberOf(shown.Channel)).toBeCloseTo(Math.sin(3 * frequency(2, 16)), 5);
    const along = (distance: number) =>
      Array.from({ length: 8 }, (_, i) => Math.cos(distance * frequency(i, 16))).reduce((a, b) => a + b);
    expect(numberOf(shown.Similarity)).toBeCloseTo(along(7) + along(2), 2);
    await page.click('.sheet button:nth-child(2)');
    await page.waitForSelector('.sheet button:nth-child(2)[aria-pressed="true"]');
    await close();
  });

  it('grids: slices of three axes', async () => {
    const { page, close } = await site.open(
      '#grid&a.axes=3&a.n0=6&a.n1=7&a.n2=8&a.channels=48&grid.plane=1-2&grid.slice=3&grid.channel=0',
    );
    await drawn(page, 'grid');
    const { x, y } = await cellAt(page, '#panel-grid .panel:nth-child(1) .matrix', 2, 5, 7, 8);
    await page.mouse.move(x, y);
    await page.waitForFunction(
      () => document.querySelector('#panel-grid .readout dd')?.textContent === '(2, 5)',
    );
    // Channel 0 is of the first axis, which is held at 3.
    expect(numberOf((await readout(page, 'grid')).Channel)).toBeCloseTo(Math.sin(3), 5);
    await close();
  });

  it('clocks: the angle of a shift, the same at every position', async () => {
    const { page, close } = await site.open(
      '#clocks&a.channels=32&clocks.count=4&clocks.shift=5&clocks.position=10',
    );
    await drawn(page, 'clocks');
    const angles = () => page.$$eval('.clock .angle', (all) => all.map((one) => one.textContent));
    const expected = [0, 4, 8, 12].map(
      (pair) =>
        `${((((5 * frequency(pair, 32) * 180) / Math.PI) % 360) + 360).toFixed(1).replace(/^3[6-9]\d|^[4-7]\d\d/, (n) => String(Number(n) - 360))}°`,
    );
    expect(await angles()).toEqual(expected);
    const before = await drawnCount(page, 'clocks');
    await page.fill('input[name="clocks.position"]', '400');
    await drawn(page, 'clocks', before);
    expect(await angles()).toEqual(expected);
    const box = await page.locator('.clock svg').first().boundingBox();
    if (box === null) throw new Error('no clock');
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(cx + 30, cy);
    await page.mouse.down();
    await page.mouse.move(cx, cy - 30, { steps: 6 });
    await page.mouse.up();
    // A quarter turn of the fastest clock is a quarter of its wavelength.
    await page.waitForFunction(
      () =>
        Math.abs(
          Number(document.querySelector<HTMLInputElement>('input[name="clocks.position"]')?.value) -
            400 -
            Math.PI / 2,
        ) < 0.1,
    );
    await close();
  });

  it('sentence: a row for each token', async () => {
    const { page, close } = await site.open('#sentence&a.channels=32&sentence.text=Don’t+stop,+don’t+stop!');
    await drawn(page, 'sentence');
    const tokens = await page.$$eval('.bars .token', (all) => all.map((one) => one.textContent));
    expect(tokens).toEqual(['Don’t', 'stop', ',', 'don’t', 'stop', '!']);
    const alike = (await page.$$eval('.bars .amount', (all) => all.map((one) => one.textContent ?? ''))).map(
      numberOf,
    );
    const cosine = (k: number) =>
      Array.from({ length: 16 }, (_, i) => Math.cos(k * frequency(i, 32))).reduce((a, b) => a + b) / 16;
    for (const [k, value] of alike.entries()) expect(value).toBeCloseTo(cosine(k), 3);
    await page.fill('input[name="sentence.text"]', '   ');
    await page.waitForSelector('#panel-sentence .empty');
    await close();
  });

  it('accuracy: float32 angles lose digits with the position, posenc does not', async () => {
    const { page, close } = await site.open('#accuracy');
    await drawn(page, 'accuracy');
    const rows = await page.$$eval('#panel-accuracy tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
    const value = (text = '') => {
      const [mantissa, power = ''] = text.split('×10');
      return (
        Number(mantissa) * 10 ** Number([...power].map((d) => (d === '⁻' ? '-' : digits.indexOf(d))).join(''))
      );
    };
    const at: Record<string, { float32: number; own: number }> = Object.fromEntries(
      rows.map(([position, float32, own]) => [position, { float32: value(float32), own: value(own) }]),
    );
    expect(Object.keys(at)).toHaveLength(7);
    for (const { own } of Object.values(at)) {
      expect(own).toBeLessThan(2e-7);
      expect(own).toBeGreaterThan(1e-8);
    }
    // What NumPy finds for 512 channels, over all positions up to each: 6.6e-5, 1.1e-3, 0.15.
    expect(at['512']?.float32).toBeLessThan(6.7e-5);
    expect(at['512']?.float32).toBeGreaterThan(1e-5);
    expect(at['8,192']?.float32).toBeLessThan(1.2e-3);
    expect(at['1,048,576']?.float32).toBeLessThan(0.16);
    expect(at['1,048,576']?.float32).toBeGreaterThan(0.02);
    await close();
  });
});
