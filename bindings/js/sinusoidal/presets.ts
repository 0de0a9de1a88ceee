// Options that reproduce the encodings of well-known packages and models: plain objects, for `encode`, `add` and
// `Sinusoidal`. A preset accepts the grids and channels that its original accepts.
import {
  checkBoolean,
  checkFinite,
  checkInteger,
  checkObject,
  checkPositive,
  rangeError,
  typeError,
} from '../check/check.js';
import { copyAxes } from '../check/lists.js';
import type { SinusoidalOptions } from './options.js';

export const presets = {
  /**
   * "Attention is all you need", as in the text of the paper: channels 2i and 2i + 1 are the sine and the cosine of
   * position / 10000^(2i/channels); an odd number of channels ends with a sine. The paper's code is tensor2tensor,
   * which has a different layout and different frequencies.
   * Source: Vaswani et al. 2017, section 3.5.
   *
   * @param options `grid`: one length; `channels`: any positive integer
   * @throws TypeError or RangeError for any other option or value
   */
  vaswani(options: { grid: readonly number[]; channels: number }): SinusoidalOptions {
    const size = read('vaswani', options, 1);
    // i/(n - 1/2) is 2i/channels for the n = (channels + 1)/2 pairs of an odd number of channels.
    return { ...size, layout: 'interleaved', timescales: { shift: (size.channels % 2) / 2 } };
  },

  /**
   * The Python package positional-encodings. Version 5 (5.0) concatenates sines and cosines. With fewer channels than
   * were declared, the result has the first ones. As in the original, an axis whose block lies after the last
   * channel is not encoded.
   * Source: tatp22/multidim-positional-encoding, torch_encodings.py.
   *
   * @param options `grid`: any number of lengths (the original has classes for one to three); `channels`:
   *   any positive integer; `declaredChannels`: an integer of at least `channels`, which is the default;
   *   `channelsFirst`: false by default; `version`: 6 by default
   * @throws TypeError or RangeError for any other option or value
   */
  positionalEncodings(options: {
    grid: readonly number[];
    channels: number;
    declaredChannels?: number;
    channelsFirst?: boolean;
    version?: 5 | 6;
  }): SinusoidalOptions {
    const { version = 6, ...rest } = read('positionalEncodings', options);
    const { channels, declaredChannels = channels, channelsFirst = false } = rest;
    checkInteger('declaredChannels', declaredChannels, channels);
    checkBoolean('channelsFirst', channelsFirst);
    if (version !== 5 && version !== 6) {
      const error = typeof version === 'number' ? rangeError : typeError;
      throw error('version', version, '5 (5.0, concatenated) or 6 (since 5.1, interleaved)');
    }
    return { ...rest, layout: version === 5 ? 'concatenated' : 'interleaved', allowEmptyAxes: true };
  },

  /**
   * AllenNLP's SinusoidalPositionalEncoding, as in its code: frequency i of n = floor(channels/2) is
   * min * (min/max)^(i/(n-1)); all sines, then all cosines, then a zero if the number of channels is odd. With 2 or 3
   * channels, where the original divides by zero, the only frequency is `minTimescale`.
   * Source: allenai/allennlp, nn/util.py, add_positional_features.
   *
   * @param options `grid`: one length; `channels`: any positive integer; `minTimescale` and
   *   `maxTimescale`: numbers above 0, 1 and 10000 by default
   * @throws TypeError or RangeError for any other option or value
   */
  allennlp(options: {
    grid: readonly number[];
    channels: number;
    minTimescale?: number;
    maxTimescale?: number;
  }): SinusoidalOptions {
    // AllenNLP accepts a tensor without channels, and returns it unchanged.
    return timingSignal(read('allennlp', options, 1, 0));
  },

  /**
   * tensor2tensor's timing signals, for one axis or several: for each axis all sines, then all cosines, and zeros in
   * the remaining channels; all zeros if there are fewer than two channels for each axis. Frequency i of
   * n = floor(channels/(2 * axes)) is min * (min/max)^(i/(n-1)); with one axis and n = 1 it is min.
   * Source: tensorflow/tensor2tensor, layers/common_attention.py, get_timing_signal_1d and
   * add_timing_signal_nd.
   *
   * @param options `grid`: any number of lengths; `channels`: any positive integer; `minTimescale` and
   *   `maxTimescale`: numbers above 0, 1 and 10000 by default; `startIndex`: the first position on every
   *   axis, 0 by default (the original has it for one axis only)
   * @throws TypeError or RangeError for any other option or value; RangeError for n = 1 with several axes,
   *   where the original divides by zero
   */
  tensor2tensor(options: {
    grid: readonly number[];
    channels: number;
    minTimescale?: number;
    maxTimescale?: number;
    startIndex?: number;
  }): SinusoidalOptions {
    const { startIndex = 0, ...rest } = read('tensor2tensor', options);
    const { grid, channels } = rest;
    const axes = grid.length;
    if (axes > 1 && channels >= 2 * axes && channels < 4 * axes) {
      // Each axis would have one frequency.
      const expected = `less than ${2 * axes} or at least ${4 * axes} for ${axes} axes, since tensor2tensor divides by zero`;
      throw rangeError('channels', channels, expected);
    }
    return { ...timingSignal(rest), offset: checkFinite('startIndex', startIndex) };
  },

  /**
   * fairseq's SinusoidalPositionalEmbedding: frequency i of n = floor(channels/2) is 10000^(-i/(n-1)); all sines,
   * then all cosines, then a zero if the number of channels is odd. The first position is `paddingIndex` + 1. The
   * original writes zeros for padding tokens and counts only the other tokens; here every row has a position.
   * Source: facebookresearch/fairseq, modules/sinusoidal_positional_embedding.py and utils.py, make_positions.
   *
   * @param options `grid`: one length; `channels`: 1 or an integer of at least 4, since the original
   *   divides by zero with 2 and 3; `paddingIndex`: an integer of at least 0; 1 by default, as in fairseq's
   *   dictionaries. Use 0 where the original has None
   * @throws TypeError or RangeError for any other option or value
   */
  fairseq(options: { grid: readonly number[]; channels: number; paddingIndex?: number }): SinusoidalOptions {
    const { paddingIndex = 1, ...size } = read('fairseq', options, 1);
    const { channels } = size;
    if (channels === 2 || channels === 3) {
      throw rangeError('channels', channels, '1 or at least 4, since fairseq divides by zero');
    }
    return { ...timingSignal(size), offset: checkInteger('paddingIndex', paddingIndex, 0) + 1 };
  },

  /**
   * Whisper's encoder: frequency i of n = channels/2 is max^(-i/(n-1)); all sines, then all cosines.
   * Source: openai/whisper, model.py, sinusoids.
   *
   * @param options `grid`: one length; `channels`: an even number of at least 4, since the original rejects
   *   odd numbers and divides by zero with 2; `maxTimescale`: a number above 0, 10000 by default
   * @throws TypeError or RangeError for any other option or value
   */
  whisper(options: { grid: readonly number[]; channels: number; maxTimescale?: number }): SinusoidalOptions {
    const { maxTimescale = 10000, ...size } = read('whisper', options, 1);
    const { channels } = size;
    if (channels % 2 !== 0 || channels < 4) {
      throw rangeError('channels', channels, 'an even number of at least 4');
    }
    const max = checkPositive('maxTimescale', maxTimescale);
    return { ...size, layout: 'concatenated', timescales: { max, endpoint: true } };
  },

  /**
   * MAE's encoding of a grid of image patches, [height, width]: the first half of the channels encodes the column, the
   * second half the row, each as all sines, then all cosines, of the frequencies 10000^(-4i/channels). There is no
   * row of zeros for a class token. The original's grid is square; AudioMAE has the same encoding for any grid.
   * Source: facebookresearch/mae, util/pos_embed.py, get_2d_sincos_pos_embed.
   *
   * @param options `grid`: two lengths; `channels`: a multiple of 4, as the original requires
   * @throws TypeError or RangeError for any other option or value
   */
  mae(options: { grid: readonly number[]; channels: number }): SinusoidalOptions {
    const size = read('mae', options, 2);
    const { channels } = size;
    if (channels % 4 !== 0) throw rangeError('channels', channels, 'a multiple of 4');
    return { ...size, layout: 'concatenated', axisOrder: [1, 0] };
  },
};

/** The options of each preset, other than `grid` and `channels`. */
export const presetOptions: Readonly<Record<keyof typeof presets, readonly string[]>> = {
  vaswani: [],
  positionalEncodings: ['declaredChannels', 'channelsFirst', 'version'],
  allennlp: ['minTimescale', 'maxTimescale'],
  tensor2tensor: ['minTimescale', 'maxTimescale', 'startIndex'],
  fairseq: ['paddingIndex'],
  whisper: ['maxTimescale'],
  mae: [],
};

/**
 * A copy of a preset's options. Checks that all keys are known, and checks `grid` and `channels`; the preset checks
 * its other options. `axes` is the number of axes that the original requires, if it requires one.
 */
function read<Options extends { grid: readonly number[]; channels: number }>(
  preset: keyof typeof presets,
  options: Options,
  axes?: number,
  minChannels = 1,
): Options {
  checkObject('options', options, new Set(['grid', 'channels', ...presetOptions[preset]]));
  const copy = { ...options };
  const { grid, channels } = copy;
  const lengths = copyAxes('grid', grid, 'an array of lengths');
  if (axes && lengths.length !== axes) {
    throw rangeError('grid', lengths, axes === 1 ? 'one length' : `${axes} lengths`);
  }
  copy.grid = lengths.map((length, axis) => checkInteger(`grid[${axis}]`, length, 0));
  checkInteger('channels', channels, minChannels);
  return copy;
}

/**
 * The timing signal of tensor2tensor, which AllenNLP and fairseq copied. Its code multiplies the frequencies by the
 * first timescale; its documentation says that it divides them.
 */
function timingSignal(options: {
  grid: readonly number[];
  channels: number;
  minTimescale?: number;
  maxTimescale?: number;
}): SinusoidalOptions {
  const { minTimescale = 1, maxTimescale = 10000, ...rest } = options;
  // The timescales of the frequencies min * (min/max)^(i/(n-1)): from 1/min to max/min^2.
  const min = 1 / checkPositive('minTimescale', minTimescale);
  const max = checkPositive('maxTimescale', maxTimescale) / minTimescale ** 2;
  if (!(max > 0 && max < Number.POSITIVE_INFINITY)) {
    throw rangeError('minTimescale', minTimescale, 'maxTimescale / minTimescale^2 to be finite and above 0');
  }
  return {
    ...rest,
    layout: 'concatenated',
    split: 'padded',
    timescales: { min, max, endpoint: true },
    allowEmptyAxes: true,
  };
}
