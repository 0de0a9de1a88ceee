// The order of rows in large results: a trial keeps the faster one, and neither changes a bit.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { OrderTrial } from '../../bindings/js/runtime/row-order.js';

/** Runs a trial until it ends, with a clock that gives the time of each piece. */
function piecesOf(trial: OrderTrial, timeOf: (order: 0 | 1, piece: number) => number): number {
  let piece = 0;
  for (; trial.kept === undefined && piece < 10000; ++piece) {
    trial.record(timeOf(trial.next, piece), 1000);
  }
  return piece;
}

describe('a trial', () => {
  it('keeps the faster order', () => {
    for (const faster of [0, 1] as const) {
      const trial = new OrderTrial();
      expect(piecesOf(trial, (order) => (order === faster ? 1 : 1.2))).toBeLessThan(100);
      expect(trial.kept).toBe(faster);
    }
  });

  it('writes each order first in every other comparison', () => {
    const trial = new OrderTrial();
    const orders: number[] = [];
    for (let piece = 0; piece < 8; ++piece) {
      orders.push(trial.next);
      trial.record(1, 1000);
    }
    expect(orders).toEqual([0, 1, 1, 0, 0, 1, 1, 0]);
  });

  it('is not misled by single interruptions', () => {
    const trial = new OrderTrial();
    piecesOf(trial, (order, piece) => (order === 1 ? 1 : 1.2) + (piece % 7 === 0 ? 50 : 0));
    expect(trial.kept).toBe(1);
  });

  it('decides with a clock that tells apart only some pieces', () => {
    const trial = new OrderTrial();
    let now = 0;
    piecesOf(trial, (order) => {
      const start = Math.floor(now);
      now += order === 1 ? 0.3 : 0.5;
      return Math.floor(now) - start;
    });
    expect(trial.kept).toBe(1);
  });

  it('goes on where the clock stands still', () => {
    const trial = new OrderTrial();
    expect(piecesOf(trial, () => 0)).toBe(10000);
    expect(trial.kept).toBeUndefined();
  });

  it('compares pieces of different lengths by their rates', () => {
    const trial = new OrderTrial();
    for (let piece = 0; piece < 100 && trial.kept === undefined; ++piece) {
      const length = trial.next === 0 ? 1000 : 500;
      trial.record(length * (trial.next === 0 ? 1 : 1.2), length);
    }
    expect(trial.kept).toBe(0);
  });
});

describe('large results in wasm memory', () => {
  beforeAll(() => posenc.init());

  it.each([
    { grid: [9000], channels: 256 },
    { grid: [9000], channels: 256, layout: 'concatenated' as const, phase: 'cos-sin' as const },
    { grid: [40000], channels: 64, offset: -77 },
  ])('have the bits of small pieces while both orders are tried: %o', (options) => {
    const plan = new posenc.Sinusoidal(options);
    const expected = plan.encode(); // through the scratch
    const result = posenc.allocate(plan.size);
    for (let call = 0; call < 6; ++call) {
      plan.encode(result.array.fill(7));
      expect(
        Buffer.compare(
          Buffer.from(result.array.buffer, result.array.byteOffset, 4 * plan.size),
          Buffer.from(expected.buffer),
        ),
      ).toBe(0);
      plan.add(result.array);
      const wrong = result.array.findIndex((value, i) => value !== 2 * (expected[i] as number));
      expect(wrong).toBe(-1);
    }
    result.dispose();
    plan.dispose();
  });
});
