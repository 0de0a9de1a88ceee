// Turns the parameters of one rotary embedding in a config, such as `rope_scaling`, into options.
import {
  checkBoolean,
  checkChoice,
  checkFinite,
  checkInteger,
  checkPositive,
  rangeError,
  typeError,
} from '../check/check.js';
import { copyNumbers } from '../check/lists.js';
import {
  type Config,
  find,
  integerOf,
  listFrom,
  type Place,
  requiredInteger,
  type Value,
} from './config-keys.js';
import type { RotaryOptions, RotaryScaling } from './options.js';

/** One set of options of a model. */
export interface RotarySet {
  /** As the config has it, but with one name for each type: default, linear, ... */
  readonly ropeType: string;
  readonly options: RotaryOptions;
}

/** What depends on where the parameters are. */
export interface Source {
  /** Whether they are not nested by layer type. */
  flat?: boolean;
  /** Whether the model's class nests flat ones. */
  split?: boolean;
  headDim?: Value<number>;
  /** Keys for theta beside the parameters. */
  thetaKeys?: readonly string[];
  /** Theta by default. */
  theta?: number;
}

const ropeTypes = ['default', 'linear', 'dynamic', 'yarn', 'longrope', 'llama3', 'proportional'] as const;

export function readSet(config: Config, { path, keys }: Place, source: Source): RotarySet {
  const { places, rules } = config;
  const at = (key: string): Value => ({ name: `${path}.${key}`, value: keys[key] });
  const { ropeType, isMrope } = typeOf(config, at);
  const headDim = source.headDim ?? headDimOf(config);
  const partial = partialOf(config, at('partial_rotary_factor'), headDim.value);
  const rotaryDim = rotaryDimOf(config, ropeType, headDim, partial);
  const interleave = rules.compressed ? undefined : find(places, ['rope_interleave']);
  const latent = rules.latentDim ?? find(places, ['qk_rope_head_dim']);
  const adjacent = interleave
    ? checkBoolean(interleave.name, interleave.value)
    : (rules.adjacent ?? latent !== undefined);
  return {
    ropeType,
    options: defined({
      headDim: headDim.value,
      rotaryDim,
      rotaryStart: rules.compressed ? headDim.value - rotaryDim : undefined,
      theta: thetaOf(config, at('rope_theta'), source),
      pairing: adjacent ? 'adjacent' : 'halves',
      scaling: scalingOf(config, ropeType, at, source, partial?.value),
      ...mropeOf(config, at, isMrope, rotaryDim / 2),
    }),
  };
}

type At = (key: string) => Value;

/** The options without those that are undefined. */
function defined<T extends object>(options: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T;
}

function typeOf({ rules }: Config, at: At): { ropeType: (typeof ropeTypes)[number]; isMrope: boolean } {
  const key = at('rope_type').value === undefined && at('type').value !== undefined ? 'type' : 'rope_type';
  const { name, value = 'default' } = at(key);
  // Old names: 'mrope' in Qwen2-VL, and those of Phi-3.
  const isMrope = value === 'mrope';
  const isLong = rules.oldLongRope && (value === 'su' || value === 'yarn');
  const index = checkChoice(name, isMrope ? 'default' : isLong ? 'longrope' : value, ropeTypes);
  return { ropeType: ropeTypes[index] as (typeof ropeTypes)[number], isMrope };
}

function headDimOf(config: Config): Value<number> {
  const { places, path, rules } = config;
  const latent = rules.compressed ? undefined : find(places, ['qk_rope_head_dim']);
  const found = latent ?? (rules.latentDim ? undefined : find(places, ['head_dim'], undefined));
  const name = found?.name ?? `${path}.head_dim`;
  // With null, transformers fails for 'dynamic', 'yarn' and 'longrope', and divides for the others. Here all divide.
  if (found && found.value !== null) return { name, value: integerOf(found) };
  const byDefault = rules.latentDim ?? rules.headDim;
  if (byDefault && !found) return { name, value: byDefault };
  const why = 'since head_dim is not given';
  const size = requiredInteger(config, ['hidden_size', 'n_embd', 'n_embed'], why, rules.hiddenSize);
  const heads = requiredInteger(config, ['num_attention_heads', 'n_head'], why, rules.heads);
  return { name, value: Math.floor(size / heads) };
}

/** The part of the head that rotates. The key beside the parameters wins over theirs. */
function partialOf({ places, rules }: Config, inner: Value, headDim: number): Value<number> | undefined {
  let found = find(places, ['partial_rotary_factor']);
  if (!found && rules.compressed) {
    const { name, value } = find(places, ['qk_rope_head_dim']) ?? { ...inner, value: 64 };
    return { name, value: integerOf({ name, value }) / headDim };
  }
  found ??= inner.value === undefined ? find(places, ['rotary_pct']) : inner;
  found ??= rules.partial === undefined ? undefined : { ...inner, value: rules.partial };
  return found && { name: found.name, value: checkFinite(found.name, found.value) };
}

function rotaryDimOf(
  { places, rules }: Config,
  ropeType: string,
  headDim: Value<number>,
  partial: Value<number> | undefined,
): number {
  const isDefault = ropeType === 'default';
  if (rules.unclear && isDefault && partial && partial.value < 1) {
    // Documents contradict each other: all dimensions rotate, or the frequencies are those of 'proportional'.
    throw rangeError(
      partial.name,
      partial.value,
      '1 or another rope_type, since "default" is unclear for LFM3',
    );
  }
  const given = find(places, ['rotary_dim'], rules.rotaryDim ? undefined : null);
  let [from, dim]: [Value, number] = given
    ? [given, integerOf(given)]
    : [headDim, rules.rotaryDim ?? headDim.value];
  // For the type 'default', the class of Llama and those made from it read no factor.
  if (partial && ropeType !== 'proportional' && !(rules.whole && isDefault)) {
    const part = Math.trunc(headDim.value * partial.value);
    if (given && part !== dim) throw rangeError(given.name, dim, `${part}, as ${partial.name} says`);
    [from, dim] = [partial, part];
  }
  if (dim >= 2 && dim <= headDim.value && dim % 2 === 0) return dim;
  throw rangeError(
    from.name,
    from.value,
    `an even number of dimensions to rotate, of the ${headDim.value} of a head`,
  );
}

function thetaOf({ places, rules }: Config, inner: Value, source: Source): number {
  // Null is an error, as transformers has no default for it.
  const outer = find(places, source.thetaKeys ?? ['rotary_emb_base', 'rope_theta'], undefined);
  const { name, value } = inner.value === undefined && outer ? outer : inner;
  return checkPositive(
    name,
    value === undefined ? (source.theta ?? rules.theta ?? (source.flat ? 1e4 : value)) : value,
  );
}

function scalingOf(
  config: Config,
  type: (typeof ropeTypes)[number],
  at: At,
  source: Source,
  partial: number | undefined,
): RotaryScaling | undefined {
  const { places, rules } = config;
  const why = `which rope_type "${type}" needs`;
  const needed = (key: string, what = 'a number'): Value => {
    const found = at(key);
    if (found.value === undefined) throw typeError(found.name, undefined, `${what}, ${why}`);
    return found;
  };
  const number = (key: string) => checkFinite(at(key).name, needed(key).value);
  const numbers = (key: string) => [...copyNumbers(at(key).name, needed(key, 'a list of numbers').value)];
  const optional = (key: string) => ((at(key).value ?? undefined) === undefined ? undefined : number(key));
  const maxLength = () => requiredInteger(config, ['max_position_embeddings', 'n_positions'], why);
  const originalLength = () => {
    const key = 'original_max_position_embeddings';
    // The one beside flat parameters wins over theirs. Nested parameters do not look there.
    const outer = source.flat ? find(places, [key]) : undefined;
    if (outer) return integerOf(outer);
    if (source.flat && rules.originalLength) return rules.originalLength;
    return at(key).value === undefined ? maxLength() : integerOf(at(key));
  };

  switch (type) {
    case 'default':
      return undefined;
    case 'linear':
      return { type, factor: number('factor') };
    case 'dynamic': {
      const alpha = optional('alpha');
      if (alpha) throw rangeError(at('alpha').name, alpha, 'none, since its formula is another one');
      return { type, factor: number('factor'), originalLength: maxLength() };
    }
    case 'llama3':
      return {
        type,
        factor: number('factor'),
        lowFreqFactor: number('low_freq_factor'),
        highFreqFactor: number('high_freq_factor'),
        originalLength: originalLength(),
      };
    case 'proportional':
      return { type, partial: partial ?? 1, factor: at('factor').value === undefined ? 1 : number('factor') };
    case 'yarn': {
      const length = originalLength();
      const [mscale, mscaleAllDim] = [optional('mscale'), optional('mscale_all_dim')];
      // transformers looks for truncate at the top of rope_parameters only, so nested it has no effect.
      const truncate = source.flat && !source.split ? at('truncate') : undefined;
      return defined({
        type,
        factor: needed('factor').value === null ? maxLength() / length : number('factor'),
        originalLength: length,
        // 0 counts as absent here.
        betaFast: optional('beta_fast') || undefined,
        betaSlow: optional('beta_slow') || undefined,
        ...(mscale && mscaleAllDim && { mscale, mscaleAllDim }),
        truncate: truncate?.value === undefined ? undefined : checkBoolean(truncate.name, truncate.value),
        attentionFactor: optional('attention_factor'),
      });
    }
    case 'longrope': {
      const length = originalLength();
      // Phi-3.5-MoE has these in place of attention_factor, equal in its published config.
      const [short, long] = [optional('short_mscale'), optional('long_mscale')];
      if (short !== long) throw rangeError(at('long_mscale').name, long, `short_mscale, ${short}`);
      const attentionFactor = optional('attention_factor') ?? long;
      const ratio = attentionFactor === undefined ? maxLength() / length : 1;
      return defined({
        type,
        shortFactor: numbers('short_factor'),
        longFactor: numbers('long_factor'),
        originalLength: length,
        factor: optional('factor') ?? (ratio > 1 ? ratio : undefined),
        attentionFactor,
      });
    }
  }
}

/** M-RoPE is known by its sections, not by its type. */
function mropeOf(
  { rules }: Config,
  at: At,
  isMrope: boolean,
  pairs: number,
): Pick<RotaryOptions, 'sections' | 'interleaved'> {
  const { name, value = rules.mropeSection } = at('mrope_section');
  if (value === undefined && !isMrope) return {};
  const sections = listFrom({ name, value }, (item, count) => checkInteger(item, count, 0));
  const flag = at('mrope_interleaved');
  const interleaved =
    rules.mropeSection !== undefined || (flag.value !== undefined && checkBoolean(flag.name, flag.value));
  const sumOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  if (!interleaved) {
    if (sumOf(sections) !== pairs) throw rangeError(name, value, `the sum ${pairs}, the number of pairs`);
    return { sections };
  }
  // transformers reads those after the first as bounds, within the pairs that there are.
  const axes = sections.length;
  const others = sections.slice(1).map((count, i) => Math.min(count, Math.ceil((pairs - i - 1) / axes)));
  return { sections: [pairs - sumOf(others), ...others], interleaved };
}
