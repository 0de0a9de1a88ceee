// Reads Hugging Face's config.json: which rotary embeddings a model has, and in which layers. The rules, with their
// oddities, are those of transformers 5, modeling_rope_utils.py; what single models add is in config-models.ts.
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  checkPositive,
  listOf,
  rangeError,
  typeError,
} from '../check/check.js';
import { checkCount } from '../check/lists.js';
import {
  type Config,
  checkString,
  find,
  findPlace,
  integerOf,
  isDict,
  listFrom,
  openConfig,
  type Place,
  placeOf,
  type Value,
} from './config-keys.js';
import { byAttention } from './config-models.js';
import { type RotarySet, readSet } from './config-set.js';

/** Which rotary embedding of a config: that of a type of layers, or of a layer. Not needed if there is only one. */
export interface ConfigChoice {
  /** One of the names that `layersOf` gives. */
  layerType?: string;
  /** The number of a layer, from 0. */
  layer?: number;
  /** As the option `length`, for scalings that depend on it. */
  length?: number;
}

/** By layer type, or by 'all' if there is one set; null for layers without rotary embedding. */
type Sets = ReadonlyMap<string, RotarySet | null>;

const choiceKeys = /* @__PURE__ */ new Set(['layerType', 'layer', 'length']);
const all = 'all';
const maxLayers = 65536;

export function rotarySets(config: unknown): Sets {
  return setsOf(openConfig(config));
}

/** For each layer the name of its set, or null. */
export function layersOf(config: unknown): readonly (string | null)[] {
  const opened = openConfig(config);
  return namesOf(opened, setsOf(opened));
}

export function rotarySetOf(config: unknown, choice: ConfigChoice): RotarySet {
  checkObject('choice', choice, choiceKeys);
  const { layerType, layer, length } = choice;
  const opened = openConfig(config);
  const sets = setsOf(opened);
  const other = otherKind(opened);
  if (other) throw rangeError(other.name, other.value, 'a model with rotary embeddings');
  const names = [...sets.keys()];
  const rotated = names.filter((name) => sets.get(name));
  let name: string | null | undefined = rotated[0];
  if (layer !== undefined) {
    if (layerType !== undefined)
      throw new TypeError('layerType and layer are both given: expected one of them');
    const layers = namesOf(opened, sets);
    name = layers[checkInteger('layer', layer, 0)];
    if (name === undefined)
      throw rangeError('layer', layer, `less than ${layers.length}, the number of layers`);
  } else if (layerType !== undefined) {
    name = names[checkChoice('layerType', layerType, names)];
  } else if (rotated.length > 1) {
    throw rangeError('layerType', layerType, rotated.map((type) => `'${type}'`).join(' or '));
  }
  const set = sets.get(name as string);
  if (!set) {
    const [key, value] = layer === undefined ? ['layerType', layerType] : ['layer', layer];
    throw rangeError(key, value, 'layers with rotary embeddings, which these are not');
  }
  return length === undefined ? set : { ...set, options: { ...set.options, length } };
}

/** The key by which a config says that the model has positions of another kind. */
function otherKind({ places, rules }: Config): Value | undefined {
  if (rules.other) return find(places, ['model_type']);
  const alibi = find(places, ['alibi']);
  if (alibi && checkBoolean(alibi.name, alibi.value)) return alibi;
  const kind = find(places, ['position_embedding_type']);
  return kind && !/rot|rope/.test(checkString(kind.name, kind.value)) ? kind : undefined;
}

function setsOf(config: Config): Sets {
  const { places, path, rules } = config;
  if (otherKind(config)) return new Map([[all, null]]);
  // rope_scaling, the old name, wins.
  const scaling = findPlace(config, 'rope_scaling');
  const given = scaling ?? findPlace(config, 'rope_parameters');
  if (rules.compressed) return compressedSets(config, given ?? { path, keys: {} });
  if (rules.localTheta || find(places, ['rope_local_base_freq'])) return localSets(config, scaling);
  const parameters = given ?? { path: `${path}.rope_parameters`, keys: rules.parameters ?? {} };
  const typesGiven = find(places, ['layer_types']);
  const layerTypes = typesGiven && listFrom(typesGiven, checkString);
  const labels = rules.labels ?? layerTypes;
  const keys = Object.keys(parameters.keys);
  if (labels && keys.length && keys.every((key) => labels.includes(key))) {
    const types = new Set([...keys, ...(layerTypes ?? [])]);
    return new Map([...types].map((type) => [type, nestedSet(config, parameters, type)]));
  }
  if (rules.labels) checkKeys(parameters, rules.labels);
  const inner = keys.find((key) => isDict(parameters.keys[key]));
  if (inner !== undefined) {
    // transformers would pass over it, and over all that it says.
    throw rangeError(
      `${parameters.path}.${inner}`,
      parameters.keys[inner],
      `${path}.layer_types to have each key of ${parameters.path}`,
    );
  }
  return new Map([[all, readSet(config, parameters, { flat: true })]]);
}

function checkKeys({ path, keys }: Place, labels: readonly string[]): void {
  for (const [key, value] of Object.entries(keys)) {
    if (!labels.includes(key))
      throw rangeError(`${path}.${key}`, value, `only the keys ${labels.join(', ')}`);
  }
}

function nestedSet(config: Config, { path, keys }: Place, type: string): RotarySet | null {
  if (keys[type] === null) return null;
  const place = placeOf(`${path}.${type}`, keys[type]);
  const global = config.rules.globalHeadDim;
  if (!global || type !== 'full_attention') return readSet(config, place, {});
  const found = find(config.places, ['global_head_dim'], undefined);
  const { name, value } = found ?? { name: `${config.path}.global_head_dim`, value: global };
  return readSet(config, place, { headDim: { name, value: integerOf({ name, value }) } });
}

/** Gemma 3: sliding layers have a theta of their own, and `rope_scaling` is for full attention only. */
function localSets(config: Config, scaling: Place | undefined): Sets {
  const { path, rules } = config;
  const nested = findPlace(config, 'rope_parameters') ?? { path: `${path}.rope_parameters`, keys: {} };
  checkKeys(nested, byAttention);
  const [full, sliding] = byAttention.map((type) =>
    placeOf(`${nested.path}.${type}`, nested.keys[type] ?? {}),
  ) as [Place, Place];
  const scaled = scaling ? { path: scaling.path, keys: { ...full.keys, ...scaling.keys } } : full;
  const local = { thetaKeys: ['rope_local_base_freq'], theta: rules.localTheta ?? 1e4 };
  return new Map([
    ['full_attention', readSet(config, scaled, { theta: rules.theta ?? 1e6 })],
    ['sliding_attention', readSet(config, sliding, local)],
  ]);
}

/** DeepSeek V4: plain rotary embeddings for sliding layers, scaled ones for compressed layers. */
function compressedSets(config: Config, { path, keys: { main, compress, ...flat } }: Place): Sets {
  const sets = (...both: [RotarySet, RotarySet]) =>
    new Map([
      ['main', both[0]],
      ['compress', both[1]],
    ]);
  if (isDict(main) && isDict(compress)) {
    const nested = (name: string, value: object) =>
      readSet(config, placeOf(`${path}.${name}`, value), { theta: 1e4 });
    return sets(nested('main', main), nested('compress', compress));
  }
  // An earlier class kept the parameters of compressed layers apart.
  const apart = findPlace(config, 'compress_rope_parameters');
  const { path: from, keys } = apart ?? { path, keys: flat };
  const theta = find(config.places, ['compress_rope_theta'], undefined);
  const rope_theta = theta ? checkPositive(theta.name, theta.value) : (apart?.keys.rope_theta ?? 160000);
  // Cosines and sines are not scaled. transformers sees to that only here, not where the parameters are nested.
  const unscaled = { attention_factor: 1, ...keys, rope_theta };
  return sets(
    readSet(config, { path, keys: {} }, { thetaKeys: ['rope_theta'], theta: 1e4 }),
    readSet(config, { path: from, keys: unscaled }, { flat: true, split: true }),
  );
}

/** For each layer the name of its set, or null. */
function namesOf(config: Config, sets: Sets): (string | null)[] {
  const { places, path, rules } = config;
  const counted = find(places, ['num_hidden_layers', 'n_layer']);
  const given = find(places, ['layer_types']);
  const ratios = given ? undefined : find(places, ['compress_ratios']);
  const rope = find(places, ['no_rope_layers']); // 1 is with, 0 without
  const types = given
    ? listFrom(given, checkString)
    : ratios &&
      listFrom(ratios, (name, ratio) => (checkInteger(name, ratio, 0) ? 'compress' : 'sliding_attention'));
  const flags = rope && listFrom(rope, (name, flag) => checkInteger(name, flag, 0));
  const count = counted ? checkInteger(counted.name, counted.value, 0) : (types ?? flags)?.length;
  if (count === undefined)
    throw typeError(`${path}.num_hidden_layers`, undefined, 'an integer, or layer_types');
  if (count > maxLayers)
    throw rangeError(counted?.name ?? `${path}.layer_types`, counted?.value, `at most ${maxLayers}`);
  for (const [key, list] of [
    [given ?? ratios, types],
    [rope, flags],
  ] as const) {
    // Those of DeepSeek V4, and flags, may go on, for further layers that predict tokens.
    const mayBeLonger = list === flags || rules.compressed;
    if (key && list?.length && !(mayBeLonger && list.length > count)) {
      checkCount(key.name, list.length, count, 'layer', 'the number of layers');
    }
  }
  const linear = find(places, ['full_attention_interval']);
  const pattern = linear ?? find(places, ['sliding_window_pattern']);
  const interval = find(places, ['no_rope_layer_interval']);
  const isNth = (layer: number, key: Value | undefined, byDefault: number | undefined) => {
    const every = key ? integerOf(key) : byDefault;
    return every && (layer + 1) % every === 0;
  };
  const others = linear || rules.linear ? 'linear_attention' : 'sliding_attention';
  const hasPattern = pattern || rules.pattern;
  return listOf(count, (i) => {
    let type = types?.[i] ?? (!hasPattern || isNth(i, pattern, rules.pattern) ? 'full_attention' : others);
    if (rules.globalHeadDim && i === count - 1) type = 'full_attention'; // Gemma 4 insists
    if (flags?.length ? !flags[i] : isNth(i, interval, rules.noRopeInterval)) return null;
    if (/^(linear_attention|conv|mamba)/.test(type)) return null;
    if (rules.fullWithout && type === 'full_attention') return null;
    if (rules.compressed) return type === 'sliding_attention' ? 'main' : 'compress';
    if (sets.has(all)) type = all;
    else checkChoice(`${path}.layer_types[${i}]`, type, [...sets.keys()]);
    return sets.get(type) ? type : null;
  });
}
