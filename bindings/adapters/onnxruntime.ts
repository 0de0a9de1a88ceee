// The entry `posenc/onnxruntime`: converts encodings to tensors of ONNX Runtime, and its tensors to posenc's. It
// imports no runtime. Each function takes the application's own: any build of onnxruntime-web, onnxruntime-node,
// onnxruntime-react-native, or transformers.js, whose Tensor has the same form.
import {
  addEncoding,
  asHalfData,
  checkChoice,
  checkGridOptions,
  checkInteger,
  checkLength,
  checkObject,
  checkReadable,
  checkShape,
  type DType,
  gridKeys,
  type HalfTensor,
  type IdDType,
  newFloats,
  newHalves,
  type PositionIds,
  placeOf,
  productOf,
  type Rotary,
  rangeError,
  type ShapedIds,
  type SinusoidalOptions,
  show,
  type Tensor,
  typeError,
  withGridPlan,
} from '../js/internal.js';
import type { GpuBuffer } from '../webgpu/types.js';

/** The number types that encodings and ONNX Runtime's tensors in JavaScript share. */
export type OrtType = 'float32' | 'float16';

/**
 * A library with a class `Tensor`: `import * as ort from 'onnxruntime-web'`, or `{ Tensor }` of
 * '@huggingface/transformers'.
 */
export interface Ort {
  readonly Tensor: abstract new (...args: never) => unknown;
}

/** The library's own tensor. */
export type OrtTensor<O extends Ort> = InstanceType<O['Tensor']>;

/** The members of a tensor that posenc reads. Tensors of ONNX Runtime and transformers.js have them. */
export interface OrtLike {
  readonly type: string;
  readonly dims: readonly number[];
  readonly data: unknown;
  /** Where the values are; 'cpu' if undefined. */
  readonly location?: string;
}

const types: readonly OrtType[] = ['float32', 'float16'];

function checkType(name: string, value: unknown): OrtType {
  return types[checkChoice(name, value, types)] as OrtType;
}

type TensorClass = new (type: OrtType | 'int64', data: unknown, dims: number[]) => unknown;

function classOf(ort: unknown): TensorClass {
  const { Tensor } = (ort ?? {}) as { Tensor?: unknown };
  if (typeof Tensor !== 'function') {
    throw typeError('ort', ort, "a library with a Tensor, such as import * as ort from 'onnxruntime-web'");
  }
  return Tensor as TensorClass;
}

function make<O extends Ort>(
  ort: O,
  type: OrtType | 'int64',
  data: unknown,
  dims: readonly number[],
): OrtTensor<O> {
  // The class requires a plain array and stores it, so copy the dims.
  return new (classOf(ort))(type, data, [...dims]) as OrtTensor<O>;
}

/**
 * Converts a tensor `{ data, shape }` of posenc, such as a result of `PositionalEncoding1D` or `Summer`, to a tensor of
 * the library. The values are shared, not copied.
 *
 * @throws TypeError for bfloat16, which the library does not have.
 */
export function toTensor<O extends Ort>(ort: O, tensor: Tensor | HalfTensor): OrtTensor<O> {
  if (typeof tensor !== 'object' || tensor === null) {
    throw typeError('tensor', tensor, 'a tensor { data, shape } of posenc');
  }
  const { data, shape, dtype = 'float32' } = tensor;
  if ((dtype as DType) === 'bfloat16') {
    throw typeError(
      'tensor.dtype',
      dtype,
      'float32 or float16, since ONNX Runtime has no bfloat16 tensors in JavaScript',
    );
  }
  return make(ort, checkType('tensor.dtype', dtype), data, checkShape('tensor.shape', shape));
}

/**
 * Converts a tensor of the library to posenc's `{ data, shape }`, for classes such as `Summer`. The values are shared,
 * not copied.
 *
 * @throws TypeError or RangeError that names `x`: its values must be float32 or float16, in the CPU's memory.
 */
export function fromTensor(x: OrtLike): Tensor | HalfTensor {
  if (typeof x !== 'object' || x === null || !('dims' in x) || !('type' in x)) {
    throw typeError('x', x, 'a tensor of ONNX Runtime');
  }
  const { location = 'cpu' } = x;
  if (!String(location).startsWith('cpu')) {
    throw new TypeError(
      `x is in ${typeof location === 'string' ? location : show(location)}: expected its values on the CPU; await x.getData() first`,
    );
  }
  const type = checkType('x.type', x.type);
  return { data: x.data, shape: checkShape('x.dims', x.dims), dtype: type } as Tensor | HalfTensor;
}

export interface EncodeTensorOptions {
  /** The type of the values, each rounded once from the exact value; float32 by default. */
  dtype?: OrtType;
  /** Adds a first dimension with this many copies, 0 or more; 1 is enough if the model broadcasts. None by default. */
  batch?: number;
}

const encodeKeys = new Set(['dtype', 'batch']);

/**
 * The encoding of a grid as a tensor of the library: shape [...grid, channels], or with `channelsFirst`
 * [channels, ...grid], with `batch` in front if it is given.
 *
 * @throws TypeError or RangeError that names the argument.
 */
export function encodeTensor<O extends Ort>(
  ort: O,
  options: SinusoidalOptions,
  tensorOptions: EncodeTensorOptions = {},
): OrtTensor<O> {
  classOf(ort);
  checkObject('tensorOptions', tensorOptions, encodeKeys);
  const { dtype = 'float32', batch } = tensorOptions;
  const type = checkType('dtype', dtype);
  const copies = batch === undefined ? 1 : checkInteger('batch', batch, 0);
  const { values, dims } = withGridPlan(checkGridOptions(options), (plan) => {
    const dims = batch === undefined ? plan.shape : [copies, ...plan.shape];
    const count = plan.size * copies;
    // The encoding starts again after its last value, so a longer array holds copies.
    if (type === 'float32') {
      const values = newFloats(count);
      if (count > 0) plan.encode('float32', 0, placeOf('values', values));
      return { values, dims };
    }
    const bits = newHalves(count);
    if (count > 0) plan.encode(type, 0, placeOf('values', bits));
    return { values: asHalfData(type, bits), dims };
  });
  // Call the library only now: its code might call posenc, which must not happen while the plan is in use.
  return make(ort, type, values, dims);
}

/** The options of an encoding, without those that come from a tensor: grid and channels. */
export type EncodingOfTensor = Omit<SinusoidalOptions, 'grid' | 'channels'>;

const tensorKeys = new Set([...gridKeys].filter((key) => key !== 'grid' && key !== 'channels'));

/**
 * x + encoding as a new tensor of the library. `x` holds float32 or float16, and its dimensions give the grid and the
 * channels: [batch, ...grid, channels], or with `channelsFirst` [batch, channels, ...grid]. Each sum is rounded once.
 * To add in place, pass `x.data` to `add`.
 *
 * @throws TypeError or RangeError that names the argument.
 */
export function addTensor<O extends Ort>(ort: O, x: OrtLike, options: EncodingOfTensor = {}): OrtTensor<O> {
  classOf(ort);
  checkObject('options', options, tensorKeys);
  const { data, shape, dtype } = fromTensor(x);
  if (shape.length < 3) {
    throw rangeError(
      'x.dims',
      shape,
      'at least 3 dimensions: [batch, ...grid, channels], or channels before the grid',
    );
  }
  const inner = shape.slice(1);
  const given = { ...options };
  const channels = given.channelsFirst ? inner[0] : inner.at(-1);
  const grid = given.channelsFirst ? inner.slice(1) : inner.slice(0, -1);
  const whole = { ...given, grid, channels: channels as number };
  return toTensor(ort, addEncoding(whole, { shape: [...shape], data, dtype }, undefined));
}

export type RotaryCachesOptions = {
  /** The type of the values: that of the vectors which the model rotates. float32 by default. */
  dtype?: OrtType;
  /** For a `Rotary` with `xpos`: whose scales to include; none by default. Queries and keys then need caches of their own. */
  role?: 'query' | 'key';
} & (
  | {
      /** The number of rows: above the largest position id, and of `GroupQueryAttention` at least the total length. */
      length: number;
      /** The position of the first row: an integer of at least 0, which is the default. */
      offset?: number;
      positions?: undefined;
      shape?: undefined;
    }
  | {
      /** The position of each token: integers of at least 0. For `RotaryEmbedding` of ONNX without position_ids. */
      positions: PositionIds;
      /** The shape of `positions`, [batch, seq]; [1, seq] by default. */
      shape?: readonly number[];
      length?: undefined;
      offset?: undefined;
    }
);

export interface RotaryCaches<O extends Ort> {
  cosCache: OrtTensor<O>;
  sinCache: OrtTensor<O>;
}

const cacheKeys = new Set(['dtype', 'role', 'length', 'offset', 'positions', 'shape']);

/** The shape of ids: as given, or one sequence. */
function shapeOfIds(name: string, count: number, given: unknown): number[] {
  if (given === undefined) return [1, count];
  const shape = checkShape('shape', given);
  checkLength(name, count, productOf(shape), `as the shape ${show(shape)} requires`);
  return shape;
}

/**
 * The caches of cosines and sines, times `attentionScaling`, that operators of ONNX Runtime take as inputs:
 * `RotaryEmbedding` (ONNX from opset 23, and com.microsoft), `MRotaryEmbedding` and `GroupQueryAttention` with
 * `do_rotary`. Row p, for position offset + p, has rotaryDim / 2 values: shape [length, rotaryDim / 2]. With
 * `positions` [batch, seq, rotaryDim / 2], in which the rows are those of the tokens.
 *
 * The operator's attributes say the rest: `interleaved` is 1 for the pairing 'adjacent' and 0 for 'halves';
 * `rotary_embedding_dim` is `rotaryDim`. They rotate the first dimensions of a head, so `rotaryStart` must be 0 or the
 * model must split the head.
 *
 * @throws TypeError or RangeError that names the argument. Error if `rotary` was disposed of.
 */
export function rotaryCaches<O extends Ort>(
  ort: O,
  rotary: Rotary,
  options: RotaryCachesOptions,
): RotaryCaches<O> {
  classOf(ort);
  if (typeof (rotary as Partial<Rotary> | null | undefined)?.cosSin !== 'function') {
    throw typeError('rotary', rotary, 'a Rotary');
  }
  checkObject('options', options, cacheKeys);
  const { dtype, role, length, offset, positions, shape } = options;
  const type = checkType('dtype', dtype ?? 'float32');
  if (shape !== undefined && positions === undefined) {
    throw typeError('shape', shape, 'none without positions');
  }
  const at = { length, offset, positions };
  const tables = rotary.cosSin(at as { length: number }, {
    dtype: type,
    ...(role !== undefined && { role }),
  });
  const [count = 0, pairs = 0] = tables.shape;
  const rows = positions === undefined ? [count] : shapeOfIds('positions', count, shape);
  const cache = (values: unknown) => make(ort, type, values, [...rows, pairs]);
  return { cosCache: cache(tables.cos), sinCache: cache(tables.sin) };
}

export interface PositionIdsOptions {
  /** The number of rows of the caches. */
  length: number;
  /**
   * The shape of the ids; [1, seq], one sequence, by default. Operators take [batch, seq], `MRotaryEmbedding` takes
   * [3, batch, seq], and com.microsoft's `RotaryEmbedding` also [1]: the position of the first token of each sequence.
   */
  shape?: readonly number[];
}

const idKeys = new Set(['length', 'shape']);

/**
 * Position ids as a tensor of int64, as operators take them beside `rotaryCaches`. Some kernels replace ids outside the
 * caches by others without an error, so they are checked here.
 *
 * @param ids integers from 0 to length - 1, as numbers or BigInts, in any list
 * @throws TypeError or RangeError that names the argument, and the first wrong id; no tensor is then made.
 */
export function positionIds<O extends Ort>(
  ort: O,
  ids: ArrayLike<number | bigint>,
  options: PositionIdsOptions,
): OrtTensor<O> {
  classOf(ort);
  checkObject('options', options, idKeys);
  const length = checkInteger('length', options.length, 0);
  const { list, length: count } = checkReadable('ids', ids, 'a list of position ids');
  const dims = shapeOfIds('ids', count, options.shape);
  const values: bigint[] = [];
  for (let i = 0; i < count; ++i) {
    const id = list[i] as number | bigint;
    const isBig = typeof id === 'bigint';
    if (!isBig && typeof id !== 'number') throw typeError(`ids[${i}]`, id, 'a number or a BigInt');
    if (!((isBig || Number.isInteger(id)) && id >= 0 && id < length)) {
      throw rangeError(`ids[${i}]`, id, `an integer of at least 0 and below length, ${length}`);
    }
    values.push(BigInt(id));
  }
  return make(ort, 'int64', BigInt64Array.from(values), dims);
}

/**
 * Converts positions and their shape, results of `mropePositions`, its `next`, `positionIdsFromMask` and the others, to a
 * tensor of int64, as models take them. The values of a `BigInt64Array` are shared, not copied.
 *
 * @throws TypeError or RangeError that names `ids`.
 */
export function idsTensor<O extends Ort>(ort: O, ids: ShapedIds<IdDType>): OrtTensor<O> {
  classOf(ort);
  const { positions, shape } = (ids ?? {}) as Partial<ShapedIds<IdDType>>;
  const kind = Object.prototype.toString.call(positions);
  if (kind !== '[object Int32Array]' && kind !== '[object BigInt64Array]') {
    throw typeError('ids.positions', positions, 'an Int32Array or a BigInt64Array');
  }
  const values = positions as Int32Array | BigInt64Array;
  const dims = checkShape('ids.shape', shape);
  checkLength('ids.positions', values.length, productOf(dims), `as the shape ${show(dims)} requires`);
  return make(
    ort,
    'int64',
    kind === '[object Int32Array]' ? BigInt64Array.from(values as Int32Array, BigInt) : values,
    dims,
  );
}

/** A library whose tensors can be on the GPU: ONNX Runtime Web with WebGPU. */
export interface OrtWithGpu {
  readonly Tensor: Ort['Tensor'] & { fromGpuBuffer: (buffer: GpuBuffer, options: never) => unknown };
}

export interface GpuTensorOptions {
  /** The shape of the values in the buffer: a plan's `shape`, or with a batch in front of it. */
  shape: readonly number[];
  /** 'float32' by default. */
  dtype?: OrtType;
  /** A `Gpu` of posenc/webgpu, used to read the values when the tensor's `getData` is called. */
  gpu?: { read(buffer: GpuBuffer): Promise<Float32Array> };
  /** Whether the tensor's `dispose` destroys the buffer; false by default. */
  owned?: boolean;
}

const gpuKeys = new Set(['shape', 'dtype', 'gpu', 'owned']);

/**
 * Converts a GPU buffer, such as a result of `Gpu.encode`, to a tensor of the library, without copying, for a session
 * with the execution provider 'webgpu'. Both must use the same device:
 * `createGpu({ device: await ort.env.webgpu.device })`.
 *
 * @throws TypeError or RangeError that names the argument, such as a buffer smaller than the shape requires.
 */
export function gpuTensor<O extends OrtWithGpu>(
  ort: O,
  buffer: GpuBuffer,
  options: GpuTensorOptions,
): ReturnType<O['Tensor']['fromGpuBuffer']> {
  const Tensor = classOf(ort) as unknown as {
    fromGpuBuffer?(buffer: GPUBuffer, options: object): ReturnType<O['Tensor']['fromGpuBuffer']>;
  };
  if (typeof Tensor.fromGpuBuffer !== 'function') {
    throw typeError('ort', ort, 'ONNX Runtime Web, whose Tensor has fromGpuBuffer');
  }
  checkObject('options', options, gpuKeys);
  const { gpu, owned = false } = options;
  const dims = checkShape('shape', options.shape);
  const dataType = checkType('dtype', options.dtype ?? 'float32');
  if (typeof buffer !== 'object' || buffer === null || typeof buffer.size !== 'number') {
    throw typeError('buffer', buffer, 'a GPUBuffer');
  }
  const bytes = productOf(dims) * (dataType === 'float32' ? 4 : 2);
  if (buffer.size < bytes) {
    throw new RangeError(
      `buffer has ${buffer.size} bytes: expected at least ${bytes}, as the shape ${show(dims)} of ${dataType} requires`,
    );
  }
  return Tensor.fromGpuBuffer(buffer, {
    dataType,
    dims,
    ...(gpu && { download: () => gpu.read(buffer) }),
    ...(owned && { dispose: () => buffer.destroy() }),
  });
}
