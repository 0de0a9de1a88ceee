// The heatmap shows the right values. The expected ones come from the formula, in float64.
import { encode, init } from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { colourMap } from '../../web/drawing/colours.js';
import { cellAt, exact, frequency } from './formula.js';
import { drawn, drawnCount, hasChromium, numberOf, readout, Site } from './site.js';

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

  it.each(['light', 'dark'] as const)(
    'draws each cell in the colour of its value, %s',
    async (colorScheme) => {
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
            const canvas = document.querySelector<HTMLCanvasElement>(
              `${selector} canvas`,
            ) as HTMLCanvasElement;
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
    },
  );

  it('zooms, moves and jumps', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=512&a.channels=128');
    await drawn(page, 'heatmap');
    const redrawn = async (work: () => Promise<unknown>) => {
      const before = await drawnCount(page, 'heatmap');
      await work();
      await drawn(page, 'heatmap', before);
    };
    let last: string | null = null;
    const region = async () => {
      // The address follows a little later.
      const found = await page.waitForFunction((old) => {
        const text = new URLSearchParams(location.hash).get('heatmap.region');
        return text === old ? undefined : text;
      }, last);
      last = (await found.jsonValue()) as string;
      return last.split(',').map(Number);
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

  it('reads the cell that a finger taps', async () => {
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

  it('lets the wheel scroll the page until it has the focus', async () => {
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

  it('compares two encodings with one cursor, and shows their difference', async () => {
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

  it('says so if there is no difference', async () => {
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

  it('scales the colours to the largest difference', async () => {
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
