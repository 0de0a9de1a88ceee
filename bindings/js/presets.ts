// The options that give the encodings of well-known packages and models: plain objects, for `encode`,
// `add` and `Sinusoidal`.
import type { SinusoidalOptions } from './spec.js';

export const presets = {
  /**
   * "Attention is all you need", as its text has it: channels 2i and 2i + 1 are the sine and the cosine of
   * position / 10000^(2i/channels); an odd number of channels ends with a sine. The code published with the
   * paper is tensor2tensor's, which differs. Source: Vaswani et al. 2017, section 3.5.
   */
  vaswani(options: { grid: readonly number[]; channels: number }): SinusoidalOptions {
    // With (channels + 1)/2 pairs, i/(pairs - 1/2) is 2i/channels.
    return { ...options, layout: 'interleaved', timescales: { shift: options.channels % 2 ? 0.5 : 0 } };
  },

  /**
   * The Python package positional-encodings; version 5 (5.0) has sines and cosines concatenated. A
   * tensor with fewer channels than were declared gets the first of them.
   * Source: tatp22/multidim-positional-encoding, torch_encodings.py.
   */
  positionalEncodings(options: {
    grid: readonly number[];
    channels: number;
    declaredChannels?: number;
    channelsFirst?: boolean;
    version?: 5 | 6;
  }): SinusoidalOptions {
    const { version = 6, ...rest } = options;
    if (version !== 5 && version !== 6) {
      throw new RangeError(
        `version is ${version}: expected 5 (5.0, concatenated) or 6 (since 5.1, interleaved)`,
      );
    }
    return { ...rest, layout: version === 5 ? 'concatenated' : 'interleaved', allowEmptyAxes: true };
  },

  /**
   * AllenNLP's SinusoidalPositionalEncoding, as its code has it: frequency i of n is
   * min * (min/max)^(i/(n-1)). Source: allenai/allennlp, nn/util.py, add_positional_features.
   */
  allennlp(options: {
    grid: readonly number[];
    channels: number;
    minTimescale?: number;
    maxTimescale?: number;
  }): SinusoidalOptions {
    const { minTimescale = 1, maxTimescale = 10000, ...rest } = options;
    return {
      ...rest,
      layout: 'concatenated',
      split: 'padded',
      // The timescales of those frequencies: from 1/min to max/min^2.
      timescales: { min: 1 / minTimescale, max: maxTimescale / minTimescale ** 2, endpoint: true },
      allowEmptyAxes: true,
    };
  },

  /**
   * tensor2tensor's timing signals, of one axis or several: each axis all sines and then all cosines, the
   * channels that are left zero. Its frequencies are AllenNLP's, which has them from here.
   * Source: tensorflow/tensor2tensor, layers/common_attention.py, get_timing_signal_1d and
   * add_timing_signal_nd.
   */
  tensor2tensor(options: {
    grid: readonly number[];
    channels: number;
    minTimescale?: number;
    maxTimescale?: number;
    startIndex?: number;
  }): SinusoidalOptions {
    const { startIndex = 0, ...rest } = options;
    return { ...presets.allennlp(rest), offset: startIndex };
  },

  /**
   * fairseq's SinusoidalPositionalEmbedding: all sines, then all cosines, a zero for an odd channel. The
   * first position is paddingIndex + 1; paddingIndex is 1 by default, that of fairseq's dictionaries. In the
   * original the rows of padding tokens, which have no position, are zero.
   * Source: facebookresearch/fairseq, modules/sinusoidal_positional_embedding.py.
   */
  fairseq(options: { grid: readonly number[]; channels: number; paddingIndex?: number }): SinusoidalOptions {
    const { paddingIndex = 1, ...rest } = options;
    return { ...presets.allennlp(rest), offset: paddingIndex + 1 };
  },

  /** Whisper's encoder: all sines, then all cosines. Source: openai/whisper, model.py, sinusoids. */
  whisper(options: { grid: readonly number[]; channels: number; maxTimescale?: number }): SinusoidalOptions {
    const { maxTimescale = 10000, ...rest } = options;
    return { ...rest, layout: 'concatenated', timescales: { max: maxTimescale, endpoint: true } };
  },

  /**
   * MAE's and its descendants', for images: the first half of the channels is the column, the second the
   * row, each all sines and then all cosines. Without the row of zeros for a class token.
   * Source: facebookresearch/mae, util/pos_embed.py, get_2d_sincos_pos_embed.
   */
  mae(options: { grid: readonly number[]; channels: number }): SinusoidalOptions {
    return { ...options, layout: 'concatenated', axisOrder: options.grid.map((_, axis) => axis).reverse() };
  },
};

/** The options of each preset besides `grid` and `channels`. */
export const presetOptions: Readonly<Record<keyof typeof presets, readonly string[]>> = {
  vaswani: [],
  positionalEncodings: ['declaredChannels', 'channelsFirst', 'version'],
  allennlp: ['minTimescale', 'maxTimescale'],
  tensor2tensor: ['minTimescale', 'maxTimescale', 'startIndex'],
  fairseq: ['paddingIndex'],
  whisper: ['maxTimescale'],
  mae: [],
};
