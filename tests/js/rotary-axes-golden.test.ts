// Rotary embeddings of several axes against the numbers of the originals: presets, their positions, tables and rotated
// vectors.
import type { RotaryOptions, RotaryPreset } from 'posenc';
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import mrotary from '../golden/mrotary-onnx.json';
import multiAxis from '../golden/rope-multi-axis.json';
import nAxis from '../golden/rope-naxis.json';
import vision from '../golden/vision-positions.json';
import { bound, largestDistance, takeOf } from '../support/golden.js';

beforeAll(() => posenc.init());

const { Rotary, rotaryPresets } = posenc;
const vectorBound = 3e-7;
const largestOf = (values: readonly number[]) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

interface AxisCase {
  id: string;
  encoding: string;
  // biome-ignore lint/suspicious/noExplicitAny: each original has arguments of its own
  args: any;
  exact: number[];
  shape: number[];
  take?: { axis: number; indices: number[] }[];
  input?: number[];
  input_shape?: number[];
  freqs?: number[];
  raises?: string;
}

/** [tokens, axes] of a preset's [axes, tokens]. */
function tokensOf({ positions }: RotaryPreset, axes: number): number[][] {
  const count = positions.length / axes;
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: axes }, (_, axis) => positions[axis * count + i] as number),
  );
}

describe('axes of diffusion models and SAM 2', () => {
  const cases = nAxis as unknown as AxisCase[];

  /** The preset that gives a case's positions; undefined where they are samples of a grid. */
  function presetOf({ encoding, id, args }: AxisCase): RotaryPreset | undefined {
    const { axes_dim: axisDims, theta } = args;
    const sizes = { axisDims, theta };
    const patches = (args.frames_height_width ?? []).map((size: number, axis: number) => {
      const patch = Array.isArray(args.patch_size) ? args.patch_size : [1, args.patch_size, args.patch_size];
      return size / patch[axis];
    });
    switch (encoding) {
      case 'rope-naxis-flux':
        if (id === 'flux1-grid-2x3-small') return rotaryPresets.flux1({ grid: [2, 3], text: 2, ...sizes });
        if (id === 'flux1-kontext-axis0-1') return rotaryPresets.flux1({ grid: [2, 2], image: 1, ...sizes });
        return undefined;
      case 'rope-naxis-flux2':
        if (id === 'flux2-text-and-image') return rotaryPresets.flux2({ grid: [2, 2], text: 3, ...sizes });
        return undefined;
      case 'rope-naxis-qwen-image':
        return rotaryPresets.qwenImage({
          images: args.video_fhw,
          text: args.max_txt_seq_len,
          scaleRope: args.scale_rope,
          ...sizes,
        });
      case 'rope-naxis-wan':
        return rotaryPresets.wan({ headDim: args.attention_head_dim, grid: patches, theta });
      case 'rope-naxis-z-image':
        if (id === 'z-image-caption-then-image')
          return rotaryPresets.zImage({ grid: [2, 2], text: 4, ...sizes });
        return undefined;
      case 'rope-naxis-hunyuan-video':
        return rotaryPresets.hunyuanVideo({ grid: patches, ...sizes });
      case 'rope-naxis-sam2':
        return rotaryPresets.sam2({ headDim: args.dim, grid: [args.end_y, args.end_x], theta });
      default:
        return undefined;
    }
  }

  it.each(cases.filter(({ args }) => args.positions !== undefined))('$id', (one) => {
    const { args, exact, take } = one;
    const { axes_dim: axisDims, positions, theta, linear_factor: factor = 1, ntk_factor: ntk = 1 } = args;
    const preset = presetOf(one);
    const options: RotaryOptions = preset?.options ?? {
      headDim: axisDims.reduce((sum: number, dim: number) => sum + dim, 0),
      axisDims,
      theta: theta * ntk,
      pairing: 'adjacent',
      ...(factor !== 1 && { scaling: { type: 'linear', factor } }),
    };
    expect(options.axisDims).toEqual(axisDims);
    if (preset) expect(tokensOf(preset, axisDims.length)).toEqual(positions);
    const rotary = new Rotary(options);
    const { cos, sin, shape } = rotary.cosSin({ positions: positions.flat(), positionAxis: 'last' });
    expect(rotary.axes).toBe(axisDims.length);
    const found = takeOf([...cos, ...sin], [2, ...shape], take);
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(bound);
  });

  it.each(cases.filter(({ encoding }) => encoding === 'rope-naxis-sam2-keys'))('$id', (one) => {
    const { args, input, input_shape: shape, exact } = one as Required<AxisCase>;
    const { options, positions } = rotaryPresets.sam2({
      headDim: args.dim,
      grid: [args.end_y, args.end_x],
      repeat: args.repeat,
    });
    const x = Float32Array.from(input);
    new Rotary(options).apply(x, { shape, positions, suffix: args.num_k_exclude_rope });
    expect(largestDistance(x, exact)).toBeLessThanOrEqual(vectorBound * largestOf(input));
    const last = args.num_k_exclude_rope * args.dim;
    expect([...x.subarray(-last)]).toEqual([...Float32Array.from(input.slice(-last))]);
  });

  it('has every case', () => {
    expect(cases.every(({ args, encoding }) => args.positions !== undefined || /keys$/.test(encoding))).toBe(
      true,
    );
    expect(cases.filter((one) => presetOf(one) !== undefined).length).toBeGreaterThan(16);
  });
});

describe('M-RoPE, rope-vit, EVA, DINOv3', () => {
  const cases = (multiAxis as unknown as AxisCase[]).filter(({ encoding }) => !encoding.startsWith('xpos'));
  const of = (encoding: RegExp) => cases.filter((one) => encoding.test(one.encoding));
  let count = 0;

  it.each(of(/^mrope/))('$id', ({ args, encoding, input, input_shape: shape, exact }) => {
    count += 1;
    const { config } = args;
    const interleaved = encoding === 'mrope-qwen3';
    const options = {
      headDim: config.head_dim,
      theta: config.rope_parameters.rope_theta,
      sections: args.mrope_section,
      interleaved,
    };
    const x = Float32Array.from(input as number[]);
    const positions = args.position_ids.flat(2);
    const limit = vectorBound * largestOf(input as number[]);
    expect(
      largestDistance(new Rotary(options).apply(x.slice(), { shape: shape as number[], positions }), exact),
    ).toBeLessThanOrEqual(limit);
    // The same from a config, with ids as models take them.
    const modelType = interleaved ? 'qwen3_vl' : 'qwen2_vl';
    const rotary = Rotary.fromConfig({ ...config, model_type: modelType });
    const ids = BigInt64Array.from(positions as number[], BigInt);
    const found = rotary.apply(x, { shape: shape as number[], positions: ids });
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(limit);
  });

  it.each(of(/^rope-vit-axial$/))('$id', ({ args, exact }) => {
    count += 1;
    const { options, positions } = rotaryPresets.ropeVit({
      headDim: args.dim,
      grid: [args.end_y, args.end_x],
    });
    const { cos, sin } = new Rotary(options).cosSin({ positions });
    const found = [...cos].flatMap((value, i) => [value, sin[i] as number]);
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(bound);
  });

  it.each(of(/^rope-vit-mixed/))('$id', ({ args, freqs, exact, shape }) => {
    count += 1;
    const { options, positions } = rotaryPresets.ropeVitMixed({
      headDim: args.dim,
      heads: args.num_heads,
      grid: [args.end_y, args.end_x],
      frequencies: freqs as number[],
    });
    const rotary = new Rotary(options);
    const tables = rotary.cosSin({ positions });
    expect(tables.shape).toEqual(shape.slice(0, 3));
    const found = [...tables.cos].flatMap((value, i) => [value, tables.sin[i] as number]);
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(bound);
    expect([...rotary.frequencies]).toEqual([...Float64Array.from(options.matrix as number[])]);
    // Vectors of (1, 0) become cosines and sines; each head has its own.
    const [heads, tokens] = shape as [number, number];
    const ones = Float32Array.from({ length: exact.length }, (_, i) => 1 - (i % 2));
    const rotated = rotary.apply(ones.slice(), { shape: [heads, tokens, args.dim], positions });
    expect(largestDistance(rotated, exact)).toBeLessThanOrEqual(vectorBound);
    const inner = rotary.apply(ones, { shape: [tokens, heads, args.dim], seqAxis: -3, positions });
    const swapped = Array.from({ length: tokens }, (_, t) =>
      Array.from({ length: heads }, (_, h) => [
        ...rotated.subarray((h * tokens + t) * args.dim).subarray(0, args.dim),
      ]),
    ).flat(2);
    expect([...inner]).toEqual(swapped);
  });

  const presetOf = ({ encoding, args }: AxisCase): RotaryPreset => {
    if (encoding.startsWith('eva')) {
      const side = args.ft_seq_len ?? args.pt_seq_len;
      return rotaryPresets.eva({
        headDim: 2 * args.dim,
        grid: [side, side],
        pretrained: args.pt_seq_len,
        frequencies: args.freqs_for,
        maxFrequency: args.max_freq,
      });
    }
    if (encoding.startsWith('rope-vit')) {
      return rotaryPresets.ropeVit({ headDim: args.dim, grid: [args.end_y, args.end_x] });
    }
    return rotaryPresets.dinov3({
      headDim: args.embed_dim / args.num_heads,
      grid: [args.H, args.W],
      normalize: args.normalize_coords,
      ...(args.base === null
        ? { minPeriod: args.min_period, maxPeriod: args.max_period }
        : { base: args.base }),
    });
  };

  it.each(of(/^(eva|dinov3)-rope$/))('$id', (one) => {
    count += 1;
    const { options, positions } = presetOf(one);
    const isEva = one.encoding.startsWith('eva');
    const { cos, sin } = new Rotary(options).cosSin({ positions }, { form: isEva ? 'repeated' : 'doubled' });
    const found = isEva ? [...cos, ...sin] : [...sin, ...cos];
    expect(largestDistance(found, one.exact)).toBeLessThanOrEqual(bound);
  });

  it.each(of(/^(eva-rope|dinov3-rope|rope-vit-axial)-apply$/))('$id', (one) => {
    count += 1;
    const { options, positions } = presetOf(one);
    const shape = one.input_shape as number[];
    const input = one.input as number[];
    const found = new Rotary(options).apply(Float32Array.from(input), { shape, positions });
    expect(largestDistance(found, one.exact)).toBeLessThanOrEqual(vectorBound * largestOf(input));
  });

  it.each(of(/^rotary-axial-freqs$/))('$id', ({ args, exact, shape }) => {
    count += 1;
    const { dim, dims, freqs_for: kind, max_freq: most } = args;
    const isPixel = kind === 'pixel';
    const n = dim / 2;
    const bands = Array.from(
      { length: n },
      (_, j) => Math.PI * (1 + ((most / 2 - 1) * j) / Math.max(n - 1, 1)),
    );
    const rotary = new Rotary({
      headDim: dim * dims.length,
      axisDims: dims.map(() => dim),
      pairing: 'adjacent',
      ...(isPixel && { frequencies: dims.flatMap(() => bands) }),
    });
    const tokens = dims.reduce((product: number, size: number) => product * size, 1);
    const positions = Array.from({ length: tokens }, (_, i) => {
      let rest = i;
      const at = dims.map(() => 0);
      for (let axis = dims.length - 1; axis >= 0; --axis) {
        at[axis] = rest % dims[axis];
        rest = Math.floor(rest / dims[axis]);
      }
      return at.map((k: number, axis: number) =>
        isPixel ? -1 + (dims[axis] > 1 ? (2 * k) / (dims[axis] - 1) : 0) : k,
      );
    }).flat();
    const { cos, sin } = rotary.cosSin(
      { positions, positionAxis: 'last' },
      { form: 'repeated', dtype: 'float64' },
    );
    // The case has angles. Theirs, and not those of the tables, are rounded here.
    expect(shape.at(-1)).toBe(dim * dims.length);
    expect(largestDistance(cos, exact.map(Math.cos))).toBeLessThan(1e-12);
    expect(largestDistance(sin, exact.map(Math.sin))).toBeLessThan(1e-12);
  });

  it('covers every case', () => expect(count).toBe(cases.length));
});

describe('vision towers of Qwen-VL', () => {
  const cases = (vision as unknown as AxisCase[]).filter(({ encoding }) => encoding === 'vision-rope-2d');
  it('exist', () => expect(cases.length).toBe(4));

  it.each(cases)('$id', ({ args, exact, take }) => {
    const rotary = new Rotary(rotaryPresets.qwenVlVision({ headDim: args.head_dim, theta: args.theta }));
    const { positions } = posenc.visionPositions({ grids: args.grid_thw, merge: args.spatial_merge_size });
    const { cos, sin, shape } = rotary.cosSin({ positions, positionAxis: 'last' });
    expect(largestDistance(takeOf([...cos, ...sin], [2, ...shape], take), exact)).toBeLessThanOrEqual(bound);
  });
});

describe('MRotaryEmbedding of ONNX Runtime', () => {
  const cases = mrotary as unknown as (AxisCase & { cos_cache: number[]; cos_cache_shape: number[] })[];

  // The runtime's own tests have caches that are no rotations.
  const isRotation = ({ id, raises, args }: AxisCase) =>
    raises === undefined && args.scale === 1 && !id.startsWith('ort-test');

  it.each(cases.filter(isRotation))('$id', (one) => {
    const { args, input, input_shape: shape, exact } = one as Required<typeof one>;
    const isRank3 = shape.length === 3;
    const heads = isRank3 ? args.num_heads : (shape[1] as number);
    const headDim = (shape.at(-1) as number) / (isRank3 ? heads : 1);
    const pairs = one.cos_cache_shape[1] as number;
    const rotary = new Rotary({
      headDim,
      rotaryDim: 2 * pairs,
      pairing: args.interleaved ? 'adjacent' : 'halves',
      sections: args.mrope_section,
      interleaved: args.mrope_layout === 1,
      frequencies: frequenciesOf(one),
    });
    const at = isRank3
      ? ({ shape: [shape[0] as number, shape[1] as number, heads, headDim], seqAxis: -3 } as const)
      : { shape };
    const x = Float32Array.from(input);
    const found = rotary.apply(x, { ...at, positions: args.position_ids.flat(2) });
    // The caches are float32, and so are the frequencies that are read from them here.
    expect(largestDistance(found, exact)).toBeLessThanOrEqual(2e-6 * largestOf(input));
  });

  /** The caches hold cosines and sines of position * frequency; those of position 1 give the frequencies. */
  function frequenciesOf(one: {
    cos_cache: number[];
    sin_cache?: number[];
    cos_cache_shape: number[];
  }): number[] {
    const pairs = one.cos_cache_shape[1] as number;
    const sin = one.sin_cache as number[];
    return Array.from({ length: pairs }, (_, j) =>
      Math.atan2(sin[pairs + j] as number, one.cos_cache[pairs + j] as number),
    );
  }
});
