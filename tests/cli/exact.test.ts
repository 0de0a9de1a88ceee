// `compare` and `info --values` are exact: for integers that no double can hold, for different types, for NaN
// and infinities. A file that changes while it is read is an error.
import { readFileSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ended, expectError, isLinux, makeFolder, posenc, start } from '../support/cli.js';
import { dictionary, forgeNpy, makeNpy } from '../support/handmade-files.js';

const folder = makeFolder();
const at = (name: string) => join(folder, name);

async function compareJson(...args: string[]) {
  const { stdout, stderr } = await posenc(folder, 'compare', 'a.npy', 'b.npy', '--json', ...args);
  expect(stderr).toBe('');
  return JSON.parse(stdout.toString());
}

describe('64-bit integers', () => {
  const big = 2n ** 53n;

  it('beyond 2^53 are told apart', async () => {
    makeNpy(at('a.npy'), [3], BigInt64Array.of(1n, big, -1n - big));
    makeNpy(at('b.npy'), [3], BigInt64Array.of(1n, big + 1n, -big));
    expect(await compareJson('--tolerance', '0.5')).toEqual({
      shape: [3],
      type: ['int64', 'int64'],
      largest: 1,
      index: [1],
      values: [9007199254740992, '9007199254740993'],
      mean: 2 / 3,
      differing: 2,
      count: 3,
      within: false,
    });
    const { stdout } = await posenc(folder, 'compare', 'a.npy', 'b.npy');
    expect(stdout.toString()).toContain('1.000 at [1]: 9007199254740992 and 9007199254740993');
  });

  it('have a difference with all its digits', async () => {
    makeNpy(at('a.npy'), [1], BigInt64Array.of(-(2n ** 63n)));
    makeNpy(at('b.npy'), [1], BigUint64Array.of(2n ** 64n - 1n));
    // 2^63 + 2^64 - 1
    expect(await compareJson()).toMatchObject({ largest: '27670116110564327423', differing: 1 });
    const { stdout } = await posenc(folder, 'compare', 'a.npy', 'b.npy');
    expect(stdout.toString()).toMatch(
      /largest {4}27670116110564327423 at \[0\]: -9223372036854775808 and 18446/,
    );
  });

  it('are compared exactly with floats', async () => {
    makeNpy(at('a.npy'), [6], BigInt64Array.of(big, big + 1n, 3n, 7n, 2n ** 62n, 0n));
    makeNpy(at('b.npy'), [6], [2 ** 53, 2 ** 53, 3, 7.25, Number.POSITIVE_INFINITY, -0]);
    const { largest, index, values, differing } = await compareJson();
    expect({ largest, index, values, differing }).toEqual({
      largest: 'Infinity',
      index: [4],
      values: ['4611686018427387904', 'Infinity'],
      differing: 3,
    });
  });

  it('are compared exactly with floats in either order', async () => {
    makeNpy(at('a.npy'), [2], [2 ** 60, 1]);
    makeNpy(at('b.npy'), [2], BigUint64Array.of(2n ** 60n + 1n, 1n));
    expect(await compareJson('--tolerance', '1')).toMatchObject({ largest: 1, index: [0], within: true });
    expect(await compareJson('--tolerance', '0.999')).toMatchObject({ within: false });
  });

  it('have a range with all its digits', async () => {
    makeNpy(at('a.npy'), [2], BigInt64Array.of(-(2n ** 63n), 2n ** 63n - 1n));
    const { stdout } = await posenc(folder, 'info', 'a.npy', '--values');
    expect(stdout.toString()).toContain('values  -9223372036854775808 to 9223372036854775807, mean');
  });
});

describe('NaN and infinity', () => {
  it('are strings in JSON', async () => {
    makeNpy(at('a.npy'), [2], [1, 2]);
    makeNpy(at('b.npy'), [2], [Number.NaN, 2]);
    expect(await compareJson()).toMatchObject({ largest: 'Infinity', values: [1, 'NaN'], mean: 'Infinity' });
    makeNpy(at('b.npy'), [2], [1, Number.NEGATIVE_INFINITY]);
    expect(await compareJson()).toMatchObject({ largest: 'Infinity', values: [2, '-Infinity'] });
  });

  it('are counted separately, and an empty array has no values', async () => {
    makeNpy(at('a.npy'), [0, 5], []);
    expect((await posenc(folder, 'info', 'a.npy', '--values')).stdout.toString()).toContain(
      'values  none: the',
    );
    makeNpy(at('a.npy'), [2], [Number.NaN, 2]);
    const { stdout } = await posenc(folder, 'info', 'a.npy', '--values');
    expect(stdout.toString()).toContain('values  2 to 2, mean 2.00000; NaN or infinite: 1 value\n');
  });
});

describe.skipIf(!isLinux)('a file', () => {
  /** A sparse file of zeros, large enough to change while it is read: 4 GiB. */
  const makeLarge = (name: string, length = 2 ** 29) => {
    forgeNpy(at(name), dictionary('<f8', [length]), new Uint8Array(0));
    truncateSync(at(name), readFileSync(at(name)).length + 8 * length);
  };

  /** Runs the command, calls `act` when it has read 64 MiB, and returns how it ended. */
  async function meanwhile(args: string[], act: () => void) {
    const child = start(folder, args);
    const end = ended(child);
    const readBytes = () =>
      Number(readFileSync(`/proc/${child.pid}/io`, 'utf8').match(/rchar: (\d+)/)?.[1] ?? 0);
    while (readBytes() < 2 ** 26) await new Promise((resolve) => setTimeout(resolve, 5));
    act();
    return end;
  }

  it.each([
    ['info', ['info', 'large.npy', '--values']],
    ['compare, the first', ['compare', 'large.npy', 'other.npy']],
    ['compare, the second', ['compare', 'other.npy', 'large.npy']],
  ])('that gets shorter while it is read: %s', async (_, args) => {
    makeLarge('large.npy');
    makeLarge('other.npy');
    const end = await meanwhile(args, () => truncateSync(at('large.npy'), 1000));
    expect(end.stdout.toString()).toBe('');
    expectError(end, 3, /large\.npy changed while it was read: wait until it is complete/);
  });

  it('that is written to while it is read', async () => {
    makeLarge('large.npy', 2 ** 26);
    const end = await meanwhile(['info', 'large.npy', '--values'], () => {
      utimesSync(at('large.npy'), new Date(), new Date(2e9));
    });
    expectError(end, 3, /large\.npy changed while it was read/);
  });
});
