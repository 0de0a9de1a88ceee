// The exported files and code give exactly the values of the library.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { encode, init, presets, type SinusoidalOptions } from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, Site } from './site.js';

async function saved(page: Page, kind: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(`#save-${kind}`)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Reads a file as NumPy does, by the length and the dictionary of its header. */
function readNpy(bytes: Buffer): { shape: number[]; values: Float32Array } {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x93NUMPY\x01\x00');
  const length = bytes.readUInt16LE(8);
  const header = bytes.subarray(10, 10 + length).toString('latin1');
  expect((10 + length) % 64).toBe(0);
  expect(header.endsWith('\n')).toBe(true);
  const found = header.match(/^\{'descr': '<f4', 'fortran_order': False, 'shape': \(([\d, ]+)\), \} *\n$/);
  const shape = (found?.[1] ?? '')
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number);
  const data = bytes.subarray(10 + length);
  return {
    shape,
    values: new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length)),
  };
}

const bitsOf = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

interface Case {
  hash: string;
  shape: number[];
  options: () => SinusoidalOptions;
}

const cases: Case[] = [
  { hash: '', shape: [512, 128], options: () => ({ grid: [512], channels: 128 }) },
  {
    hash: '#grid&a.axes=3&a.n0=5&a.n1=4&a.n2=3&a.channels=37&a.layout=concatenated&a.phase=cos-sin&a.channelsFirst=1',
    shape: [37, 5, 4, 3],
    options: () => ({
      grid: [5, 4, 3],
      channels: 37,
      layout: 'concatenated',
      phase: 'cos-sin',
      channelsFirst: true,
    }),
  },
  {
    hash: '#waves&a.n0=64&a.channels=20&a.max=500&a.min=0.5&a.end=shift&a.shift=0.5&a.offset=-3&a.step=0.25&a.angles=float32',
    shape: [64, 20],
    options: () => ({
      grid: [64],
      channels: 20,
      timescales: { min: 0.5, max: 500, shift: 0.5 },
      offset: -3,
      step: 0.25,
      angles: 'float32',
    }),
  },
  {
    hash: '#heatmap&a.axes=2&a.n0=6&a.n1=7&a.channels=26&a.split=widths&a.widths=16,8&a.order=reversed',
    shape: [6, 7, 26],
    options: () => ({ grid: [6, 7], channels: 26, split: [16, 8], axisOrder: [1, 0] }),
  },
  {
    hash: '#heatmap&a.channels=6&a.frequencies=1+0.3+0.07&a.positions=0,0.5,-2,1e6',
    shape: [4, 6],
    options: () => ({
      grid: [4],
      channels: 6,
      frequencies: [1, 0.3, 0.07],
      positions: [[0, 0.5, -2, 1e6]],
    }),
  },
  {
    hash: '#heatmap&a.n0=9&a.channels=5&a.declared=12&a.end=endpoint&a.split=padded&a.allowEmpty=1',
    shape: [9, 5],
    options: () => ({
      grid: [9],
      channels: 5,
      declaredChannels: 12,
      timescales: { endpoint: true },
      split: 'padded',
      allowEmptyAxes: true,
    }),
  },
  {
    hash: '#heatmap&a=positional-encodings&a.axes=2&a.n0=8&a.n1=5&a.channels=22&a.version=5&a.channelsFirst=1',
    shape: [22, 8, 5],
    options: () =>
      presets.positionalEncodings({ grid: [8, 5], channels: 22, version: 5, channelsFirst: true }),
  },
  {
    hash: '#heatmap&a=allennlp&a.n0=33&a.channels=31&a.min=2&a.max=5000',
    shape: [33, 31],
    options: () => presets.allennlp({ grid: [33], channels: 31, minTimescale: 2, maxTimescale: 5000 }),
  },
  {
    hash: '#heatmap&a=tensor2tensor&a.axes=2&a.n0=4&a.n1=5&a.channels=30&a.max=500&a.start=3',
    shape: [4, 5, 30],
    options: () => ({
      grid: [4, 5],
      channels: 30,
      layout: 'concatenated',
      split: 'padded',
      timescales: { max: 500, endpoint: true },
      offset: 3,
    }),
  },
  {
    hash: '#heatmap&a=fairseq&a.n0=9&a.channels=7&a.padding=0',
    shape: [9, 7],
    options: () => presets.fairseq({ grid: [9], channels: 7, paddingIndex: 0 }),
  },
  {
    hash: '#heatmap&a=whisper&a.n0=40&a.channels=16',
    shape: [40, 16],
    options: () => ({ grid: [40], channels: 16, layout: 'concatenated', timescales: { endpoint: true } }),
  },
  {
    hash: '#heatmap&a=mae&a.channels=64',
    shape: [14, 14, 64],
    options: () => ({ grid: [14, 14], channels: 64, layout: 'concatenated', axisOrder: [1, 0] }),
  },
];

describe.skipIf(!hasChromium)('an export', () => {
  const site = new Site();
  let folder: string;
  beforeAll(async () => {
    await init();
    await site.start();
    folder = await mkdtemp(join(tmpdir(), 'posenc-page-'));
  });
  afterAll(async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the code that the page shows, with the built package, and returns the values it makes. */
  async function runCode(code: string, names: string[]): Promise<Buffer[]> {
    const library = new URL('../../dist/js/index.node.js', import.meta.url).href;
    expect(code).toContain("from 'posenc'");
    const report = names.map((name) => `Buffer.from(${name}.buffer).toString('base64')`).join(',');
    const path = join(folder, `${Math.random()}.mjs`);
    await writeFile(
      path,
      `${code.replace("'posenc'", `'${library}'`)}\nconsole.log([${report}].join(' '));\n`,
    );
    const output = execFileSync(process.execPath, [path], { encoding: 'utf8', maxBuffer: 1 << 28 });
    return output
      .trim()
      .split(' ')
      .map((text) => Buffer.from(text, 'base64'));
  }

  it.each(cases)('has the library’s values bit for bit, and so has the code: $hash', async (one) => {
    const { page, close } = await site.open(one.hash);
    const expected = encode(one.options());
    const { name, bytes } = await saved(page, 'npy');
    expect(name).toMatch(new RegExp(`-${one.shape.join('x')}\\.npy$`));
    const { shape, values } = readNpy(bytes);
    expect(shape).toEqual(one.shape);
    expect(bitsOf(values).equals(bitsOf(expected))).toBe(true);
    const [made] = await runCode((await page.textContent('#code')) as string, ['values']);
    expect(made?.equals(bitsOf(expected))).toBe(true);
    await close();
  });

  it('is of the chosen encoding, and the code makes both and their difference', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=8&a.channels=6&b.n0=8&b.channels=6&compare=1');
    await page.selectOption('#which', 'B');
    const a = encode({ grid: [8], channels: 6 });
    const b = encode({ grid: [8], channels: 6, layout: 'concatenated' });
    const { bytes } = await saved(page, 'npy');
    expect(bitsOf(readNpy(bytes).values).equals(bitsOf(b))).toBe(true);
    const made = await runCode((await page.textContent('#code')) as string, ['a', 'b', 'difference']);
    const difference = a.map((value, i) => value - (b[i] as number));
    for (const [i, expected] of [a, b, difference].entries())
      expect(made[i]?.equals(bitsOf(expected))).toBe(true);
    await close();
  });

  it('as CSV has a line for each row, and values that can be read back exactly', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=50&a.channels=12&a.offset=1000');
    const { bytes } = await saved(page, 'csv');
    const lines = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    expect(lines[0]).toEqual(['point\\channel', ...Array.from({ length: 12 }, (_, c) => String(c))]);
    const values = Float32Array.from(lines.slice(1).flatMap((cells) => cells.slice(1).map(Number)));
    expect(lines.slice(1).map(([row]) => Number(row))).toEqual(Array.from({ length: 50 }, (_, i) => i));
    const expected = encode({ grid: [50], channels: 12, offset: 1000 });
    expect(bitsOf(values).equals(bitsOf(expected))).toBe(true);
    await close();
  });

  it('as PNG has a pixel for each value, lighter for values nearer to zero', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=40&a.channels=16', { colorScheme: 'light' });
    const { bytes } = await saved(page, 'png');
    const picture = await page.evaluate(async (base64) => {
      const binary = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([binary], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context?.drawImage(bitmap, 0, 0);
      const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
      return { width: bitmap.width, height: bitmap.height, data: Array.from(data) };
    }, bytes.toString('base64'));
    expect([picture.width, picture.height]).toEqual([16, 40]);
    const values = encode({ grid: [40], channels: 16 });
    const pixels = Array.from(values, (value, i) => {
      const [r = 0, g = 0, b = 0] = picture.data.slice(4 * i, 4 * i + 3);
      return { value, warm: r - b, light: 0.2126 * r + 0.7152 * g + 0.0722 * b };
    });
    for (const { value, warm } of pixels.filter((pixel) => Math.abs(pixel.value) > 0.1))
      expect(Math.sign(warm)).toBe(Math.sign(value));
    const bySize = pixels.filter(({ value }) => value > 0).sort((a, b) => a.value - b.value);
    for (let i = 1; i < bySize.length; ++i)
      expect(bySize[i]?.light ?? 0).toBeLessThanOrEqual((bySize[i - 1]?.light ?? 0) + 0.8);
    await close();
  });

  it('is refused with an explanation if it is too large', async () => {
    const { page, close } = await site.open('#heatmap&a.n0=8192&a.channels=2048');
    await page.click('#save-csv');
    await page.waitForSelector('#problem:not([hidden])');
    expect(await page.textContent('#problem')).toContain('take NPY');
    await page.click('#copy-code');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.textContent('#code'));
    await close();
  });
});
