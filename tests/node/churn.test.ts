// Instances of the classes need no disposal: a million of them do not grow wasm memory.
import * as posenc from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { memorySize } from '../support/kit.js';

beforeAll(() => posenc.init());

it('a million constructions and encodings do not grow wasm memory', () => {
  const use = (count: number) => {
    for (let i = 0; i < count; ++i) {
      const channels = 2 + (i % 29);
      new posenc.PositionalEncoding1D(channels).encode([1, 1 + (i % 7), channels]);
    }
  };
  use(2000);
  const before = memorySize();
  use(1_000_000);
  expect(memorySize()).toBe(before);
});

it('unreferenced plans are collected', async () => {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (!collect) expect.fail('the tests are to be run with --expose-gc');
  const make = () => {
    for (let i = 0; i < 200; ++i) new posenc.Sinusoidal({ grid: [64], channels: 512 }).shape;
  };
  const settle = async () => {
    for (let i = 0; i < 5; ++i) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  make();
  await settle();
  const before = memorySize();
  for (let round = 0; round < 5; ++round) {
    make();
    await settle();
  }
  expect(memorySize()).toBe(before);
});
