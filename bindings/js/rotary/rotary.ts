// Rotary embeddings: the class `Rotary`, which writes tables of cosines and sines and rotates vectors, and `rerotate`.
/// <reference lib="esnext.disposable" preserve="true" />
import { checkLength, kindOf } from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  counted,
  rangeError,
  typeError,
} from '../check/check.js';
import {
  type ArrayOf,
  checkDType,
  type DType,
  isHalfData,
  newPlace,
  placeOfValues,
  resultOf,
} from '../runtime/dtype.js';
import { cancelDispose, disposeWhenCollected } from '../runtime/finalize.js';
import { checkNoOverlap, type Place } from '../runtime/memory.js';
import { type ConfigChoice, layersOf, rotarySetOf } from './config.js';
import { type CheckedRotary, checkRotaryOptions, type Pairing, type RotaryOptions } from './options.js';
import { type Form, noXpos, RotaryPlan, type Rotation, type XposRole } from './plan.js';
import {
  type AxisPlace,
  copyPositions,
  distances,
  type PositionIds,
  type Positions,
  positionsFrom,
} from './positions.js';
import { checkVectors, type RotatedOptions, rotatedKeys, type Vectors } from './vectors.js';
import { formNames, pairingNames } from './wire.js';

/** The types of vectors that are rotated. */
export type VectorDType = Exclude<DType, 'float64'>;
export type VectorArray = ArrayOf<VectorDType>;

export interface ApplyOptions extends RotatedOptions {
  /**
   * The type of the values; by default that of the array, 'float32' or 'float16'. A Uint16Array needs it. 16-bit
   * results are the exact values, rounded once.
   */
  dtype?: VectorDType;
  /** Whether to rotate back: undoes `apply`, attention scaling included; false by default. */
  inverse?: boolean;
  /** With `xpos`: what the vectors are. */
  role?: 'query' | 'key';
}

export interface ApplyBothOptions extends Omit<ApplyOptions, 'role'> {
  /** The shape of k, which may have another number of heads; by default that of q. */
  keyShape?: readonly number[];
}

export type TablePositions =
  | { length: number; offset?: number; positions?: undefined }
  | ({ positions: PositionIds; length?: undefined; offset?: undefined } & AxisPlace);

export interface TableOptions<D extends DType> {
  /**
   * What a row holds. 'half' (the default; ONNX): one value for each pair. 'doubled' (transformers): those values, then
   * again. 'repeated' (diffusers): each value twice. 'tiled' (V-JEPA 2): headDim values; for each axis its values, then
   * again, and for dimensions that do not rotate cosine 1 and sine 0.
   */
  form?: Form;
  /** 'float32' by default. float16 and bfloat16 are the exact values, rounded once; float64 is within 1e-14. */
  dtype?: D;
  /** With `xpos`: whose scales to include. */
  role?: 'query' | 'key';
}

export interface CosSin<D extends DType> {
  cos: ArrayOf<D>;
  sin: ArrayOf<D>;
  /**
   * [positions, rotaryDim / 2], [positions, rotaryDim] for 'doubled' and 'repeated', or [positions, headDim] for 'tiled';
   * with a matrix for each head, [heads, ...].
   */
  shape: number[];
}

const applyKeys = new Set([...rotatedKeys, 'dtype', 'inverse', 'role']);
const bothKeys = new Set([...rotatedKeys, 'dtype', 'inverse', 'keyShape']);
const shiftKeys = new Set(['shape', 'seqAxis', 'dtype']);
const tableKeys = new Set(['form', 'dtype', 'role']);
const roles = ['query', 'key'];
const vectorDTypes: readonly VectorDType[] = ['float32', 'float16', 'bfloat16'];

export interface RotaryParts {
  readonly options: CheckedRotary;
  readonly plan: RotaryPlan;
}

/** The parts of a `Rotary`; undefined for anything else. */
export let partsOf: (value: unknown) => RotaryParts | undefined;

/**
 * A rotary embedding (RoPE): rotates pairs of a vector's dimensions by angles that grow with its position, pair j by
 * position * frequencies[j].
 *
 * Cosines and sines, times `attentionScaling`, are within 2e-7 of the exact ones (float64: 1e-14) for positions up to
 * 2^24; that bound is multiplied by `attentionScaling` if it is above 1. A rotated value is within 3e-7 of the exact
 * one, times the larger value of its pair and `attentionScaling`. A result has the same bits whichever positions are
 * computed with it, and whether positions are given as an offset or as ids.
 *
 * Source: Su et al. 2021, arXiv:2104.09864.
 */
export class Rotary {
  readonly #parts: RotaryParts;

  static {
    partsOf = (value) =>
      typeof value === 'object' && value !== null && #parts in value ? value.#parts : undefined;
  }

  /** @throws TypeError or RangeError that names the option, its value and the expected values. */
  constructor(options: RotaryOptions) {
    const checked = checkRotaryOptions(options);
    const plan = new RotaryPlan(checked);
    this.#parts = { options: checked, plan };
    disposeWhenCollected(this, plan);
  }

  /**
   * The rotary embedding of a model, from its Hugging Face `config.json`.
   *
   * @param config the parsed file
   * @param choice which layers, if they differ, by number or by type (`layersOf` has both); and a fixed length for
   *   scalings that depend on it
   * @throws TypeError or RangeError that names the key of the config, its value and what was expected.
   */
  static fromConfig(config: object, choice: ConfigChoice = {}): Rotary {
    return new Rotary(Rotary.optionsOf(config, choice));
  }

  /** The options with which `fromConfig` makes its `Rotary`. */
  static optionsOf(config: object, choice: ConfigChoice = {}): RotaryOptions {
    return rotarySetOf(config, choice).options;
  }

  /** For each layer of a model the type of its rotary embedding, 'all' if there is one; null for layers without. */
  static layersOf(config: object): readonly (string | null)[] {
    return layersOf(config);
  }

  get headDim(): number {
    return this.#parts.options.fields.headDim;
  }

  get rotaryDim(): number {
    return 2 * this.#parts.plan.pairs;
  }

  get rotaryStart(): number {
    return this.#parts.options.fields.rotaryStart;
  }

  get pairing(): Pairing {
    return pairingNames[this.#parts.options.fields.pairing] as Pairing;
  }

  /** The number of axes; 1 for usual embeddings. */
  get axes(): number {
    return this.#parts.options.fields.axes || 1;
  }

  /** The factor by which cosines and sines are multiplied; 1 but for YaRN and LongRoPE. */
  get attentionScaling(): number {
    return this.#parts.plan.attention;
  }

  /**
   * The frequencies in radians per position, one for each pair; with a matrix, its values. If they depend on the length, those for the option `length`, by default
   * those of short sequences.
   */
  get frequencies(): Float64Array {
    return this.frequenciesFor(1);
  }

  /** The frequencies for sequences of a length, an integer of at least 1, unless the option `length` fixes it. */
  frequenciesFor(length: number): Float64Array {
    checkInteger('length', length, 1);
    const { plan, options } = this.#live();
    plan.prepare(this.#lengthOf(length));
    return options.lists.matrix?.slice() ?? plan.frequencies();
  }

  /**
   * Tables of cosines and sines, times `attentionScaling`: a row for each position.
   *
   * @param at the positions: `length` positions from `offset` (0 by default), the same on all axes, or `positions`, ids
   * @param out arrays for the tables, which must not overlap; new ones by default
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
   */
  cosSin<D extends DType = 'float32'>(
    at: TablePositions,
    options: TableOptions<D> = {},
    out?: { cos: ArrayOf<D>; sin: ArrayOf<D> },
  ): CosSin<D> {
    const { rules } = this.#parts.plan;
    const positions = tablePositions(at, rules.axes);
    checkObject('options', options, tableKeys);
    const { form = 'half', role } = options;
    checkChoice('form', form, formNames);
    const dtype = checkDType('dtype', options.dtype ?? 'float32') as D;
    const { count } = positions;
    const xpos = this.#xposOf(role, count, true);
    const width = this.#parts.plan.widthOf(form);
    const size = rules.heads * count * width;
    if (out !== undefined) checkObject('out', out, new Set(['cos', 'sin', 'shape']));
    const places = (['cos', 'sin'] as const).map((part) => {
      if (out === undefined) return undefined;
      const place = placeOfValues(`out.${part}`, out[part], dtype);
      checkLength(place.name, place.length, size, 'positions times the length of a row');
      return place;
    });
    if (out !== undefined) checkNoOverlap(places[0] as Place<object>, places[1] as Place<object>, false);
    const plan = this.#prepared(positions);
    const [cos, sin] = places.map((place) => place ?? newPlace(dtype, size)) as [
      Place<object>,
      Place<object>,
    ];
    plan.writeTables(form, dtype, xpos, positions, cos, sin);
    const isNew = out === undefined;
    return {
      cos: resultOf(dtype, cos, isNew),
      sin: resultOf(dtype, sin, isNew),
      shape: rules.heads > 1 ? [rules.heads, count, width] : [count, width],
    };
  }

  /**
   * out = the rotated vectors of x, in place unless `out` is given. Dimensions that do not rotate are copied.
   * Returns `out`.
   *
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
   */
  apply<A extends VectorArray>(x: A, options: ApplyOptions, out: A = x): A {
    checkObject('options', options, applyKeys);
    const dtype = vectorType('x', x, options.dtype);
    const rotation = rotationOf(options.inverse);
    const vectors = checkVectors(options, this.#parts.plan.rules);
    return this.#rotate(rotation, dtype, this.#xposOf(options.role, vectors.positions), vectors, x, out);
  }

  /**
   * Rotates q and k in place, in one call; with `xpos` q as query and k as key. They have the same positions, and may
   * have different numbers of heads.
   *
   * @throws TypeError or RangeError that names the argument; q and k are then unchanged. Error after `dispose`.
   */
  applyBoth<A extends VectorArray>(q: A, k: A, options: ApplyBothOptions): void {
    checkObject('options', options, bothKeys);
    const rotation = rotationOf(options.inverse);
    const dtype = vectorType('q', q, options.dtype);
    if (vectorType('k', k, options.dtype) !== dtype) throw typeError('k', k, `an array of ${dtype}, as q is`);
    const { rules } = this.#parts.plan;
    const { keyShape: shape } = options;
    const queries = checkVectors(options, rules);
    const { at, positions, begin, end, seqAxis } = queries;
    const known = { seqAxis, prefix: begin, suffix: positions - end };
    const keys =
      shape === undefined ? queries : checkVectors({ ...known, shape }, rules, 'keyShape', queries);
    if (keys.positions !== positions) {
      throw rangeError('keyShape', shape, `${counted(positions, 'position')}, as in shape`);
    }
    const [to, toKeys] = [placeOfValues('q', q, dtype), placeOfValues('k', k, dtype)];
    checkVectorLength(to, queries);
    checkVectorLength(toKeys, keys, 'keyShape');
    checkNoOverlap(to, toKeys, false);
    const hasXpos = this.#parts.options.fields.xposBase !== 0;
    const [query, key] = roles.map((role) => this.#xposOf(hasXpos ? role : undefined, positions));
    const plan = this.#prepared(at);
    plan.apply(rotation, dtype, query as XposRole, queries, to, to);
    plan.apply(rotation, dtype, key as XposRole, keys, toKeys, toKeys);
  }

  /**
   * Moves keys that are already rotated by `by` positions, in place unless `out` is given: equals `apply` at their
   * positions + by, up to rounding; with `xpos`, with the same center. Not for scalings whose frequencies differ
   * between the two lengths; see `rerotate`.
   *
   * @param by an integer, negative to move them towards 0; with `axes` any number, or one for each axis
   * @throws TypeError or RangeError that names the argument; `out` is then unchanged. Error after `dispose`.
   */
  shift<A extends VectorArray>(
    keys: A,
    by: number | readonly number[],
    options: Pick<ApplyOptions, 'shape' | 'seqAxis' | 'dtype'>,
    out: A = keys,
  ): A {
    const { rules } = this.#parts.plan;
    checkObject('options', options, shiftKeys);
    const dtype = vectorType('keys', keys, options.dtype);
    const whole = checkVectors(options, rules);
    // All vectors are at one position, unless their heads differ.
    const at = distances(by, rules.axes, rules.heads > 1 ? whole.positions : 1);
    const heads = whole.size / whole.dim;
    const vectors =
      rules.heads > 1
        ? { ...whole, at }
        : { ...whole, batches: 1, positions: 1, begin: 0, end: 1, heads, headsInner: true, at };
    const rotation = rules.axes === 0 && (by as number) < 0 ? 'shiftBack' : 'shift';
    const xpos = this.#parts.options.fields.xposBase === 0 ? noXpos : { sign: -1, center: 0 };
    return this.#rotate(rotation, dtype, xpos, vectors, keys, out, 'keys');
  }

  /** Frees the plan's memory; may be called again. Without it, memory is freed after garbage collection. */
  dispose(): void {
    cancelDispose(this);
    this.#parts.plan.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #rotate<A extends VectorArray>(
    rotation: Rotation,
    dtype: VectorDType,
    xpos: XposRole,
    vectors: Vectors,
    x: A,
    out: A,
    name = 'x',
  ): A {
    const from = placeOfValues(name, x, dtype);
    const to = out === x ? from : placeOfValues('out', out, dtype);
    checkVectorLength(from, vectors);
    if (to !== from) {
      checkLength('out', to.length, from.length, `as many as ${name}`);
      checkNoOverlap(from, to, true);
    }
    this.#prepared(vectors.at).apply(rotation, dtype, xpos, vectors, from, to);
    return resultOf(dtype, to, false) as A;
  }

  #live(): RotaryParts {
    this.#parts.plan.checkLive();
    return this.#parts;
  }

  #lengthOf(length: number): number {
    return this.#parts.options.length ?? length;
  }

  /** The plan, ready for positions, which it checks. */
  #prepared(positions: Positions): RotaryPlan {
    const { plan } = this.#live();
    plan.prepare(this.#lengthOf(positions.length));
    plan.checkPositions(positions);
    return plan;
  }

  #xposOf(role: unknown, count: number, isOptional = false): XposRole {
    const { fields, center } = this.#parts.options;
    if (fields.xposBase === 0) {
      if (role !== undefined) throw typeError('role', role, 'none, since xpos was not given');
      return noXpos;
    }
    if (role === undefined && isOptional) return noXpos;
    const sign = checkChoice('role', role, roles) === 0 ? 1 : -1;
    return { sign, center: center ?? Math.floor(count / 2) };
  }
}

function rotationOf(inverse: unknown): Rotation {
  return inverse !== undefined && checkBoolean('inverse', inverse) ? 'inverse' : 'forward';
}

export function vectorType(name: string, x: unknown, dtype: unknown): VectorDType {
  if (dtype !== undefined) return checkDType('dtype', dtype, vectorDTypes) as VectorDType;
  if (!isHalfData(x)) return 'float32';
  if (kindOf(x) === 'Uint16Array') {
    throw typeError('dtype', dtype, `'float16' or 'bfloat16', since ${name} is a Uint16Array`);
  }
  return 'float16';
}

export function checkVectorLength(place: Place<object>, { size }: Vectors, shape = 'shape'): void {
  checkLength(place.name, place.length, size, `as its ${shape} requires`);
}

const lengthKeys = new Set(['length', 'offset', 'positions', 'positionAxis']);

function tablePositions(at: TablePositions, axes: number): Positions {
  checkObject('at', at, lengthKeys);
  const { length, offset, positions, positionAxis } = at as TablePositions & AxisPlace;
  if (positions === undefined) return positionsFrom(offset, checkInteger('length', length, 0));
  for (const [name, value] of Object.entries({ length, offset })) {
    if (value !== undefined)
      throw new TypeError(`${name} and positions are both given: expected one of them`);
  }
  return copyPositions(positions, axes, positionAxis);
}
