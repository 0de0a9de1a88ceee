// The timing view, in a browser with WebGPU and in one without.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, numberOf, Site } from './site.js';

describe.skipIf(!hasChromium).each([{ gpu: true }, { gpu: false }])('with WebGPU: $gpu', ({ gpu }) => {
  const site = new Site();
  beforeAll(() => site.start({ gpu }));
  afterAll(() => site.stop());

  it('measures every way, and explains why one is missing', async () => {
    const { page, complaints, close } = await site.open('#timing&timing.positions=512&timing.channels=128');
    await page.click('#panel-timing button.primary');
    // The page can be used in the meantime.
    await page.click('#tab-waves');
    expect(await page.isVisible('#panel-waves .chart')).toBe(true);
    await page.click('#tab-timing');
    await page.waitForFunction(
      () => (document.querySelector('#panel-timing .made') as HTMLElement | null)?.dataset.ready === '1',
      undefined,
      { timeout: 60000 },
    );
    const rows = await page.$$eval('#panel-timing tbody tr', (all) =>
      all.map((row) => ({
        id: (row as HTMLElement).dataset.id ?? '',
        cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
      })),
    );
    expect(rows.map(({ id }) => id)).toEqual(['loop', 'wasm', 'wasm-copied', 'webgpu', 'webgpu-read']);
    for (const { id, cells } of rows) {
      if (id.startsWith('webgpu') && !gpu) continue;
      const [median = '', p95 = '', rate = '', error = ''] = cells;
      const milliseconds = numberOf(median.replace(' ms', ''));
      expect(milliseconds, id).toBeGreaterThan(0);
      expect(numberOf(p95.replace(' ms', ''))).toBeGreaterThanOrEqual(milliseconds);
      // The rate is 256 KiB divided by this time.
      const expected = (512 * 128 * 4) / milliseconds / 1e6;
      expect(numberOf(rate.replace(' GB/s', '')) / expected).toBeGreaterThan(0.8);
      expect(numberOf(rate.replace(' GB/s', '')) / expected).toBeLessThan(1.25);
      if (id !== 'webgpu-read') expect(error).toMatch(/^\d\.\d×10⁻[⁷⁸]$/);
    }
    const words = rows.find(({ id }) => id === 'webgpu')?.cells.join(' ') ?? '';
    if (!gpu) expect(words).toMatch(/WebGPU|adapter/);
    console.log(`WebGPU ${gpu ? 'on' : 'off'}: ${words}`);
    expect(complaints.filter((text) => !/WebGPU|GPU adapter/.test(text))).toEqual([]);
    await close();
  });
});
