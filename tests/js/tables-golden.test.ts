// Tables at other sizes, and taps of interpolations, as the originals give them.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import tapCases from '../golden/interpolation-taps.json' with { type: 'json' };
import resizeCases from '../golden/pos-embed-resize.json' with { type: 'json' };
import { largestDistance, takeOf } from '../support/golden.js';

beforeAll(() => posenc.init());

interface ResizeCase {
  id: string;
  args: {
    new_size: [number, number];
    old_size: [number, number] | null;
    num_prefix_tokens: number;
    interpolation: posenc.InterpolationMode;
    antialias: boolean;
  };
  input: number[];
  input_shape: [number, number, number];
  original: number[];
  exact: number[];
}

describe('resampleTable', () => {
  it.each(resizeCases as unknown as ResizeCase[])(
    '$id',
    ({ id, args, input, input_shape, original, exact }) => {
      const [, rows, channels] = input_shape;
      const prefix = args.num_prefix_tokens;
      const side = Math.sqrt(rows - prefix);
      const found = posenc.resampleTable(Float32Array.from(input), {
        from: args.old_size ?? [side, side],
        to: args.new_size,
        channels,
        prefix,
        mode: args.interpolation,
        antialias: args.antialias,
      });
      const largest = Math.max(...input.map(Math.abs));
      expect(largestDistance(found, exact)).toBeLessThanOrEqual(2e-7 * largest);
      // The original returns the table as it is if the number of positions stays and the new grid is square.
      if (id === 'resize-2x8-to-4x4-early-return') expect(original.map(Math.fround)).toEqual(input);
      else expect(largestDistance(found, original)).toBeLessThanOrEqual(1e-6 * largest);
    },
  );
});

interface TapCase {
  id: string;
  encoding: string;
  args: {
    grid_thw: [number, number, number][];
    num_grid_per_side: number;
    mode: posenc.InterpolationMode;
    align_corners: boolean;
    spatial_merge_size: number;
  };
  take?: { axis: number; indices: number[] }[];
  differs_at?: number[];
  max_abs_diff: number;
  original: number[];
  exact: number[];
}

describe('interpolationTaps', () => {
  it.each(tapCases as unknown as TapCase[])(
    '$id',
    ({ encoding, args, take, differs_at, original, exact, ...at }) => {
      const side = args.num_grid_per_side;
      const { indices, weights, shape } = posenc.interpolationTaps({
        from: [side, side],
        to: args.grid_thw,
        mode: args.mode,
        alignCorners: args.align_corners,
        merge: args.spatial_merge_size,
      });
      if (encoding === 'vision-taps-indices') {
        expect(takeOf(indices, shape, take)).toEqual(exact);
        if (differs_at === undefined) expect(exact).toEqual(original);
        return;
      }
      const found = takeOf(weights, shape, take);
      expect(largestDistance(found, exact)).toBeLessThanOrEqual(1e-7);
      // The original computes the sources in float32.
      expect(largestDistance(found, original)).toBeLessThanOrEqual(Math.max(1e-6, at.max_abs_diff + 1e-7));
    },
  );
});
