// The parts of the page that can be tested without a browser: measures, pixels, colours and text.
import {
  differenceEuclidean,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  oklab,
} from 'culori';
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { colourMap, type Rgb, steps } from '../../web/drawing/colours.js';
import { finely, render } from '../../web/drawing/raster.js';
import { literalOf } from '../../web/model/snippet.js';
import { GridEncoding } from '../../web/schemes/sinusoidal/grid-encoding.js';
import { short, signed } from '../../web/ui/format.js';
import { Link } from '../../web/ui/widgets/link.js';
import { ticks } from '../../web/ui/widgets/ticks.js';
import { path } from '../../web/worker/path.js';
import { Recent } from '../../web/worker/recent.js';
import { sample } from '../../web/worker/sample.js';
import { similarity } from '../../web/worker/similarity.js';
import { slice } from '../../web/worker/slice.js';
import { measureWaves } from '../../web/worker/waves.js';

beforeAll(() => posenc.init());

const open = (options: posenc.SinusoidalOptions) => new GridEncoding(posenc, options);

describe('a sample of times', () => {
  // Work of 15 microseconds and a clock that ticks every 100.
  const machine = (interruptions: ReadonlySet<number>) => {
    let time = 0;
    let runs = 0;
    const work = () => {
      time += interruptions.has(runs++) ? 30 : 0.015;
    };
    return { work, now: () => Math.floor(time * 10) / 10 };
  };

  it.each([
    { what: 'no run', interruptions: [] },
    { what: 'the first run', interruptions: [0] },
    { what: 'the second run', interruptions: [1] },
    { what: 'several runs', interruptions: [1, 2, 3, 700, 5000] },
  ])('is right with a coarse clock if the interruptions are in $what', async ({ interruptions }) => {
    const { work, now } = machine(new Set(interruptions));
    const { median, p95 } = await sample(work, now);
    expect(median).toBeGreaterThan(0.0145);
    expect(median).toBeLessThan(0.0155);
    expect(p95).toBeGreaterThanOrEqual(median);
  });
});

describe('the measured waves', () => {
  it.each([
    { channels: 64, max: 10000 },
    { channels: 1024, max: 10000 },
    { channels: 48, max: 1e7 },
    { channels: 10, max: 2 },
  ])('are those of the formula, $channels channels to $max', ({ channels, max }) => {
    const waves = measureWaves(open({ grid: [16], channels, timescales: { max } }));
    for (let c = 0; c < channels; ++c) {
      const exact = max ** (-(c >> 1) / (channels / 2));
      expect(waves.kind[c]).toBe(c % 2 === 0 ? 1 : 2);
      expect(Math.abs((waves.frequency[c] as number) / exact - 1)).toBeLessThan(1e-8);
    }
    expect(Array.from(waves.pairs)).toEqual(Array.from({ length: channels }, (_, c) => c));
  });

  it('know axes, layouts, phases and channels that are constant', () => {
    const waves = measureWaves(
      open({
        grid: [4, 5],
        channels: 19,
        split: [8, 6],
        layout: 'concatenated',
        phase: 'cos-sin',
        axisOrder: [1, 0],
      }),
    );
    expect(Array.from(waves.axis.subarray(0, 14))).toEqual([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(Array.from(waves.kind)).toEqual([2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0, 0]);
    expect(Array.from(waves.frequency.subarray(14))).toEqual([0, 0, 0, 0, 0]);
    expect(Array.from(waves.pairs)).toEqual([10, 6, 11, 7, 12, 8, 13, 9, 3, 0, 4, 1, 5, 2]);
  });

  it('find any frequencies, and a sine without a cosine', () => {
    const frequencies = [3.7, 0.02, 1e-6];
    const waves = measureWaves(open({ grid: [4], channels: 5, frequencies }));
    for (let c = 0; c < 5; ++c)
      expect(Math.abs((waves.frequency[c] as number) / (frequencies[c >> 1] as number) - 1)).toBeLessThan(
        1e-6,
      );
    expect(Array.from(waves.pairs)).toEqual([0, 1, 2, 3]);
  });
});

describe('an encoding at other positions', () => {
  it('is the same function, channels last', () => {
    const encoding = open({ grid: [6], channels: 8, channelsFirst: true, offset: 100, step: 0.5 });
    expect(encoding.shape).toEqual([8, 6]);
    const at = encoding.at([[100, 100.5, 101]]);
    const rows = new Float32Array(24);
    encoding.points(0, 3, rows);
    for (const [i, value] of at.entries()) expect(Math.abs(value - (rows[i] as number))).toBeLessThan(4e-7);
  });
});

describe('similarity', () => {
  it('of the first positions is the sum of cosines of their distance', () => {
    const found = similarity(open({ grid: [64], channels: 32 }), 'dot', 20, false);
    expect(found.size).toBe(20);
    for (let i = 0; i < 20; ++i) {
      for (let j = 0; j < 20; ++j) {
        const exact = Array.from({ length: 16 }, (_, k) => Math.cos((i - j) * 10000 ** (-k / 16))).reduce(
          (a, b) => a + b,
        );
        expect(Math.abs((found.matrix[i * 20 + j] as number) - exact)).toBeLessThan(2e-5);
      }
    }
    for (let d = 0; d < 20; ++d)
      expect((found.most[d] as number) - (found.least[d] as number)).toBeLessThan(4e-5);
  });

  it('of spread positions is by their true distance', () => {
    const found = similarity(open({ grid: [1000], channels: 8 }), 'cosine', 50, true);
    expect(Array.from(found.indices.subarray(0, 3))).toEqual([0, 20, 40]);
    expect(found.distance[2]).toBe(40);
    expect(found.mean[0]).toBeCloseTo(1, 6);
  });

  it('of a slice is transposed if its axes are swapped', () => {
    const encoding = open({ grid: [5, 6, 7], channels: 24 });
    const one = slice(encoding, { rowAxis: 0, columnAxis: 2, held: [0, 4, 0] }, [3, 17], [1, 2], 'dot');
    const other = slice(encoding, { rowAxis: 2, columnAxis: 0, held: [0, 4, 0] }, [3, 17], [2, 1], 'dot');
    expect([one.rows, one.columns, other.rows, other.columns]).toEqual([5, 7, 7, 5]);
    for (let r = 0; r < 5; ++r) {
      for (let c = 0; c < 7; ++c) {
        expect(one.images[35 + r * 7 + c]).toBe(other.images[35 + c * 5 + r]);
        expect(one.similarity[r * 7 + c]).toBeCloseTo(other.similarity[c * 5 + r] as number, 5);
      }
    }
  });
});

describe('the path', () => {
  it('in two channels of a pair is on the circle', () => {
    const found = path(open({ grid: [100], channels: 16 }), 100, false, [4, 5]);
    for (let i = 0; i < 100; ++i)
      expect(Math.hypot(...found.points.subarray(3 * i, 3 * i + 2))).toBeCloseTo(1, 6);
  });

  it('of two circles, in principal components, is those circles', () => {
    // Whole turns of two frequencies: uncorrelated, each of variance 1/2 in its sine and its cosine.
    const frequencies = [1, 3].map((turns) => (2 * Math.PI * turns) / 120);
    const found = path(open({ grid: [120], channels: 4, frequencies }), 120, false, undefined);
    expect(found.shares.map((share) => Math.round(share * 1000) / 1000)).toEqual([0.25, 0.25, 0.25]);
    const three = path(
      open({ grid: [120], channels: 2, frequencies: [frequencies[0] as number] }),
      120,
      false,
      undefined,
    );
    expect(three.shares[0]).toBeCloseTo(0.5, 4);
    expect(three.shares[1]).toBeCloseTo(0.5, 4);
    expect(three.shares[2]).toBeCloseTo(0, 4);
    for (let i = 0; i < 120; ++i)
      expect(Math.hypot(...three.points.subarray(3 * i, 3 * i + 2))).toBeCloseTo(1, 4);
  });
});

describe('pixels', () => {
  const ramp = Uint32Array.from({ length: 2001 }, (_, i) => i);
  const values = (rows: number, columns: number) =>
    Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(i * 12.9898) * 0.99);
  const drawn = (
    data: Float32Array,
    rows: number,
    columns: number,
    region: [number, number, number, number],
    width: number,
    height: number,
  ) => {
    const [x0, x1, y0, y1] = region;
    const read = (row: number) => data.subarray(row * columns, (row + 1) * columns);
    const picture = { region: { x0, x1, y0, y1 }, width, height, colours: ramp, range: 1, most: finely };
    return Array.from(
      new Uint32Array(render(read, rows, columns, picture).buffer),
      (step) => step / 1000 - 1,
    );
  };
  /** The mean over the area of each pixel, computed in the simplest way. */
  const covered = (
    data: Float32Array,
    rows: number,
    columns: number,
    [x0, x1, y0, y1]: [number, number, number, number],
    width: number,
    height: number,
  ) =>
    Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const [left, right] = [x0 + (x * (x1 - x0)) / width, x0 + ((x + 1) * (x1 - x0)) / width];
      const [top, bottom] = [y0 + (y * (y1 - y0)) / height, y0 + ((y + 1) * (y1 - y0)) / height];
      let sum = 0;
      for (let r = 0; r < rows; ++r) {
        for (let c = 0; c < columns; ++c) {
          const across = Math.max(0, Math.min(right, c + 1) - Math.max(left, c));
          const down = Math.max(0, Math.min(bottom, r + 1) - Math.max(top, r));
          sum += across * down * (data[r * columns + c] as number);
        }
      }
      return sum / ((right - left) * (bottom - top));
    });

  it.each([
    { rows: 8, columns: 6, region: [0, 6, 0, 8], width: 60, height: 40 },
    { rows: 30, columns: 40, region: [0, 40, 0, 30], width: 17, height: 11 },
    { rows: 30, columns: 40, region: [3.3, 21.7, 4.9, 12.2], width: 13, height: 19 },
    { rows: 100, columns: 100, region: [0, 100, 0, 100], width: 99, height: 101 },
  ] as const)(
    'are means by area: $rows x $columns, $region in $width x $height',
    ({ rows, columns, region, width, height }) => {
      const data = values(rows, columns);
      const got = drawn(data, rows, columns, [...region], width, height);
      const expected = covered(data, rows, columns, [...region], width, height);
      for (const [i, value] of expected.entries())
        expect(Math.abs((got[i] as number) - value)).toBeLessThan(0.0011);
    },
  );

  it('outside the matrix are transparent', () => {
    const read = () => new Float32Array(4).fill(0.5);
    const picture = {
      region: { x0: 0, x1: 8, y0: 0, y1: 8 },
      width: 8,
      height: 8,
      colours: ramp,
      range: 1,
      most: finely,
    };
    const got = new Uint32Array(render(read, 4, 4, picture).buffer);
    expect(got[0]).toBe(1500);
    expect(got[3 * 8 + 3]).toBe(1500);
    expect(got[4]).toBe(0);
    expect(got[4 * 8]).toBe(0);
  });
});

describe.each(['light', 'dark'] as const)('the colour map, %s', (theme) => {
  const map = colourMap(theme);
  const lightness = ([r, g, b]: Rgb) => oklab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })?.l ?? 0;

  it('changes in lightness by even steps from the middle, equally on both sides', () => {
    const middle = steps / 2;
    const [centre, low, high] = [middle, 0, steps].map((i) => lightness(map[i] as Rgb)) as [
      number,
      number,
      number,
    ];
    expect(Math.abs(low - high)).toBeLessThan(0.01);
    expect(Math.abs(low - centre)).toBeGreaterThan(0.5);
    for (let i = 0; i <= steps; ++i) {
      const share = Math.abs(i - middle) / middle;
      const even = centre + share * (low - centre);
      expect(Math.abs(lightness(map[i] as Rgb) - even), String(i)).toBeLessThan(0.03);
    }
  });

  it('has two sides that can be told apart with any colour vision', () => {
    const distance = differenceEuclidean('oklab');
    for (const see of [filterDeficiencyProt(1), filterDeficiencyDeuter(1), filterDeficiencyTrit(1)]) {
      for (const size of [0.25, 0.5, 1]) {
        const [a, b] = [-size, size].map((value) => {
          const [r, g, bl] = map[Math.round(((value + 1) / 2) * steps)] as Rgb;
          return see({ mode: 'rgb', r: r / 255, g: g / 255, b: bl / 255 });
        });
        expect(distance(a as never, b as never)).toBeGreaterThan(0.08);
      }
    }
  });
});

describe('small parts', () => {
  it('a cache drops what was unused for longest', () => {
    const dropped: string[] = [];
    const recent = new Recent<string>(2, (value) => dropped.push(value));
    recent.set('a', 'A');
    recent.set('b', 'B');
    expect(recent.get('a')).toBe('A');
    recent.set('c', 'C');
    expect(dropped).toEqual(['B']);
    expect(recent.get('b')).toBeUndefined();
    expect(recent.get('a')).toBe('A');
  });

  it('ticks are round and few', () => {
    expect(ticks(0, 1000, 5)).toEqual([0, 200, 400, 600, 800, 1000]);
    expect(ticks(3, 5, 10, true)).toEqual([3, 4, 5]);
    expect(ticks(-1, 1, 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
    expect(ticks(1, 1, 4)).toEqual([]);
  });

  it('numbers are short, and have a true minus', () => {
    expect(signed(-0.5, 2)).toBe('−0.50');
    expect(short(123456)).toBe('123,000');
    expect(short(2.34567, 4)).toBe('2.346');
    expect(short(-1.5e-7)).toBe('−1.50×10⁻⁷');
  });

  it('a literal can be read by JavaScript', () => {
    const value = {
      grid: [2, 3],
      layout: 'concatenated',
      timescales: { min: 1e-3, endpoint: true },
      positions: [[0, -1.5]],
      long: Array(30).fill(12345),
    };
    expect(new Function(`return (${literalOf(value)})`)()).toEqual(value);
  });

  it('a zoomed region stays inside the matrix, and so does the cursor', () => {
    const link = new Link();
    link.resize(100, 50);
    link.zoom(4, 49, 99, 'key');
    expect(link.region).toEqual({ x0: 36.75, x1: 49.25, y0: 74.25, y1: 99.25 });
    link.pan(1000, 1000, 'key');
    expect(link.region).toEqual({ x0: 37.5, x1: 50, y0: 75, y1: 100 });
    link.moveTo({ row: -5, column: 500 }, 'key');
    expect(link.cursor).toEqual({ row: 0, column: 49 });
    expect(link.region.y0).toBe(0);
    link.zoom(1e9, 5, 5, 'key');
    expect(link.region.x1 - link.region.x0).toBeCloseTo(4, 9);
    link.zoom(1e-9, 5, 5, 'key');
    expect(link.region).toEqual({ x0: 0, x1: 50, y0: 0, y1: 100 });
  });
});
