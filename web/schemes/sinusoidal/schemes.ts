// The schemes made of sines and cosines: one with every option of the library, and one for each preset.
import type { SinusoidalOptions } from 'posenc';
import type { Posenc } from '../../model/encoding.js';
import { choice, flag, number, type Values } from '../../model/fields.js';
import type { Scheme } from '../../model/scheme.js';
import { callOf } from '../../model/snippet.js';
import { GridEncoding } from './grid-encoding.js';
import { any, channels, gridFields, gridOf, timescale, without } from './grid-fields.js';
import { allOptionFields, allOptions } from './option-fields.js';

/** How a scheme is made: from the library's options, or from a preset and its options. */
function grid<P extends keyof Posenc['presets']>(
  optionsOf: (values: Values) => Parameters<Posenc['presets'][P]>[0] | SinusoidalOptions,
  preset?: P,
): Pick<Scheme, 'kind' | 'open' | 'code'> {
  return {
    kind: 'sinusoidal',
    open(posenc, values) {
      const given = optionsOf(values) as SinusoidalOptions;
      const make = preset && (posenc.presets[preset] as (options: object) => SinusoidalOptions);
      return new GridEncoding(posenc, make ? make(given) : given);
    },
    code: (values) => callOf(optionsOf(values), preset),
  };
}

/** The options that all presets take. */
const sized = (values: Values, axes: readonly number[]) => ({
  grid: gridOf(values, axes),
  channels: Number(values.channels),
});

const timescaleFields = [
  timescale('min', 'Shortest timescale', 1),
  timescale('max', 'Longest timescale', 10000),
];

/** The timescales, under the names that presets use. */
const scaled = (values: Values) =>
  without(
    { minTimescale: Number(values.min), maxTimescale: Number(values.max) },
    { minTimescale: 1, maxTimescale: 10000 },
  );

export const sinusoidalSchemes: readonly Scheme[] = [
  {
    id: 'sinusoidal',
    name: 'Sinusoidal, all options',
    about:
      'Sines and cosines of geometrically spaced frequencies. With the defaults and an even number of channels this is the encoding of Vaswani et al. 2017. Everything can be changed below.',
    fields: allOptionFields,
    ...grid(allOptions),
  },
  {
    id: 'positional-encodings',
    name: 'positional-encodings',
    about: 'The Python package of this name: a block of channels for each axis, one after another.',
    fields: [
      ...gridFields(any, [512, 32, 8]),
      channels(128),
      choice('version', 'Version', [
        ['6', '5.1 and later'],
        ['5', '5.0'],
      ]),
      flag('channelsFirst', 'Channels first (Permute)'),
    ],
    ...grid(
      (values) => ({
        ...sized(values, any),
        ...(values.version === '5' ? { version: 5 } : {}),
        ...(values.channelsFirst === true ? { channelsFirst: true } : {}),
      }),
      'positionalEncodings',
    ),
  },
  {
    id: 'allennlp',
    name: 'AllenNLP',
    about: 'All sines, then all cosines. The last pair has exactly the longest timescale.',
    fields: [...gridFields([1], [512]), channels(128), ...timescaleFields],
    ...grid((values) => ({ ...sized(values, [1]), ...scaled(values) }), 'allennlp'),
  },
  {
    id: 'tensor2tensor',
    name: 'tensor2tensor',
    about: 'A block of channels for each axis, one after another. Channels left over are zero.',
    fields: [
      ...gridFields(any, [512, 32, 8]),
      channels(128),
      ...timescaleFields,
      number('start', 'Start index', { min: 0, max: 65536, integer: true, default: 0 }),
    ],
    ...grid(
      (values) => ({
        ...sized(values, any),
        ...scaled(values),
        ...without({ startIndex: Number(values.start) }, { startIndex: 0 }),
      }),
      'tensor2tensor',
    ),
  },
  {
    id: 'fairseq',
    name: 'fairseq',
    about:
      'All sines, then all cosines, then a zero if the number of channels is odd. Positions begin after the padding index. The original gives padding tokens rows of zeros, which are not shown.',
    fields: [
      ...gridFields([1], [512]),
      { ...channels(512), min: 4 },
      number('padding', 'Padding index', { min: 0, max: 65536, integer: true, default: 1 }),
    ],
    ...grid(
      (values) => ({
        ...sized(values, [1]),
        ...without({ paddingIndex: Number(values.padding) }, { paddingIndex: 1 }),
      }),
      'fairseq',
    ),
  },
  {
    id: 'whisper',
    name: 'Whisper',
    about: 'The encoder of Whisper: 1500 frames of 20 ms, all sines and then all cosines.',
    fields: [
      ...gridFields([1], [1500]),
      { ...channels(384), min: 4, multiple: 2 },
      timescale('max', 'Longest timescale', 10000),
    ],
    ...grid(
      (values) => ({
        ...sized(values, [1]),
        ...without({ maxTimescale: Number(values.max) }, { maxTimescale: 10000 }),
      }),
      'whisper',
    ),
  },
  {
    id: 'mae',
    name: 'MAE, ViT patches',
    about: 'A grid of image patches: the first half of the channels encodes the column, the second the row.',
    fields: [...gridFields([2], [14, 14]), { ...channels(768), min: 4, multiple: 4 }],
    ...grid((values) => sized(values, [2]), 'mae'),
  },
];
