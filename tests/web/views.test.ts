// The other views show the right values. The expected ones come from the formula, in float64.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { cellAt, exact, frequency } from './formula.js';
import { drawn, drawnCount, hasChromium, numberOf, readout, Site } from './site.js';

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
      'Channels: there is no channel 64; expected numbers from 0 to 63',
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

  it('waves: a pair and longer waves if no channels are given, even if there are only few', async () => {
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
    // Channels 16 to 31 belong to the second axis. Channel 20 is the sine of pair 2 of these 16.
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
    // Channel 0 belongs to the first axis, which is held at 3.
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

  it('accuracy: float32 angles lose digits at later positions, posenc does not', async () => {
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
      expect(own).toBeLessThan(bound);
      expect(own).toBeGreaterThan(1e-8);
    }
    // NumPy gives these errors for 512 channels, over all positions up to each one: 6.6e-5, 1.1e-3, 0.15.
    expect(at['512']?.float32).toBeLessThan(6.7e-5);
    expect(at['512']?.float32).toBeGreaterThan(1e-5);
    expect(at['8,192']?.float32).toBeLessThan(1.2e-3);
    expect(at['1,048,576']?.float32).toBeLessThan(0.16);
    expect(at['1,048,576']?.float32).toBeGreaterThan(0.02);
    await close();
  });
});
