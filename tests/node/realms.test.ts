// Arrays from another realm, such as a test runner's sandbox, work like any others.
import { createContext, runInContext } from 'node:vm';
import * as posenc from 'posenc';
import { beforeAll, expect, it } from 'vitest';

beforeAll(() => posenc.init());

const realm = createContext({});
const there = (code: string) => runInContext(code, realm);

it('as out, x, points and lists', () => {
  const out = there('new Float32Array(12)');
  expect(posenc.encode({ grid: [2], channels: 6 }, out)).toBe(out);
  expect(Array.from(out)).toEqual(Array.from(posenc.encode({ grid: [2], channels: 6 })));
  expect(posenc.add(out, { grid: [2], channels: 6 })).toBe(out);
  expect(posenc.encodeAt(there('new Float64Array([1, 2])'), { axes: 1, channels: 6 })).toEqual(
    posenc.encodeAt([1, 2], { axes: 1, channels: 6 }),
  );
  expect(posenc.encode(there('({ grid: [2], channels: 6, positions: [[1, 2]] })'))).toEqual(
    posenc.encodeAt([1, 2], { axes: 1, channels: 6 }),
  );
});

it('as 16-bit data', () => {
  const bits = there('new Uint16Array([0x3c00, 0x4000])');
  expect(posenc.fromFloat16(bits)).toEqual(new Float32Array([1, 2]));
  const summer = new posenc.Summer(new posenc.PositionalEncoding1D(2));
  const x = { data: bits, shape: [1, 1, 2], dtype: 'float16' } as const;
  expect(Array.from(posenc.fromFloat16(summer.encode(x).data))).toEqual([1, 3]);
  expect(summer.encode(x, bits).data).toBe(bits);
  expect(new posenc.PositionalEncoding1D(2).encode(x).dtype).toBe('float16');
});
