// Every scheme that the page offers: a new one is one entry of `schemes`. An entry says which controls it
// has, how the library makes it, and how the same call is written in JavaScript.
import type { SinusoidalOptions } from 'posenc';
import { type Encoding, GridEncoding, type Posenc } from './encoding.js';
import type { Field, Values } from './fields.js';
import {
  any,
  channels,
  gridFields,
  gridOf,
  number,
  sinusoidalFields,
  sinusoidalOptions,
  timescale,
  without,
} from './sinusoidal.js';
import { type Call, callOf } from './snippet.js';

export interface Scheme {
  readonly id: string;
  readonly name: string;
  /** One sentence: who uses it, and what is particular about it. */
  readonly about: string;
  readonly fields: readonly Field[];
  /** The library's encoding; runs in the worker. */
  open(posenc: Posenc, values: Values): Encoding;
  /** The same as a call in JavaScript. */
  code(values: Values): Call;
}

/** A scheme with chosen parameters. */
export interface Choice {
  readonly scheme: string;
  readonly values: Values;
}

/** What a scheme of the library's options has in common; `preset` names the function that makes them. */
function grid(
  optionsOf: (values: Values, posenc?: Posenc) => object,
  preset?: 'positionalEncodings' | 'allennlp',
): Pick<Scheme, 'open' | 'code'> {
  return {
    open(posenc, values) {
      const given = optionsOf(values) as SinusoidalOptions;
      return new GridEncoding(posenc, preset ? posenc.presets[preset](given) : given);
    },
    code: (values) => callOf(optionsOf(values), preset),
  };
}

export const schemes: readonly Scheme[] = [
  {
    id: 'sinusoidal',
    name: 'Sinusoidal, all options',
    about:
      'Vaswani et al. 2017 with its defaults: sine and cosine of geometrically spaced frequencies. Everything else is a choice below.',
    fields: sinusoidalFields,
    ...grid(sinusoidalOptions),
  },
  {
    id: 'positional-encodings',
    name: 'positional-encodings',
    about: 'The Python package: one block of channels for each axis, laid one after another.',
    fields: [
      ...gridFields(any, [512, 32, 8]),
      channels(128),
      {
        kind: 'choice',
        id: 'version',
        label: 'Version',
        options: [
          { value: '6', label: '5.1 and later' },
          { value: '5', label: '5.0' },
        ],
        default: '6',
      },
      { kind: 'flag', id: 'channelsFirst', label: 'Channels first (Permute)', default: false },
    ],
    ...grid(
      (values) =>
        without(
          {
            grid: gridOf(values, any),
            channels: number(values.channels),
            version: number(values.version),
            channelsFirst: values.channelsFirst === true,
          },
          { version: 6, channelsFirst: false },
        ),
      'positionalEncodings',
    ),
  },
  {
    id: 'allennlp',
    name: 'AllenNLP',
    about: 'All sines, then all cosines; the last pair has exactly the longest timescale.',
    fields: [
      ...gridFields([1], [512]),
      channels(128),
      timescale('min', 'Shortest timescale', 1),
      timescale('max', 'Longest timescale', 10000),
    ],
    ...grid(
      (values) =>
        without(
          {
            grid: gridOf(values, [1]),
            channels: number(values.channels),
            minTimescale: number(values.min),
            maxTimescale: number(values.max),
          },
          { minTimescale: 1, maxTimescale: 10000 },
        ),
      'allennlp',
    ),
  },
  {
    id: 'tensor2tensor',
    name: 'tensor2tensor',
    about: 'Signals along each axis, concatenated; channels that cannot be shared are zero.',
    fields: [...gridFields(any, [512, 32, 8]), channels(128), timescale('max', 'Longest timescale', 10000)],
    ...grid((values) => ({
      grid: gridOf(values, any),
      channels: number(values.channels),
      layout: 'concatenated',
      split: 'padded',
      timescales: without({ max: number(values.max), endpoint: true }, { max: 10000 }),
    })),
  },
  {
    id: 'whisper',
    name: 'Whisper, fairseq',
    about: 'The encoder of Whisper: 1500 frames of 20 ms, all sines and then all cosines.',
    fields: [...gridFields([1], [1500]), channels(384)],
    ...grid((values) => ({
      grid: gridOf(values, [1]),
      channels: number(values.channels),
      layout: 'concatenated',
      timescales: { endpoint: true },
    })),
  },
  {
    id: 'mae',
    name: 'MAE, ViT patches',
    about: 'A grid of image patches: the first half of the channels encodes the column, the second the row.',
    fields: [...gridFields([2], [14, 14]), channels(768)],
    ...grid((values) => ({
      grid: gridOf(values, [2]),
      channels: number(values.channels),
      layout: 'concatenated',
      axisOrder: [1, 0],
    })),
  },
];

export function schemeOf(id: string): Scheme {
  return schemes.find((scheme) => scheme.id === id) ?? (schemes[0] as Scheme);
}
