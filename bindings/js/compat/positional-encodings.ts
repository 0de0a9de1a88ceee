// The classes of the Python package positional-encodings, with its names and its values. Each returns the encoding
// for a tensor's shape. Source: tatp22/multidim-positional-encoding, torch_encodings.py.
import { kindOf } from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  counted,
  productOf,
  show,
  typeError,
} from '../check/check.js';
import { checkCount } from '../check/lists.js';
import { newPlace, resultOf } from '../runtime/dtype.js';
import {
  type AnyTensor,
  checkRank,
  checkTensor,
  checkTensorDType,
  dtypeOf,
  type HalfTensor,
  type Tensor,
  type TensorDType,
  type TensorOf,
  whyNotIntegers,
} from '../runtime/tensor.js';
import {
  checkFrequencies,
  checkGridOptions,
  type EncodingOptions,
  type SinusoidalOptions,
} from '../sinusoidal/options.js';
import { withGridPlan } from '../sinusoidal/plan.js';

export interface PositionalEncodingOptions<D extends TensorDType = TensorDType> {
  /** The order of channels in the block of an axis: 'interleaved' (the default, since 5.1) or 'concatenated' (5.0). */
  layout?: 'interleaved' | 'concatenated';
  /** The type of the results: by default the tensor's type, or float32 if only a shape is given. */
  dtype?: D;
  /** 'repeat' (the default, as in the original): a copy for each element of the batch; 'broadcast': one copy. */
  batch?: 'repeat' | 'broadcast';
  /** 'float32' computes angles as the original does, inexactly for large positions; 'exact' by default. */
  angles?: 'exact' | 'float32';
  /**
   * Radians per position, instead of 10000^(-2i/channels): one for each pair of channels of an axis; one list for
   * all axes, or one for each. Such as the rounded frequencies of a trained model.
   */
  frequencies?: EncodingOptions['frequencies'];
}

const optionKeys = new Set(['layout', 'dtype', 'batch', 'angles', 'frequencies']);
const batches = ['repeat', 'broadcast'];

/** A tensor's shape in parts. */
interface Parts {
  batch: number;
  grid: number[];
  channels: number;
}

/** Whether a value is an instance of one of the classes. */
export let isPositionalEncoding: (value: unknown) => boolean;

/** The options of `encode` that give the same encoding, for a tensor's shape. */
export let gridOptionsOf: (
  encoding: PositionalEncoding<TensorDType | undefined>,
  shape: readonly number[],
) => SinusoidalOptions;

/** The base of the classes. */
abstract class PositionalEncoding<D extends TensorDType | undefined> {
  /** The number of channels that the encoding was created with. */
  readonly orgChannels: number;
  /** The number of channels in the block of each axis: 2 * ceil(orgChannels / (2 * axes)). */
  readonly channels: number;
  /** The type of the results, if one was given. */
  readonly dtype: D;
  readonly #axes: number;
  readonly #channelsFirst: boolean;
  readonly #broadcast: boolean;
  readonly #options: Pick<PositionalEncodingOptions, 'layout' | 'angles' | 'frequencies'>;

  static {
    isPositionalEncoding = (value) => typeof value === 'object' && value !== null && #axes in value;
    gridOptionsOf = (encoding, shape) => encoding.#gridOptions(encoding.#partsOf(shape));
  }

  protected constructor(
    axes: number,
    channelsFirst: boolean,
    channels: number,
    options: PositionalEncodingOptions = {},
  ) {
    this.orgChannels = checkInteger('channels', channels, 1);
    this.channels = 2 * Math.ceil(channels / (2 * axes));
    checkObject('options', options, optionKeys);
    const { dtype, batch = 'repeat', frequencies, ...rest } = options;
    this.dtype = (dtype === undefined ? undefined : checkTensorDType('dtype', dtype)) as D;
    this.#broadcast = checkChoice('batch', batch, batches) === 1;
    this.#axes = axes;
    this.#channelsFirst = checkBoolean('channelsFirst', channelsFirst);
    this.#options = { ...rest, frequencies: this.#checkFrequencies(frequencies) };
    // Report wrong options now, not when the first tensor is encoded.
    checkGridOptions(this.#gridOptions({ batch: 1, grid: Array(axes).fill(1), channels }));
  }

  /** Copies the frequencies, so later changes by the caller have no effect. */
  #checkFrequencies(frequencies: EncodingOptions['frequencies']): Float64Array[] | undefined {
    if (frequencies === undefined) return undefined;
    const lists = checkFrequencies(frequencies, this.#axes) as Float64Array[];
    for (const [axis, list] of lists.entries()) {
      const name = list === lists[0] ? 'frequencies' : `frequencies[${axis}]`;
      checkCount(name, list.length, this.channels / 2, 'number', 'one for each pair of channels of an axis');
    }
    return lists;
  }

  #gridOptions({ grid, channels }: Parts): SinusoidalOptions {
    return {
      grid,
      channels,
      declaredChannels: this.orgChannels,
      channelsFirst: this.#channelsFirst,
      allowEmptyAxes: true,
      ...this.#options,
    };
  }

  /** Takes a shape apart. Checks its rank, and that it has at most `orgChannels` channels. */
  #partsOf(shape: readonly number[]): Parts {
    const axes = ['x', 'y', 'z'].slice(0, this.#axes);
    const order = this.#channelsFirst ? ['batch', 'channels', ...axes] : ['batch', ...axes, 'channels'];
    checkRank(shape, order);
    const [batch = 0, ...inner] = shape;
    const channels = this.#channelsFirst ? inner[0] : inner.at(-1);
    const grid = this.#channelsFirst ? inner.slice(1) : inner.slice(0, -1);
    if ((channels as number) > this.orgChannels) {
      throw new RangeError(
        `x has ${counted(channels as number, 'channel')} (its shape is ${show(shape)}): expected at most ${this.orgChannels}, as the encoding was created for`,
      );
    }
    return { batch, grid, channels: channels as number };
  }

  /**
   * The encoding for a tensor or a shape, with the same shape: repeated for each element of the batch, or with
   * `batch: 'broadcast'` once. A tensor with fewer channels than `orgChannels` gets the first ones. As in the
   * original, an axis whose block lies after the tensor's channels is not encoded.
   *
   * @throws RangeError for a shape of another rank or with more than `orgChannels` channels; TypeError for a
   *   tensor of integers, unless the option `dtype` is given.
   */
  encode(x: HalfTensor): D extends TensorDType ? TensorOf<D> : HalfTensor;
  encode(x: AnyTensor | readonly number[]): D extends TensorDType ? TensorOf<D> : Tensor;
  encode(x: AnyTensor | HalfTensor | readonly number[]): Tensor | HalfTensor {
    const { shape, data, dtype } = checkTensor(x);
    const type = this.dtype ?? (data === undefined ? 'float32' : typeOfResult(data, dtype));
    const parts = this.#partsOf(shape);
    const made = this.#broadcast ? [1, ...shape.slice(1)] : shape;
    const count = productOf(made);
    const place = newPlace(type, count);
    if (count > 0) {
      withGridPlan(checkGridOptions(this.#gridOptions(parts)), (plan) => plan.encode(type, 0, place));
    }
    const values = resultOf(type, place, true);
    if (type === 'float32') return { data: values as Float32Array, shape: made };
    return { data: values as HalfTensor['data'], shape: made, dtype: type };
  }
}

function typeOfResult(data: unknown, dtype: unknown): TensorDType {
  const type = dtypeOf(data, dtype);
  if (type !== undefined) return type;
  if (kindOf(data) === 'Float64Array') return 'float32';
  throw typeError('x.data', data, `float32, float16 or bfloat16, or the option dtype; ${whyNotIntegers}`);
}

export type { PositionalEncoding };

/** The encoding for a tensor of shape [batch, x, channels]. */
export class PositionalEncoding1D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(1, false, channels, options);
  }
}

/** The encoding for a tensor of shape [batch, x, y, channels]. */
export class PositionalEncoding2D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(2, false, channels, options);
  }
}

/** The encoding for a tensor of shape [batch, x, y, z, channels]. */
export class PositionalEncoding3D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(3, false, channels, options);
  }
}

/** The encoding for a tensor of shape [batch, channels, x]. */
export class PositionalEncodingPermute1D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(1, true, channels, options);
  }
}

/** The encoding for a tensor of shape [batch, channels, x, y]. */
export class PositionalEncodingPermute2D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(2, true, channels, options);
  }
}

/** The encoding for a tensor of shape [batch, channels, x, y, z]. */
export class PositionalEncodingPermute3D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(3, true, channels, options);
  }
}
