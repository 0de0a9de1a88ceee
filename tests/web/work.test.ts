// How much work the page does, and where: only what is visible is asked for, and a worker computes it. These
// are counts, so they hold on any machine.
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { finely, quickly, type Region, render } from '../../web/drawing/raster.js';
import { Client } from '../../web/worker/client.js';
import { drawn, drawnCount, hasChromium, Site } from './site.js';

describe('a picture', () => {
  const [width, height] = [800, 600];
  const channels = 4096;

  /** The rows that are read for a picture of a matrix. */
  function rowsRead(rows: number, region: Region, most: number): number[] {
    const read: number[] = [];
    const row = new Float32Array(channels);
    const reader = (index: number) => {
      read.push(index);
      return row;
    };
    const colours = new Uint32Array(3);
    render(reader, rows, channels, { region, width, height, colours, range: 1, most });
    return read;
  }

  const parts = [
    { what: 'all of it', region: { x0: 0, x1: 4096, y0: 0, y1: 8192 } },
    { what: 'a part', region: { x0: 1000, x1: 3000, y0: 2000, y1: 5500 } },
    { what: 'the same part, moved', region: { x0: 1010.5, x1: 3010.5, y0: 2044.25, y1: 5544.25 } },
    { what: 'a few rows', region: { x0: 10, x1: 74, y0: 8000.5, y1: 8050.5 } },
  ];

  it.each(parts)('of 8192 x 4096 reads a few rows for each line of pixels: $what', ({ region }) => {
    for (const most of [quickly, finely]) {
      expect(rowsRead(8192, region, most).length).toBeLessThanOrEqual((most + 1) * height);
    }
  });

  it.each(parts)('of 8192 x 4096 reads no row that is not visible: $what', ({ region }) => {
    const read = rowsRead(8192, region, quickly);
    expect(read.length).toBeGreaterThan(0);
    expect(Math.min(...read)).toBeGreaterThanOrEqual(Math.floor(region.y0));
    expect(Math.max(...read)).toBeLessThan(region.y1);
  });

  it('of a few rows reads each of them at most three times', () => {
    const region = { x0: 10, x1: 74, y0: 8000.5, y1: 8050.5 };
    expect(rowsRead(8192, region, quickly).length).toBeLessThanOrEqual(3 * 51);
  });

  it('of a longer matrix reads no more rows', () => {
    const whole = (rows: number) => rowsRead(rows, { x0: 0, x1: 4096, y0: 0, y1: rows }, quickly).length;
    expect(whole(1e6)).toBe(whole(8192));
  });
});

describe('requests of one lane', () => {
  const posted: { id: number; name: string; args: unknown[] }[] = [];
  let answer: (data: unknown) => void;
  class FakeWorker {
    onmessage?: (event: { data: unknown }) => void;
    constructor() {
      answer = (data) => this.onmessage?.({ data });
    }
    postMessage(message: (typeof posted)[number]) {
      posted.push(message);
    }
  }
  beforeEach(() => {
    posted.length = 0;
    vi.stubGlobal('Worker', FakeWorker);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('are sent one at a time, and of those that wait only the newest is sent at all', async () => {
    const client = new Client();
    const asked = Array.from({ length: 100 }, (_, row) => client.latest('lane', 'values', [], row, 0));
    const last = () => posted.at(-1) as (typeof posted)[number];
    expect(posted.map(({ args }) => args[1])).toEqual([0]);
    answer({ id: last().id, result: 'first' });
    await vi.waitFor(() => expect(posted.map(({ args }) => args[1])).toEqual([0, 99]));
    answer({ id: last().id, result: 'last' });
    const answers = await Promise.all(asked);
    expect(answers[0]).toBe('first');
    expect(answers[99]).toBe('last');
    expect(answers.slice(1, 99).every((one) => one === undefined)).toBe(true);
  });
});

interface Message {
  readonly name: string;
  readonly args: readonly unknown[];
}

interface Log {
  /** How often the page's own thread compiled WebAssembly. */
  compiled: number;
  /** What the page asked its workers. */
  readonly requests: Message[];
  /** Nothing more gets through to the workers. */
  held: boolean;
}

/** Counts, in the page, what its own thread compiles and what it asks its workers. */
function observe(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const log: Log = { compiled: 0, requests: [], held: false };
    (globalThis as unknown as { log: Log }).log = log;
    const wasm = WebAssembly as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming', 'Module']) {
      wasm[name] = new Proxy(wasm[name] as (...args: unknown[]) => unknown, {
        apply(target, self, args) {
          ++log.compiled;
          return Reflect.apply(target, self, args);
        },
        construct(target, args) {
          ++log.compiled;
          return Reflect.construct(target, args) as object;
        },
      });
    }
    const post = Worker.prototype.postMessage as (message: unknown) => void;
    Worker.prototype.postMessage = function (this: Worker, message: Message) {
      log.requests.push(message);
      if (!log.held) post.call(this, message);
    };
  });
}

const logOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { log: Log }).log);

describe.skipIf(!hasChromium)('the page', () => {
  const site = new Site();
  beforeAll(() => site.start());
  afterAll(() => site.stop());

  const plot = '[data-panel="a"] .matrix';

  async function open(hash: string) {
    const { page, complaints, close } = await site.open(hash, {}, observe);
    await drawn(page, 'heatmap');
    return {
      page,
      again: async (work: () => Promise<unknown>) => {
        const before = await drawnCount(page, 'heatmap');
        await work();
        await drawn(page, 'heatmap', before);
      },
      close: async () => {
        expect(complaints).toEqual([]);
        await close();
      },
    };
  }

  it('leaves all computing to its workers', async () => {
    const { page, again, close } = await open('#heatmap&a.n0=2048&a.channels=1024');
    await page.focus(plot);
    await again(() => page.keyboard.press('+'));
    await again(() => page.fill('input[name="a.max"]', '5000'));
    for (const view of ['waves', 'similarity', 'path', 'clocks', 'sentence', 'accuracy'] as const) {
      await page.click(`#tab-${view}`);
      await drawn(page, view);
    }
    const { compiled, requests } = await logOf(page);
    expect(compiled).toBe(0);
    // The counter would have seen it.
    await page.evaluate(() => WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)));
    expect((await logOf(page)).compiled).toBe(1);
    const names = new Set(requests.map(({ name }) => name));
    expect([...names]).toEqual(expect.arrayContaining(['picture', 'values', 'curves', 'similarity', 'path']));
    await close();
  });

  it('asks at 8192 x 4096 for the pixels of the visible part alone', async () => {
    const { page, again, close } = await open('#heatmap&a.n0=8192&a.channels=4096');
    await page.focus(plot);
    for (const key of ['+', '+', '+', '-', '+']) await again(() => page.keyboard.press(key));
    const box = await page.locator(plot).boundingBox();
    if (box === null) throw new Error('no heatmap');
    await page.mouse.move(box.x + 300, box.y + 200);
    await page.mouse.down();
    for (let i = 1; i <= 4; ++i)
      await again(() => page.mouse.move(box.x + 300 - 20 * i, box.y + 200 - 10 * i));
    await page.mouse.up();
    const { requests } = await logOf(page);
    const pictures = requests.filter(({ name }) => name === 'picture').map(({ args }) => args[1]) as {
      region: Region;
      width: number;
      height: number;
    }[];
    const canvas = await page.$eval(`${plot} canvas`, (element) => {
      const { width, height } = element as HTMLCanvasElement;
      return { width, height };
    });
    expect(pictures.length).toBeGreaterThan(9);
    for (const { width, height } of pictures) {
      expect(width).toBeLessThanOrEqual(canvas.width);
      expect(height).toBeLessThanOrEqual(canvas.height);
    }
    // Three times closer by two, and then only moved.
    for (const { region } of pictures.slice(-4)) {
      expect(region.x1 - region.x0).toBeCloseTo(4096 / 8, 6);
      expect(region.y1 - region.y0).toBeCloseTo(8192 / 8, 6);
    }
    // Everything else is about the encoding as a whole or about a single cell.
    const others = new Set(requests.map(({ name }) => name).filter((name) => name !== 'picture'));
    expect([...others].sort()).toEqual(['describe', 'values', 'version']);
    await close();
  });

  it('moves the picture at once, however long its worker takes', async () => {
    const { page, close } = await open('#heatmap&a.n0=8192&a.channels=4096');
    await page.waitForSelector(`${plot}[data-fine="true"]`);
    await page.evaluate(() => {
      const { log } = globalThis as unknown as { log: Log };
      log.held = true;
      log.requests.length = 0;
    });
    await page.focus(plot);
    const pixels = () =>
      page.$eval(`${plot} canvas`, (element) => (element as HTMLCanvasElement).toDataURL());
    for (const key of ['+', '+', '-', '+']) {
      const before = await pixels();
      await page.keyboard.press(key);
      await page.waitForFunction(
        ([selector, old]) =>
          document.querySelector<HTMLCanvasElement>(`${selector} canvas`)?.toDataURL() !== old,
        [plot, before] as const,
      );
    }
    // The first request is on its way, and the others wait for its answer.
    const { requests } = await logOf(page);
    expect(requests.filter(({ name }) => name === 'picture')).toHaveLength(1);
    await close();
  });
});
