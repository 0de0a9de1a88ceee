// Rotary embeddings of well-known models that have several axes: options for `Rotary`, and the positions of a grid.
import { newDoubles } from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkPositive,
  productOf,
  typeError,
} from '../check/check.js';
import { checkCount, copyNumbers } from '../check/lists.js';
import { fromBfloat16, toBfloat16 } from '../runtime/half.js';
import type { RotaryOptions } from './options.js';
import {
  type AxisSizes,
  columnsFirst,
  copyGrid,
  forEachPatch,
  known,
  linear,
  periodKeys,
  periodsOf,
  positionsFor,
  type RotaryPreset,
  read,
  sideOf,
  sized,
  type VisionHead,
  volume,
} from './preset-grids.js';

export interface TextAndImage extends AxisSizes {
  /** Rows and columns of patches. */
  grid: readonly [number, number];
  /** The number of text tokens, which come first; 0 by default. */
  text?: number;
}

export const rotaryPresets = {
  /**
   * FLUX.1: axes of images, rows and columns. Text tokens are at 0, a reference image's patches have `image` 1.
   * Source: diffusers, FluxPosEmbed; black-forest-labs/flux.
   *
   * @throws TypeError or RangeError that names the option, as all presets do
   */
  flux1(options: TextAndImage & { image?: number }): RotaryPreset {
    const { grid, text, image, ...rest } = read(options, [16, 56, 56], 1e4, ['text', 'image']);
    const at = positionsFor(3, text + productOf(grid));
    for (let i = 0; i < text; ++i) at.push(0, 0, 0);
    forEachPatch(grid, (y, x) => at.push(image, y, x));
    return { options: rest, positions: at.list };
  },

  /**
   * FLUX.2: axes of images, rows, columns and text. Text token l is at (0, 0, 0, l); a reference image's patches have
   * `image` 10, 20 and so on.
   * Source: diffusers, Flux2PosEmbed.
   */
  flux2(options: TextAndImage & { image?: number }): RotaryPreset {
    const { grid, text, image, ...rest } = read(options, [32, 32, 32, 32], 2000, ['text', 'image']);
    const at = positionsFor(4, text + productOf(grid));
    for (let i = 0; i < text; ++i) at.push(0, 0, 0, i);
    forEachPatch(grid, (y, x) => at.push(image, y, x, 0));
    return { options: rest, positions: at.list };
  },

  /**
   * Qwen-Image: axes of frames, rows and columns. Rows and columns are centred, from -(h - floor(h/2)) on; the text, whose
   * tokens come last here, begins where the largest image ends.
   * Source: diffusers, QwenEmbedRope.
   *
   * @param options `images`: frames, rows and columns of each; `scaleRope`: whether rows and columns are centred, true by
   *   default
   */
  qwenImage(
    options: AxisSizes & {
      images: readonly (readonly [number, number, number])[];
      text?: number;
      scaleRope?: boolean;
    },
  ): RotaryPreset {
    const {
      images,
      scaleRope = true,
      text = 0,
      ...sizesOfAxes
    } = known(options, ['images', 'scaleRope', 'text', 'axisDims', 'theta']);
    checkBoolean('scaleRope', scaleRope);
    checkInteger('text', text, 0);
    const most = 4096;
    if (!Array.isArray(images) || images.length > most) {
      throw typeError('images', images, `an array of at most ${most} images`);
    }
    const sizes = images.map((image, i) => copyGrid(`images[${i}]`, image, 3));
    const at = positionsFor(
      3,
      sizes.reduce((sum, size) => sum + productOf(size), text),
    );
    let end = 0;
    for (const [number, [frames, rows, columns]] of (sizes as [number, number, number][]).entries()) {
      const [top, left] = scaleRope ? [Math.ceil(rows / 2), Math.ceil(columns / 2)] : [0, 0];
      end = Math.max(end, rows - top, columns - left);
      forEachPatch([frames, rows, columns], (frame, y, x) => at.push(number + frame, y - top, x - left));
    }
    for (let i = 0; i < text; ++i) at.push(end + i, end + i, end + i);
    return { options: sized(sizesOfAxes, [16, 56, 56], 1e4), positions: at.list };
  },

  /**
   * Wan: axes of frames, rows and columns of patches; rows and columns have 2 * floor(headDim / 6) dimensions each, the
   * frames the rest.
   * Source: diffusers, WanRotaryPosEmbed.
   *
   * @param options `grid`: frames, rows and columns of patches; `headDim`: 128 by default
   */
  wan(options: { grid: readonly [number, number, number]; headDim?: number; theta?: number }): RotaryPreset {
    const { headDim = 128, ...given } = known(options, ['grid', 'headDim', 'theta']);
    const side = 2 * Math.floor(checkInteger('headDim', headDim, 6) / 6);
    return volume(given, [headDim - 2 * side, side, side], 1e4);
  },

  /**
   * HunyuanVideo: axes of frames, rows and columns of patches.
   * Source: diffusers, HunyuanVideoRotaryPosEmbed.
   *
   * @param options `grid`: frames, rows and columns of patches
   */
  hunyuanVideo(options: AxisSizes & { grid: readonly [number, number, number] }): RotaryPreset {
    return volume(options, [16, 56, 56], 256);
  },

  /**
   * Z-Image: the first axis counts caption tokens from 1, and then the image; the others are rows and columns.
   * Source: diffusers, ZImageTransformer2DModel.
   *
   * @param options `text`: the length of the caption
   */
  zImage(options: TextAndImage): RotaryPreset {
    const { grid, text, ...rest } = read(options, [32, 48, 48], 256, ['text']);
    const at = positionsFor(3, text + productOf(grid));
    for (let i = 0; i < text; ++i) at.push(1 + i, 0, 0);
    forEachPatch(grid, (y, x) => at.push(1 + text, y, x));
    return { options: rest, positions: at.list };
  },

  /**
   * SAM 2: columns, then rows. For keys of memory, the positions are repeated `repeat` times; leave their last tokens out
   * with `suffix` of `apply`.
   * Source: facebookresearch/sam2, sam2/modeling/position_encoding.py, compute_axial_cis.
   */
  sam2(options: VisionHead & { theta?: number; repeat?: number }): RotaryPreset {
    const { repeat = 1, ...given } = known(options, ['headDim', 'grid', 'theta', 'repeat']);
    checkInteger('repeat', repeat, 1);
    const { options: embedding, positions } = columnsFirst(given, 1e4);
    const [count, whole] = [positions.length / 2, newDoubles(positions.length * repeat)];
    for (let i = 0; i < 2 * repeat; ++i) {
      const axis = Math.floor(i / repeat);
      whole.set(positions.subarray(axis * count, (axis + 1) * count), i * count);
    }
    return { options: embedding, positions: whole };
  },

  /**
   * rope-vit, axial: columns, then rows, with theta 100.
   * Source: Heo et al. 2024, arXiv:2403.13298; naver-ai/rope-vit, compute_axial_cis.
   */
  ropeVit(options: VisionHead & { theta?: number }): RotaryPreset {
    return columnsFirst(options, 100);
  },

  /**
   * rope-vit, mixed: columns and rows with the frequencies of a layer, which differ by head.
   * Source: as of `ropeVit`; compute_mixed_cis.
   *
   * @param options `frequencies`: [2, heads, headDim / 2], as checkpoints have them for a layer
   */
  ropeVitMixed(options: VisionHead & { heads: number; frequencies: ArrayLike<number> }): RotaryPreset {
    const { headDim, heads, frequencies, ...given } = known(options, [
      'headDim',
      'grid',
      'heads',
      'frequencies',
    ]);
    const grid = copyGrid('grid', given.grid, 2);
    const pairs = checkInteger('headDim', headDim, 2) / 2;
    const list = copyNumbers('frequencies', frequencies);
    const count = 2 * checkInteger('heads', heads, 1) * pairs;
    checkCount('frequencies', list.length, count, 'number', 'two for each head and pair');
    const matrix = new Float64Array(count);
    for (let i = 0; i < 2 * heads; ++i) {
      const from = ((i % 2) * heads + Math.floor(i / 2)) * pairs;
      matrix.set(list.subarray(from, from + pairs), i * pairs);
    }
    const at = positionsFor(2, productOf(grid));
    forEachPatch(grid, (y, x) => at.push(x, y));
    return { options: { headDim, axes: 2, pairing: 'adjacent', matrix }, positions: at.list };
  },

  /**
   * EVA-02: rows, then columns, whose coordinates are scaled to the grid of the pretraining.
   * Source: baaivision/EVA, VisionRotaryEmbeddingFast; lucidrains/rotary-embedding-torch for `frequencies`.
   *
   * @param options `pretrained`: the number of rows, and columns, of the pretraining grid; by default no scaling.
   *   `frequencies`: 'lang' (the default), theta^(-2j/d), or 'pixel', from pi to pi * maxFrequency / 2; `maxFrequency`: 10
   *   by default
   */
  eva(
    options: VisionHead & {
      pretrained?: number;
      frequencies?: 'lang' | 'pixel';
      maxFrequency?: number;
      theta?: number;
    },
  ): RotaryPreset {
    const keys = ['headDim', 'grid', 'pretrained', 'frequencies', 'maxFrequency', 'theta'] as const;
    const {
      headDim,
      grid,
      pretrained,
      frequencies = 'lang',
      maxFrequency = 10,
      theta,
    } = known(options, keys);
    const side = sideOf(headDim);
    const [rows, columns] = copyGrid('grid', grid, 2) as [number, number];
    if (pretrained !== undefined) checkInteger('pretrained', pretrained, 1);
    const isPixel = checkChoice('frequencies', frequencies, ['lang', 'pixel']) === 1;
    checkPositive('maxFrequency', maxFrequency);
    const at = positionsFor(2, rows * columns);
    const scale = (i: number, count: number) => (i * (pretrained ?? count)) / count;
    forEachPatch([rows, columns], (y, x) => at.push(scale(y, rows), scale(x, columns)));
    const band = linear(side / 2, 1, maxFrequency / 2).map((value) => value * Math.PI);
    const embedding: RotaryOptions = { headDim, axisDims: [side, side], pairing: 'adjacent' };
    if (isPixel) embedding.frequencies = [...band, ...band];
    else if (theta !== undefined) embedding.theta = theta;
    return { options: embedding, positions: at.list };
  },

  /**
   * DINOv3: rows, then columns, as coordinates from -1 to 1 of the patches' centres.
   * Source: facebookresearch/dinov3, RopePositionEmbedding.
   *
   * @param options `base`: 100 by default, gives the periods base^(4j/headDim); or `minPeriod` and `maxPeriod`, those of
   *   the first and the last pair; or `periods`, headDim / 4 numbers. `bfloat16`: whether to round the periods, as they are
   *   in the released weights; false by default. `normalize`: whether coordinates are divided by their own size
   *   ('separate', the default), or by the larger or smaller one ('max', 'min').
   */
  dinov3(
    options: VisionHead & {
      base?: number;
      minPeriod?: number;
      maxPeriod?: number;
      periods?: ArrayLike<number>;
      bfloat16?: boolean;
      normalize?: 'separate' | 'max' | 'min';
    },
  ): RotaryPreset {
    const keys = ['headDim', 'grid', ...periodKeys, 'bfloat16', 'normalize'] as const;
    const { headDim, grid, bfloat16 = false, normalize = 'separate', ...given } = known(options, keys);
    const side = sideOf(headDim);
    const [rows, columns] = copyGrid('grid', grid, 2) as [number, number];
    checkChoice('normalize', normalize, ['separate', 'max', 'min']);
    let periods = periodsOf(given, side / 2);
    if (checkBoolean('bfloat16', bfloat16)) {
      periods = Float64Array.from(fromBfloat16(toBfloat16(Float32Array.from(periods))));
    }
    const one = normalize === 'separate' ? undefined : Math[normalize](rows, columns);
    const at = positionsFor(2, rows * columns);
    const coordinate = (i: number, own: number) => {
      const size = one ?? own;
      return (2 * i + 1 - size) / size;
    };
    forEachPatch([rows, columns], (y, x) => at.push(coordinate(y, rows), coordinate(x, columns)));
    const band = [...periods].map((period) => (2 * Math.PI) / period);
    return {
      options: { headDim, axisDims: [side, side], frequencies: [...band, ...band] },
      positions: at.list,
    };
  },

  /**
   * V-JEPA 2: axes of frames, rows and columns, with 2 * floor(floor(headDim / 3) / 2) dimensions each. The model is not
   * rotated by pairs: it computes x * cos + (-x[2j + 1], x[2j]) * sin with the tables of the form 'tiled', since its code
   * repeats them otherwise than it pairs dimensions.
   * Source: facebookresearch/vjepa2, src/models/utils/modules.py, rotate_queries_or_keys.
   *
   * @param options `grid`: frames, rows and columns of patches; `headDim`: at least 6
   */
  vjepa2(options: { headDim: number; grid: readonly [number, number, number] }): RotaryPreset {
    const { headDim, grid } = known(options, ['headDim', 'grid']);
    const side = 2 * Math.floor(checkInteger('headDim', headDim, 6) / 6);
    const { options: embedding, positions } = volume({ grid }, [side, side, side], 1e4);
    return { options: { ...embedding, headDim, rotaryDim: 3 * side }, positions };
  },

  /**
   * The vision towers of Qwen2-VL, 2.5-VL and 3-VL: rows, then columns; their positions are those of `visionPositions`.
   * Source: transformers, Qwen2VisionTransformerPretrainedModel.
   */
  qwenVlVision(options: { headDim: number; theta?: number }): RotaryOptions {
    const { headDim, theta = 1e4 } = known(options, ['headDim', 'theta']);
    const side = sideOf(headDim);
    return { headDim, axisDims: [side, side], theta };
  },

  /** The decoder of Qwen2-VL and 2.5-VL; `Rotary.fromConfig` has those of all models. */
  qwen2Vl(): RotaryOptions {
    return { headDim: 128, theta: 1e6, sections: [16, 24, 24] };
  },

  /** The decoder of Qwen3-VL, whose sections alternate. */
  qwen3Vl(): RotaryOptions {
    return { headDim: 128, theta: 5e6, sections: [24, 20, 20], interleaved: true };
  },
};
