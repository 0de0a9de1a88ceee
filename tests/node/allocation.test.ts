// Full wasm memory: every block lies inside it and overlaps no other, whatever the memory is filled with; what
// does not fit is refused, and everything continues to work.
import * as posenc from 'posenc';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { randomFrom } from '../support/random.js';

beforeAll(() => posenc.init());

const mebi = 2 ** 18; // floats in a MiB
const refusal =
  /^length is \d+: wasm memory \(2 GiB at most for one array, 4 GiB in all\) cannot hold \d+ more/;

const blocks: posenc.Allocation[] = [];

/** Whether there was room. The ends of each block are marked, to be checked later. */
function fill(length: number): boolean {
  try {
    const block = posenc.allocate(length);
    const mark = blocks.push(block);
    block.array[0] = mark;
    block.array[length - 1] = mark;
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    expect((error as Error).message).toMatch(refusal);
    return false;
  }
}

function expectSound(): void {
  const places = blocks.map(({ array }, i) => {
    expect([array[0], array.at(-1)]).toEqual([i + 1, i + 1]);
    return { from: array.byteOffset, to: array.byteOffset + array.byteLength, size: array.buffer.byteLength };
  });
  places.sort((a, b) => a.from - b.from);
  for (const [i, { from, to, size }] of places.entries()) {
    if (to > size) expect.fail(`a block ends at ${to}: memory has ${size} bytes`);
    if (i > 0 && (places[i - 1]?.to as number) > from) expect.fail(`two blocks share the byte at ${from}`);
  }
}

function expectWorks(): void {
  const values = posenc.encode({ grid: [3], channels: 2 });
  for (const [i, exact] of [0, 1, Math.sin(1), Math.cos(1), Math.sin(2), Math.cos(2)].entries()) {
    expect(Math.abs((values[i] as number) - exact)).toBeLessThan(bound);
  }
  expect(posenc.encodeAt([1], { axes: 1, channels: 2 })[0]).toBeCloseTo(Math.sin(1), 6);
}

afterEach(() => {
  for (const block of blocks.splice(0)) block.dispose();
  expectWorks();
});

it('a few large blocks: the one that would end beyond 4 GiB is refused', () => {
  expect([1024, 1536, 2048].map((size) => fill(size * mebi))).toEqual([true, true, false]);
  expectSound();
  // Freed memory can be reused, even when memory cannot grow further.
  expect(fill(1024 * mebi)).toBe(true);
  blocks.splice(0, 1)[0]?.dispose();
  expect(fill(1024 * mebi)).toBe(true);
  blocks.splice(0, 2);
});

it('more and more, smaller and smaller blocks', () => {
  for (const size of [1024, 256, 32, 4, 1, 1 / 16, 1 / 64]) {
    while (fill(size * mebi));
    expectSound();
  }
  expect(() => posenc.encode({ grid: [2], channels: 2 ** 20 })).toThrow(/wasm memory.*dispose\(\)/);
  expect(() => posenc.encodeAt([1], { axes: 1, channels: 2 ** 20 })).toThrow(/wasm memory.*dispose\(\)/);
});

it('plans, until memory is full', () => {
  while (fill(512 * mebi));
  const plans: posenc.Sinusoidal[] = [];
  const fillWithPlans = () => {
    for (;;)
      plans.push(
        new posenc.Sinusoidal({ grid: [2], channels: 2 ** 21, channelsFirst: plans.length % 2 > 0 }),
      );
  };
  expect(fillWithPlans).toThrow(
    /wasm memory \(4 GiB at most\) cannot hold .*: dispose\(\) of unused allocations/,
  );
  expect(plans.length).toBeGreaterThan(2);
  for (const size of [64, 16, 1, 1 / 16]) while (fill(size * mebi));
  expectSound();
  const row = plans[0]?.encode(undefined, { from: 1, to: 2 });
  expect(row?.[0]).toBeCloseTo(Math.sin(1), 6);
  for (const plan of plans) plan.dispose();
});

it('blocks of any size, freed in between', () => {
  const { next: random } = randomFrom(5);
  while (fill(768 * mebi));
  for (let round = 0; round < 300; ++round) {
    if (random() < 0.5 && blocks.length > 3) {
      blocks.splice(3 + Math.floor(random() * (blocks.length - 3)), 1)[0]?.dispose();
      for (const [i, { array }] of blocks.entries()) array.fill(i + 1, 0, 1).fill(i + 1, array.length - 1);
    } else {
      fill(1 + Math.floor(2 ** (random() * 26)));
    }
    if (round % 30 === 0) expectSound();
  }
  expectSound();
});
