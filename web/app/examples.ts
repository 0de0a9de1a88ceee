// Examples to start from: encodings of well-known models, and interesting comparisons.
import { choiceOf } from '../schemes/choice.js';
import type { State } from './state.js';

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly group: 'Models' | 'Comparisons';
  readonly state: Partial<Pick<State, 'view' | 'compare' | 'a' | 'b'>> & { settings?: State['settings'] };
}

export const examples: readonly Example[] = [
  {
    id: 'transformer',
    name: 'Transformer, 2017: 512 channels',
    group: 'Models',
    state: { compare: false, a: choiceOf('sinusoidal', { n0: 1024, channels: 512 }) },
  },
  {
    id: 'whisper',
    name: 'Whisper tiny: 1500 × 384',
    group: 'Models',
    state: { compare: false, a: choiceOf('whisper') },
  },
  {
    id: 'mae',
    name: 'MAE, ViT-B: 14 × 14 × 768',
    group: 'Models',
    state: { compare: false, view: 'grid', a: choiceOf('mae') },
  },
  {
    id: 'image',
    name: 'Image: 64 × 64 × 128',
    group: 'Models',
    state: {
      compare: false,
      view: 'grid',
      a: choiceOf('positional-encodings', { axes: '2', n0: 64, n1: 64, channels: 128 }),
    },
  },
  {
    id: 'volume',
    name: 'Video or volume: 16 × 16 × 16 × 192',
    group: 'Models',
    state: {
      compare: false,
      view: 'grid',
      a: choiceOf('positional-encodings', { axes: '3', n0: 16, n1: 16, n2: 16, channels: 192 }),
    },
  },
  {
    id: 'large',
    name: 'Large: 8192 × 4096',
    group: 'Models',
    state: { compare: false, view: 'heatmap', a: choiceOf('sinusoidal', { n0: 8192, channels: 4096 }) },
  },
  {
    id: 'layouts',
    name: 'Interleaved and concatenated',
    group: 'Comparisons',
    state: {
      compare: true,
      view: 'heatmap',
      a: choiceOf('sinusoidal', { n0: 256, channels: 128 }),
      b: choiceOf('sinusoidal', { n0: 256, channels: 128, layout: 'concatenated' }),
    },
  },
  {
    id: 'angles',
    name: 'Exact and float32 angles, from position 1,000,000',
    group: 'Comparisons',
    state: {
      compare: true,
      view: 'heatmap',
      a: choiceOf('sinusoidal', { n0: 512, channels: 256, offset: 1e6 }),
      b: choiceOf('sinusoidal', { n0: 512, channels: 256, offset: 1e6, angles: 'float32' }),
    },
  },
  {
    id: 'timescales',
    name: 'Timescales to 10,000 and to 100',
    group: 'Comparisons',
    state: {
      compare: true,
      view: 'similarity',
      a: choiceOf('sinusoidal', { n0: 512, channels: 128 }),
      b: choiceOf('sinusoidal', { n0: 512, channels: 128, max: 100 }),
    },
  },
  {
    id: 'ends',
    name: 'Vaswani and AllenNLP',
    group: 'Comparisons',
    state: {
      compare: true,
      view: 'heatmap',
      a: choiceOf('sinusoidal', { n0: 256, channels: 64, layout: 'concatenated' }),
      b: choiceOf('allennlp', { n0: 256, channels: 64 }),
    },
  },
];
