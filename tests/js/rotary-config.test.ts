// Rotary embeddings from Hugging Face's config.json: the golden cases, which hold what transformers makes of each, and
// configs that it refuses.
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import golden from '../golden/rope-config.json';
import { takeOf } from '../support/golden.js';
import { expectRefusal } from '../support/refusal.js';

beforeAll(() => posenc.init());

const { Rotary } = posenc;

interface Entry {
  rope_type: string;
  head_dim: number;
  rotary_dim: number;
  theta: number;
  pairing: string;
  rotated: 'first' | 'last';
  attention_factor: number;
  inv_freq: number[];
  inv_freq_length: number;
  take?: { axis: number; indices: number[] }[];
}

interface ConfigCase {
  id: string;
  args: { config: Record<string, unknown>; seq_len?: number };
  expected?: Record<string, Entry | null>;
  layer_types_by_layer?: (string | null)[];
  raises?: string;
}

const cases = golden as unknown as ConfigCase[];

function expectRelative(found: ArrayLike<number>, expected: readonly number[]) {
  expect(found.length).toBe(expected.length);
  expected.forEach((value, i) => {
    const x = found[i] as number;
    expect(value === 0 ? Math.abs(x) : Math.abs(x / value - 1)).toBeLessThan(1e-14);
  });
}

describe('golden configs', () => {
  it.each(cases.filter(({ expected }) => expected))('$id', ({ args, expected, layer_types_by_layer }) => {
    const { config, seq_len: length } = args;
    for (const [layerType, entry] of Object.entries(expected as Record<string, Entry | null>)) {
      const choice = { layerType, ...(length !== undefined && { length }) };
      if (entry === null) {
        expect(() => Rotary.fromConfig(config, choice)).toThrow(
          /layerType is .*: expected layers with rotary/,
        );
        continue;
      }
      const rotary = Rotary.fromConfig(config, choice);
      const options = Rotary.optionsOf(config, choice);
      expect(rotary.headDim).toBe(entry.head_dim);
      expect(rotary.rotaryDim).toBe(entry.rotary_dim);
      expect(rotary.rotaryStart).toBe(entry.rotated === 'last' ? entry.head_dim - entry.rotary_dim : 0);
      expect(rotary.pairing).toBe(entry.pairing);
      expect(options.theta).toBe(entry.theta);
      expect(options.scaling?.type ?? 'default').toBe(entry.rope_type);
      const frequencies = takeOf(rotary.frequencies, [entry.inv_freq_length], entry.take);
      expectRelative(frequencies, entry.inv_freq);
      expectRelative([rotary.attentionScaling], [entry.attention_factor]);
    }
    if (layer_types_by_layer === undefined) return;
    // A layer whose type has no rotary embedding is null, like one that has none itself.
    const layers = layer_types_by_layer.map((type) => (type !== null && expected?.[type] ? type : null));
    expect(Rotary.layersOf(config)).toEqual(layers);
    layers.forEach((type, layer) => {
      if (type === null) {
        expect(() => Rotary.fromConfig(config, { layer })).toThrow(new RegExp(`layer is ${layer}`));
      } else {
        expect(Rotary.optionsOf(config, { layer })).toEqual(Rotary.optionsOf(config, { layerType: type }));
      }
    });
  });

  const named: Record<string, RegExp> = {
    'error-unknown-type': /rope_scaling\.rope_type is "fope": expected 'default', 'linear'/,
    'error-linear-no-factor':
      /rope_scaling\.factor is undefined: expected a number, which rope_type "linear"/,
    'error-llama3-no-low-freq': /rope_scaling\.low_freq_factor is undefined/,
    'error-layer-type-missing': /rope_parameters\.sliding_attention is undefined/,
  };
  it.each(cases.filter(({ raises }) => raises))('$id', ({ id, args }) => {
    // transformers fails where head_dim is null; hidden_size / num_attention_heads is what it takes elsewhere.
    if (id === 'error-yarn-head-dim-null') {
      expect(Rotary.fromConfig(args.config).headDim).toBe(16);
      return;
    }
    expectRefusal(() => Rotary.fromConfig(args.config, {}), Error, named[id] as RegExp);
  });

  it('covers every case', () => {
    expect(cases.every(({ expected, raises }) => Boolean(expected) !== Boolean(raises))).toBe(true);
    expect(
      cases
        .filter(({ raises }) => raises)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...Object.keys(named), 'error-yarn-head-dim-null'].sort());
  });
});

describe('models', () => {
  const llama = {
    model_type: 'llama',
    hidden_size: 64,
    num_attention_heads: 4,
    max_position_embeddings: 4096,
  };

  it('a text_config is the model', () => {
    const config = { model_type: 'gemma3', text_config: { ...llama, rope_theta: 5e5 } };
    expect(Rotary.optionsOf(config)).toMatchObject({ headDim: 16, theta: 5e5 });
  });

  it.each([
    [
      'Falcon with ALiBi',
      { model_type: 'falcon', hidden_size: 64, num_attention_heads: 4, alibi: true },
      /config\.alibi is true/,
    ],
    [
      'learned positions',
      { ...llama, position_embedding_type: 'absolute' },
      /config\.position_embedding_type is "absolute"/,
    ],
    [
      'GPT-2',
      { model_type: 'gpt2', n_embd: 64, n_head: 4, n_positions: 1024 },
      /config\.model_type is "gpt2": expected a model with rotary embeddings/,
    ],
    [
      'LFM3',
      {
        ...llama,
        model_type: 'lfm3',
        rope_parameters: { rope_type: 'default', rope_theta: 1e4, partial_rotary_factor: 0.5 },
      },
      /partial_rotary_factor is 0\.5/,
    ],
  ])('%s is refused', (_name, config, message) => {
    expectRefusal(() => Rotary.fromConfig(config), Error, message);
  });

  it('two sets need a choice', () => {
    const config = {
      ...llama,
      layer_types: ['full_attention', 'sliding_attention'],
      rope_parameters: {
        full_attention: { rope_type: 'default', rope_theta: 1e6 },
        sliding_attention: { rope_type: 'default', rope_theta: 1e4 },
      },
    };
    expectRefusal(
      () => Rotary.fromConfig(config),
      RangeError,
      /^layerType is undefined: expected 'full_attention' or 'sliding_attention'/,
    );
    expectRefusal(
      () => Rotary.fromConfig(config, { layerType: 'global' }),
      RangeError,
      /^layerType is "global"/,
    );
    expectRefusal(
      () => Rotary.fromConfig(config, { layer: 2 }),
      RangeError,
      /^layer is 2: expected less than 2/,
    );
    expect(Rotary.optionsOf(config, { layer: 1 }).theta).toBe(1e4);
  });

  it.each([
    ['null', null, TypeError, /^config is null: expected an object/],
    ['a list', [], TypeError, /^config is \[\]: expected an object/],
    ['text', '{}', TypeError, /^config is "\{\}"/],
    ['nothing in it', {}, TypeError, /^config\.hidden_size is undefined/],
    ['theta as text', { ...llama, rope_theta: '1e4' }, TypeError, /^config\.rope_theta is "1e4"/],
    ['theta NaN', { ...llama, rope_theta: Number.NaN }, RangeError, /^config\.rope_theta is NaN/],
    ['a negative head_dim', { ...llama, head_dim: -4 }, RangeError, /^config\.head_dim is -4/],
    ['scaling as text', { ...llama, rope_scaling: 'linear' }, TypeError, /^config\.rope_scaling is "linear"/],
    [
      'an odd part',
      { ...llama, model_type: 'stablelm', partial_rotary_factor: 0.2 },
      RangeError,
      /partial_rotary_factor is 0\.2/,
    ],
    [
      'a factor below 1',
      { ...llama, rope_scaling: { type: 'linear', factor: 0.5 } },
      RangeError,
      /factor is 0\.5: expected a number of at least 1/,
    ],
  ])('%s is named', (_name, config, kind, message) => {
    expectRefusal(() => Rotary.fromConfig(config as object), kind as ErrorConstructor, message);
  });

  it('a huge number of layers is refused before they are listed', () => {
    expectRefusal(
      () => Rotary.layersOf({ ...llama, num_hidden_layers: 1e9 }),
      RangeError,
      /^config\.num_hidden_layers is 1000000000: expected at most/,
    );
  });
});
