// Expects an error of the right type and message, after which the module still works.
import * as posenc from 'posenc';
import { expect } from 'vitest';

function works() {
  const values = posenc.encode({ grid: [2], channels: 2 });
  expect([...values.slice(0, 2)]).toEqual([0, 1]);
  expect(values[3]).toBeCloseTo(Math.cos(1), 6);
}

/** Expects `act` to throw such an error. */
export function expectThrow(act: () => unknown, kind: ErrorConstructor, message: RegExp) {
  let error: unknown;
  try {
    act();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(kind);
  expect((error as Error).message).toMatch(message);
}

export function expectRefusal(act: () => unknown, kind: ErrorConstructor, message: RegExp) {
  expectThrow(act, kind, message);
  works();
}
