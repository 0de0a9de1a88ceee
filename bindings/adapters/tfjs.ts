// The entry `posenc/tfjs`: the classes of tf_encodings, from the Python package, as TensorFlow.js layers. They work on
// every backend, in tf.sequential and tf.model, and are saved and loaded with a model.
// Source: tatp22/multidim-positional-encoding, tf_encodings.py.
import * as tf from '@tensorflow/tfjs';
import {
  PositionalEncoding1D,
  PositionalEncoding2D,
  PositionalEncoding3D,
  type PositionalEncodingOptions,
} from 'posenc';

export { init } from 'posenc';

type LayerConfig = ConstructorParameters<typeof tf.layers.Layer>[0];

export interface TFPositionalEncodingConfig
  extends NonNullable<LayerConfig>,
    Pick<PositionalEncodingOptions, 'layout' | 'angles' | 'frequencies'> {
  /** The number of channels of the encoding, an integer of at least 1. */
  channels: number;
}

interface Encoding {
  readonly channels: number;
  readonly orgChannels: number;
  encode(shape: readonly number[]): { data: Float32Array; shape: readonly number[] };
}

type MakeEncoding = new (channels: number, options: PositionalEncodingOptions<'float32'>) => Encoding;

/** The base of the layers. */
abstract class TFPositionalEncoding extends tf.layers.Layer {
  readonly #encoding: Encoding;
  readonly #config: Pick<TFPositionalEncodingConfig, 'channels' | 'layout' | 'angles' | 'frequencies'>;

  protected constructor(MakeEncoding: MakeEncoding, given: number | TFPositionalEncodingConfig) {
    const { channels, layout, angles, frequencies, ...config } =
      typeof given === 'number' ? { channels: given } : given;
    super(config);
    const options = { layout, angles, frequencies };
    this.#encoding = new MakeEncoding(channels, { ...options, batch: 'broadcast', dtype: 'float32' });
    this.#config = { channels, ...options };
  }

  /** The number of channels that the encoding was created with. */
  get orgChannels(): number {
    return this.#encoding.orgChannels;
  }

  /** The number of channels in the block of each axis. */
  get channels(): number {
    return this.#encoding.channels;
  }

  /** The encoding for a tensor of this shape: float32, with the same shape. */
  encode(x: tf.Tensor): tf.Tensor {
    return this.apply(x) as tf.Tensor;
  }

  /** The encoding for any batch size: one copy, with a first dimension of 1. */
  broadcast(x: tf.Tensor): tf.Tensor {
    const { data, shape } = this.#encoding.encode(x.shape);
    return tf.tensor(data, [...shape], 'float32');
  }

  override call(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
    return tf.tidy(() => {
      const x = onlyOne(inputs);
      const once = this.broadcast(x);
      const [batch = 0, ...inner] = x.shape;
      return batch === 1 ? once : tf.tile(once, [batch, ...inner.map(() => 1)]);
    });
  }

  override computeOutputShape(inputShape: tf.Shape | tf.Shape[]): tf.Shape | tf.Shape[] {
    return inputShape;
  }

  override getConfig(): tf.serialization.ConfigDict {
    const given = Object.entries(this.#config).filter(([, value]) => value !== undefined);
    const own = given.map(([key, value]) => [key, typeof value === 'object' ? plain(value) : value]);
    return { ...super.getConfig(), ...Object.fromEntries(own) };
  }
}

export type { TFPositionalEncoding };

/** Lists of numbers as plain arrays, which JSON can hold. */
function plain(value: ArrayLike<number> | readonly ArrayLike<number>[]): unknown[] {
  return Array.from(value as ArrayLike<unknown>, (item) =>
    typeof item === 'number' ? item : Array.from(item as ArrayLike<number>),
  );
}

function onlyOne(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
  if (!Array.isArray(inputs)) return inputs;
  const [x] = inputs;
  if (inputs.length !== 1 || x === undefined) {
    throw new RangeError(`inputs has ${inputs.length} tensors: expected 1`);
  }
  return x;
}

/** The encoding of [batch, x, channels]. */
export class TFPositionalEncoding1D extends TFPositionalEncoding {
  static readonly className = 'TFPositionalEncoding1D';
  constructor(channels: number | TFPositionalEncodingConfig) {
    super(PositionalEncoding1D, channels);
  }
}

/** The encoding of [batch, x, y, channels]. */
export class TFPositionalEncoding2D extends TFPositionalEncoding {
  static readonly className = 'TFPositionalEncoding2D';
  constructor(channels: number | TFPositionalEncodingConfig) {
    super(PositionalEncoding2D, channels);
  }
}

/** The encoding of [batch, x, y, z, channels]. */
export class TFPositionalEncoding3D extends TFPositionalEncoding {
  static readonly className = 'TFPositionalEncoding3D';
  constructor(channels: number | TFPositionalEncodingConfig) {
    super(PositionalEncoding3D, channels);
  }
}

const encodings = { TFPositionalEncoding1D, TFPositionalEncoding2D, TFPositionalEncoding3D };

/** A layer in its saved form, as part of a saved model. */
export interface SavedEncoding {
  className: keyof typeof encodings;
  config: TFPositionalEncodingConfig;
}

export interface TFSummerConfig extends NonNullable<LayerConfig> {
  /** The layer whose encoding is added, or its saved form. */
  encoding: TFPositionalEncoding | SavedEncoding;
}

/** Adds an encoding to a float32 tensor; the result has the same shape. */
export class TFSummer extends tf.layers.Layer {
  static readonly className = 'TFSummer';
  readonly #encoding: TFPositionalEncoding;

  constructor(given: TFPositionalEncoding | TFSummerConfig) {
    const { encoding, ...config } = given instanceof TFPositionalEncoding ? { encoding: given } : given;
    super(config);
    this.#encoding = encoding instanceof TFPositionalEncoding ? encoding : load(encoding);
  }

  encode(x: tf.Tensor): tf.Tensor {
    return this.apply(x) as tf.Tensor;
  }

  override call(inputs: tf.Tensor | tf.Tensor[]): tf.Tensor {
    return tf.tidy(() => {
      const x = onlyOne(inputs);
      if (x.dtype !== 'float32') {
        throw new TypeError(
          `x is ${x.dtype}: expected float32, since ${x.dtype} cannot hold the values of an encoding, which lie between -1 and 1; cast it first`,
        );
      }
      return tf.add(x, this.#encoding.broadcast(x));
    });
  }

  override computeOutputShape(inputShape: tf.Shape | tf.Shape[]): tf.Shape | tf.Shape[] {
    return inputShape;
  }

  override getConfig(): tf.serialization.ConfigDict {
    const encoding = { className: this.#encoding.getClassName(), config: this.#encoding.getConfig() };
    return { ...super.getConfig(), encoding };
  }
}

function load(saved: SavedEncoding): TFPositionalEncoding {
  const Encoding = Object.hasOwn(encodings, saved?.className) ? encodings[saved.className] : undefined;
  if (Encoding === undefined) {
    const names = Object.keys(encodings).join(', ');
    throw new TypeError(`encoding is not one of posenc's layers: expected one of ${names}`);
  }
  return new Encoding(saved.config);
}

for (const layer of [...Object.values(encodings), TFSummer]) tf.serialization.registerClass(layer);
