// Plans, rows, batches and memory: the guarantees besides the values.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { memorySize } from '../support/kit.js';
import { randomFrom } from '../support/random.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const random = randomFrom(42);

function randomOptions(): posenc.SinusoidalOptions {
  const axes = 1 + random.below(4);
  const grid = Array.from({ length: axes }, () => 1 + random.below(axes === 1 ? 700 : 11));
  const positions = grid.map((length) => Array.from({ length }, () => random.next() * 1e5 - 5e4));
  return {
    grid,
    channels: 1 + random.below(70),
    layout: random.pick(['interleaved', 'concatenated']),
    phase: random.pick(['sin-cos', 'cos-sin']),
    channelsFirst: random.pick([true, false]),
    split: random.pick(['even', 'padded']),
    angles: random.pick(['exact', 'exact', 'float32']),
    allowEmptyAxes: true,
    ...(random.below(4) === 0
      ? { positions }
      : { offset: random.below(100000) / 4, step: random.pick([1, 0.5, -1, 0.1]) }),
  };
}

const sizeOf = (plan: posenc.Sinusoidal) => plan.shape.reduce((a, b) => a * b, 1);

describe('rows', () => {
  it('have the same bits as in the whole, for random options and splits, in either kind of memory', () => {
    for (let round = 0; round < 150; ++round) {
      const options = randomOptions();
      const plan = new posenc.Sinusoidal(options);
      const whole = plan.encode();
      const rows = options.channelsFirst
        ? (plan.shape[0] as number)
        : sizeOf(plan) / (plan.shape.at(-1) as number);
      const rowLength = whole.length / rows;
      const from = random.below(rows + 1);
      const to = from + random.below(rows + 1 - from);
      const expected = whole.slice(from * rowLength, to * rowLength);
      expectSame(plan.encode(undefined, { from, to }), expected);
      const allocation = posenc.allocate(expected.length + 2);
      const { array } = allocation;
      array.fill(7);
      plan.encode(array.subarray(1, -1), { from, to });
      expectSame(array.subarray(1, -1), expected);
      expect([array[0], array.at(-1)]).toEqual([7, 7]);
      allocation.dispose();
      plan.dispose();
    }
  });

  it('computed in pieces through scratch have the same bits as rows in place', () => {
    for (const options of [
      { grid: [3, 70001], channels: 3, channelsFirst: true },
      { grid: [5], channels: 200001 },
      { grid: [700], channels: 300, offset: 9 },
    ]) {
      const plan = new posenc.Sinusoidal({ ...options, allowEmptyAxes: true });
      const allocation = posenc.allocate(sizeOf(plan));
      expectSame(plan.encode(), plan.encode(allocation.array));
      allocation.dispose();
      plan.dispose();
    }
  });

  it('may be empty', () => {
    const plan = new posenc.Sinusoidal({ grid: [5], channels: 4 });
    expect(plan.encode(undefined, { from: 5, to: 5 }).length).toBe(0);
    expect(plan.encode(new Float32Array(0), { from: 2, to: 2 }).length).toBe(0);
  });
});

describe('add', () => {
  it('is x + encoding in float32 over a batch, in place or not, in either kind of memory', () => {
    for (let round = 0; round < 80; ++round) {
      const options = randomOptions();
      const plan = new posenc.Sinusoidal(options);
      const encoding = plan.encode();
      const batch = random.below(4);
      const x = Float32Array.from({ length: batch * encoding.length }, () => random.next() * 8 - 4);
      const expected = x.map((value, i) => value + (encoding[i % encoding.length] as number));
      const before = x.slice();
      const out = new Float32Array(x.length);
      expect(plan.add(x, out)).toBe(out);
      expectSame(out, expected);
      expectSame(x, before);
      const inWasm = posenc.allocate(x.length);
      inWasm.array.set(x);
      plan.add(inWasm.array, out.fill(0));
      expectSame(out, expected);
      plan.add(inWasm.array);
      expectSame(inWasm.array, expected);
      plan.add(x, inWasm.array.fill(0));
      expectSame(inWasm.array, expected);
      expect(posenc.add(x, options)).toBe(x);
      expectSame(x, expected);
      inWasm.dispose();
      plan.dispose();
    }
  });

  it('takes batches larger than the scratch', () => {
    const plan = new posenc.Sinusoidal({ grid: [100], channels: 77 });
    const encoding = plan.encode();
    const x = new Float32Array(31 * encoding.length).fill(0.25);
    plan.add(x);
    for (let i = 0; i < x.length; ++i) {
      if (x[i] !== Math.fround(0.25 + (encoding[i % encoding.length] as number))) expect.fail(`at ${i}`);
    }
  });
});

describe('shape', () => {
  it('is [...grid, channels], or channels first', () => {
    expect(new posenc.Sinusoidal({ grid: [3, 4], channels: 10 }).shape).toEqual([3, 4, 10]);
    expect(new posenc.Sinusoidal({ grid: [3, 4], channels: 10, channelsFirst: true }).shape).toEqual([
      10, 3, 4,
    ]);
    expect(Object.isFrozen(new posenc.Sinusoidal({ grid: [3], channels: 1 }).shape)).toBe(true);
  });

  it('may be empty', () => {
    for (const grid of [[0], [0, 3], [3, 0], [0, 0, 0]]) {
      for (const channelsFirst of [false, true]) {
        const options = { grid, channels: 6, channelsFirst };
        expect(posenc.encode(options)).toEqual(new Float32Array(0));
        expect(posenc.add(new Float32Array(0), options)).toEqual(new Float32Array(0));
      }
    }
    expect(posenc.encodeAt([], { axes: 2, channels: 8 })).toEqual(new Float32Array(0));
  });

  it('may have one channel, one position, odd channels or five axes', () => {
    expect([...posenc.encode({ grid: [2], channels: 1 })]).toEqual([0, Math.fround(Math.sin(1))]);
    expect([...posenc.encode({ grid: [1], channels: 3 })]).toEqual([0, 1, 0]);
    const five = posenc.encode({ grid: [2, 1, 3, 1, 2], channels: 23, split: 'padded' });
    expect(five.length).toBe(12 * 23);
    // Padded: five blocks of 4, then three zeros.
    expect([...five.slice(20, 23)]).toEqual([0, 0, 0]);
    // The last point is [1, 0, 2, 0, 1].
    const last = five.slice(-23);
    [1, 0, 2, 0, 1].forEach((position, axis) => {
      expect(last[4 * axis]).toBeCloseTo(Math.sin(position), 6);
      expect(last[4 * axis + 3]).toBeCloseTo(Math.cos(position / 100), 6);
    });
  });
});

describe('encodeAt', () => {
  it('gives the values at the given positions, for each axis and order', () => {
    for (let round = 0; round < 60; ++round) {
      const { grid: _, positions: __, offset: ___, step: ____, ...common } = randomOptions();
      const axes = 1 + random.below(3);
      const count = random.below(300);
      const points = Float64Array.from({ length: count * axes }, () => random.next() * 2e4 - 1e4);
      const out = posenc.encodeAt(points, { axes, ...common });
      const { channels, channelsFirst } = common;
      expect(out.length).toBe(count * channels);
      for (const i of [0, 1, count - 1]) {
        if (i < 0 || i >= count) continue;
        const positions = Array.from({ length: axes }, (_, axis) => [points[i * axes + axis] as number]);
        const grid = positions.map(() => 1);
        const expected = posenc.encode({ ...common, grid, positions });
        const found = expected.map((_, c) => out[channelsFirst ? c * count + i : i * channels + c] as number);
        expectSame(found, expected);
      }
    }
  });

  it('writes into allocated memory in place', () => {
    const allocation = posenc.allocate(12);
    const out = posenc.encodeAt(
      new Float32Array([1.5, 2.5, 3.5]),
      { axes: 1, channels: 4 },
      allocation.array,
    );
    expect(out).toBe(allocation.array);
    expect(out[4]).toBeCloseTo(Math.sin(2.5), 6);
    allocation.dispose();
  });

  it('takes rows wider than the scratch and many axes', () => {
    const wide = posenc.encodeAt([3, 5], { axes: 1, channels: 70001 });
    expect(wide.length).toBe(2 * 70001);
    expect(wide[70001]).toBeCloseTo(Math.sin(5), 6);
    const axes = 9001;
    const many = posenc.encodeAt(
      Array.from({ length: axes }, (_, i) => i),
      { axes, channels: 2 * axes },
    );
    expect(many[2 * 9000]).toBeCloseTo(Math.sin(9000), 6);
  });
});

describe('memory', () => {
  it('of plans is freed', () => {
    const use = () => {
      for (let i = 0; i < 300; ++i) {
        posenc.encode({ grid: [300], channels: 256 }, new Float32Array(300 * 256));
        posenc.encodeAt([1, 2, 3], { axes: 1, channels: 64 });
        posenc.allocate(1000).dispose();
        try {
          posenc.encode({ grid: [5], channels: 8, frequencies: [1, 2] });
        } catch {}
      }
    };
    use();
    const before = memorySize();
    use();
    use();
    expect(memorySize()).toBe(before);
  });

  it('may move: an allocated array that is read again has its values', () => {
    const first = posenc.allocate(10);
    const stale = first.array.fill(3);
    const second = posenc.allocate(memorySize() / 4);
    expect(stale.length).toBe(0);
    expect([...first.array]).toEqual(Array(10).fill(3));
    expect(() => posenc.encode({ grid: [5], channels: 2 }, stale)).toThrow(/out is detached/);
    expect(posenc.encode({ grid: [5], channels: 2 }, first.array)[1]).toBe(1);
    first.dispose();
    second.dispose();
  });

  it('is aligned, zeroed and disjoint', () => {
    const a = posenc.allocate(3);
    const b = posenc.allocate(3);
    expect(a.array.byteOffset % 64).toBe(0);
    a.array.fill(1);
    expect([...b.array]).toEqual([0, 0, 0]);
    a.dispose();
    a.dispose();
    b[Symbol.dispose]();
    expect(() => a.array).toThrow(/disposed of/);
  });
});
