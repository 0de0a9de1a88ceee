// The originals' values, for every case that grid options can express.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkKnown, float32Cases, knownCases } from '../support/cases.js';
import { bound, largestDistance } from '../support/golden.js';

beforeAll(() => posenc.init());

for (const [name, cases] of Object.entries(knownCases)) {
  describe(name, () => {
    it('has cases', () => expect(cases.length).toBeGreaterThan(name.startsWith('positional') ? 60 : 5));
    for (const known of cases) {
      it(known.golden.id, () => {
        const { options, x } = known;
        checkKnown(known, x ? posenc.add(x.slice(), options) : posenc.encode(options));
        const [positions] = options.positions ?? [];
        if (positions) {
          const { grid, positions: _, ...common } = options;
          checkKnown(known, posenc.encodeAt(positions, { axes: grid.length, ...common }));
        }
      });
    }
  });
}

describe("angles: 'float32'", () => {
  for (const { id, positions, common, exact, original } of float32Cases) {
    it(id, () => {
      expect(Math.max(...positions)).toBe(1000003);
      for (const values of [
        posenc.encode({ grid: [positions.length], positions: [positions], ...common }),
        posenc.encodeAt(positions, { axes: 1, ...common }),
        positions.flatMap((offset) => [...posenc.encode({ grid: [1], offset, ...common })]),
      ]) {
        expect(largestDistance(values, exact)).toBeLessThanOrEqual(bound);
        // posenc is within 1.2e-7 here, and float32 sines of the originals within 2^-24.
        expect(largestDistance(values, original)).toBeLessThanOrEqual(bound);
      }
    });
  }
});
