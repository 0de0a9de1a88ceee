// The values that the page must show, by the formula in float64, and where they are on the screen.
import type { Page } from 'playwright';

/** Vaswani et al. 2017, section 3.5. */
export const frequency = (pair: number, channels: number) => 10000 ** ((-2 * pair) / channels);
export const exact = (position: number, channel: number, channels: number) => {
  const angle = position * frequency(channel >> 1, channels);
  return channel % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
};

/** The place of a cell on the screen, in a plot that shows all of rows x columns. */
export async function cellAt(
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
