// Rotates keys from one embedding to another.
import { checkLength } from '../check/arrays.js';
import { checkObject, rangeError, typeError } from '../check/check.js';
import { placeOfValues, resultOf } from '../runtime/dtype.js';
import { checkNoOverlap } from '../runtime/memory.js';
import { withCachedPlan } from '../runtime/plan-cache.js';
import type { CheckedRotary } from './options.js';
import { noXpos, RotaryPlan } from './plan.js';
import {
  checkVectorLength,
  partsOf,
  type Rotary,
  type RotaryParts,
  type VectorArray,
  type VectorDType,
  vectorType,
} from './rotary.js';
import { checkVectors, type RotatedOptions, rotatedKeys, type Vectors } from './vectors.js';

export interface RerotateOptions extends RotatedOptions {
  /** The embedding that the keys were rotated with. */
  from: Rotary;
  /** The one that they are to be rotated with: it has the same dimensions, the same pairing and the same axes. */
  to: Rotary;
  /** The type of the values; as for `Rotary.apply`. */
  dtype?: VectorDType;
}

const keysOfOptions = new Set([...rotatedKeys, 'dtype', 'from', 'to']);

function checkRotary(name: string, value: unknown): RotaryParts {
  const parts = partsOf(value);
  if (parts === undefined) throw typeError(name, value, 'a Rotary');
  return parts;
}

/**
 * Rotates keys that `from` has rotated as `to` would have, in place unless `out` is given: by
 * position * (to.frequencies - from.frequencies), times the ratio of the attention scalings. Returns `out`. For example
 * when a sequence grows past the length at which LongRoPE changes its factors: `from` and `to` are then the same model
 * with different options `length`. For keys that move to other positions, as in a window that slides, call `shift`.
 *
 * The result equals `to.apply` of the keys before rotation, up to rounding. It does not equal what the model would have
 * cached if it had used `to` from the start: keys of all layers but the first were computed from hidden states that
 * depend on the rotation by `from`.
 *
 * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error if an embedding was disposed
 *   of.
 */
export function rerotate<A extends VectorArray>(keys: A, options: RerotateOptions, out: A = keys): A {
  checkObject('options', options, keysOfOptions);
  const { from, to } = options;
  const fromParts = checkRotary('from', from);
  const toParts = checkRotary('to', to);
  const { fields } = toParts.options;
  for (const field of ['headDim', 'rotaryStart', 'pairs', 'pairing'] as const) {
    const expected = fromParts.options.fields[field];
    if (fields[field] === expected) continue;
    if (field === 'pairing') throw rangeError('to.pairing', to.pairing, `'${from.pairing}', as in from`);
    const name = field === 'pairs' ? 'rotaryDim' : field;
    throw rangeError(`to.${name}`, to[name], `${from[name]}, as in from`);
  }
  if (
    fields.xposBase !== fromParts.options.fields.xposBase ||
    toParts.options.center !== fromParts.options.center
  ) {
    throw new RangeError("to.xpos is not that of from: expected the same, since keys keep xPos's scales");
  }
  if (axesOf(toParts) !== axesOf(fromParts)) {
    throw new RangeError('to has other axes than from: expected the same, since keys keep their positions');
  }
  const dtype = vectorType('keys', keys, options.dtype);
  const vectors = checkVectors(options, toParts.plan.rules);
  const x = placeOfValues('keys', keys, dtype);
  const place = out === keys ? x : placeOfValues('out', out, dtype);
  checkVectorLength(x, vectors);
  checkLength('out', place.length, x.length, 'as many as keys');
  checkNoOverlap(x, place, true);
  const changed = differences(frequenciesOf(toParts, vectors), frequenciesOf(fromParts, vectors));
  const { sections, axisPairs, matrix } = toParts.options.lists;
  const lists = {
    ...(matrix === undefined ? { frequencies: changed } : { matrix: changed }),
    ...(sections && { sections }),
    ...(axisPairs && { axisPairs }),
  };
  const difference: CheckedRotary = {
    fields: {
      ...fields,
      scaling: 0,
      attentionFactor: toParts.plan.attention / fromParts.plan.attention,
      xposBase: 0,
    },
    lists,
    length: undefined,
    center: undefined,
  };
  const key = ['rerotate', ...Object.values(difference.fields), ...Object.entries(lists)].join(';');
  withCachedPlan(
    key,
    () => new RotaryPlan(difference),
    (plan) => plan.apply('forward', dtype, noXpos, vectors, x, place),
  );
  return resultOf(dtype, place, false) as A;
}

function frequenciesOf({ plan, options }: RotaryParts, { at }: Vectors): Float64Array {
  plan.checkLive();
  plan.prepare(options.length ?? at.length);
  plan.checkPositions(at);
  return options.lists.matrix ?? plan.frequencies();
}

/** Which pairs follow which axes. */
function axesOf({ options: { fields, lists } }: RotaryParts): string {
  const { axes, interleaved, matrixHeads } = fields;
  const isMatrix = lists.matrix !== undefined;
  return [axes, interleaved, matrixHeads, isMatrix, lists.sections, '', lists.axisPairs].join(';');
}

const differences = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - (b[i] as number));
