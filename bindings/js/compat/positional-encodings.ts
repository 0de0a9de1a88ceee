// The classes of the Python package positional-encodings, with its names and its numbers: each makes the
// encoding of a tensor's shape. Source: tatp22/multidim-positional-encoding, torch_encodings.py.
import { kindOf } from '../check/arrays.js';
import {
  checkBoolean,
  checkChoice,
  checkInteger,
  checkObject,
  productOf,
  show,
  typeError,
} from '../check/check.js';
import { checkCount } from '../check/lists.js';
import { newPlace, resultOf } from '../runtime/dtype.js';
import {
  type AnyTensor,
  checkTensor,
  checkTensorDType,
  dtypeOf,
  type HalfTensor,
  integersRefused,
  type Tensor,
  type TensorDType,
  type TensorOf,
} from '../runtime/tensor.js';
import {
  checkFrequencies,
  checkGridOptions,
  type EncodingOptions,
  type SinusoidalOptions,
} from '../sinusoidal/options.js';
import { withGridPlan } from '../sinusoidal/plan.js';

export interface PositionalEncodingOptions<D extends TensorDType = TensorDType> {
  /** Within each axis's block: 'interleaved' as since 5.1 (the default), or 'concatenated' as in 5.0. */
  layout?: 'interleaved' | 'concatenated';
  /** The type of the results; by default that of the tensor, and float32 for a shape alone. */
  dtype?: D;
  /** 'repeat' (the default, as the original): one copy for each of the batch; 'broadcast': one for all. */
  batch?: 'repeat' | 'broadcast';
  /** 'float32' forms the angles as the original does, which at long positions is not exact. */
  angles?: 'exact' | 'float32';
  /** Frequencies in place of 10000^(-2i/channels), such as the rounded ones of a trained model. */
  frequencies?: EncodingOptions['frequencies'];
}

const optionKeys = new Set(['layout', 'dtype', 'batch', 'angles', 'frequencies']);
const batches = ['repeat', 'broadcast'];

/** The grid, channels and batch of a shape. */
interface Parts {
  batch: number;
  grid: number[];
  channels: number;
}

/** Whether a value is of one of the classes. */
export let isPositionalEncoding: (value: unknown) => boolean;

/** The plain options with the same result, for a tensor's shape. */
export let gridOptionsOf: (
  encoding: PositionalEncoding<TensorDType | undefined>,
  shape: readonly number[],
) => SinusoidalOptions;

/** What the classes have in common. */
abstract class PositionalEncoding<D extends TensorDType | undefined> {
  /** The channels that the encoding was made for. */
  readonly orgChannels: number;
  /** The channels of each axis's block: 2 * ceil(orgChannels / (2 * axes)). */
  readonly channels: number;
  /** The type of the results, when one was given. */
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
    // An option that is wrong is wrong now, not at the first tensor.
    checkGridOptions(this.#gridOptions({ batch: 1, grid: Array(axes).fill(1), channels }));
  }

  /** Frequencies in arrays of our own: what they are now holds for every tensor. */
  #checkFrequencies(frequencies: EncodingOptions['frequencies']): Float64Array[] | undefined {
    if (frequencies === undefined) return undefined;
    const lists = checkFrequencies(frequencies, this.#axes) as Float64Array[];
    for (const [axis, list] of lists.entries()) {
      const name = list === lists[0] ? 'frequencies' : `frequencies[${axis}]`;
      checkCount(name, list.length, this.channels / 2, 'numbers, one for each pair of channels of an axis');
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

  /** Checks a shape: its rank, and that it has no more channels than were declared. */
  #partsOf(shape: readonly number[]): Parts {
    const axes = ['x', 'y', 'z'].slice(0, this.#axes);
    const order = this.#channelsFirst ? ['batch', 'channels', ...axes] : ['batch', ...axes, 'channels'];
    if (shape.length !== order.length) {
      throw new RangeError(
        `x has the shape ${show(shape)} of ${shape.length} dimensions: expected ${order.length}, [${order.join(', ')}]`,
      );
    }
    const [batch = 0, ...inner] = shape;
    const channels = this.#channelsFirst ? inner[0] : inner.at(-1);
    const grid = this.#channelsFirst ? inner.slice(1) : inner.slice(0, -1);
    if ((channels as number) > this.orgChannels) {
      throw new RangeError(
        `x has ${channels} channels (its shape is ${show(shape)}): expected at most ${this.orgChannels}, those that the encoding was made for`,
      );
    }
    return { batch, grid, channels: channels as number };
  }

  /**
   * The encoding of a tensor's shape (or of a shape alone), of the same shape: the batch repeated, or
   * with `batch: 'broadcast'` once. A tensor with fewer channels than were declared gets the first of
   * them. As in the original, an axis whose block lies behind the tensor's channels has no part in it.
   *
   * @throws RangeError for a shape of another rank or with more channels than were declared; TypeError
   *   for a tensor of integers, unless the type of the result is given.
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
  throw typeError('x.data', data, `float32, float16 or bfloat16, or the option dtype; ${integersRefused}`);
}

export type { PositionalEncoding };

/** Of [batch, x, channels]. */
export class PositionalEncoding1D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(1, false, channels, options);
  }
}

/** Of [batch, x, y, channels]. */
export class PositionalEncoding2D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(2, false, channels, options);
  }
}

/** Of [batch, x, y, z, channels]. */
export class PositionalEncoding3D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(3, false, channels, options);
  }
}

/** Of [batch, channels, x]. */
export class PositionalEncodingPermute1D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(1, true, channels, options);
  }
}

/** Of [batch, channels, x, y]. */
export class PositionalEncodingPermute2D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(2, true, channels, options);
  }
}

/** Of [batch, channels, x, y, z]. */
export class PositionalEncodingPermute3D<
  D extends TensorDType | undefined = undefined,
> extends PositionalEncoding<D> {
  constructor(channels: number, options?: PositionalEncodingOptions<NonNullable<D>>) {
    super(3, true, channels, options);
  }
}
