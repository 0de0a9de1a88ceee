// Bitwise equality of whole arrays, faster than a matcher that visits every element.
import { expect } from 'vitest';

export function expectSame(found: Float32Array, expected: Float32Array): void {
  expect(found.length).toBe(expected.length);
  const bitsOf = (array: Float32Array) => new Uint32Array(array.buffer, array.byteOffset, array.length);
  const [a, b] = [bitsOf(found), bitsOf(expected)];
  for (let i = 0; i < a.length; ++i) {
    if (a[i] !== b[i]) expect.fail(`value ${i} is ${found[i]}: expected ${expected[i]}`);
  }
}
