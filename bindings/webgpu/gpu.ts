// `createGpu` and the class `Gpu`: plans run on a GPU, with results that stay there.
import {
  checkInteger,
  checkLength,
  checkObject,
  checkRows,
  currentArray,
  newFloats,
  placeOf,
  placeOfFloats,
  type RowRange,
  type Sinusoidal,
  show,
  typeError,
} from '../js/internal.js';
import { type DeviceState, requestDevice, stateOf } from './device.js';
import { checkBuffer, checkIsBuffer, checkUsage, lossText, lostError } from './errors.js';
import type { PlanHandle } from './plan-handle.js';
import { readBack } from './readback.js';
import { handleOf } from './sinusoidal.js';
import { run, type Submission } from './submission.js';
import type { GivenDevice, GpuBuffer, GpuCommandEncoder, GpuDevice, GpuLostInfo } from './types.js';
import { usage } from './usage.js';

export interface EncodeOptions {
  /** The buffer for the values, which start at its first byte; usage STORAGE. By default a new buffer. */
  out?: GpuBuffer;
  /** Encodes only these rows; by default all. */
  rows?: RowRange;
  /** Records into this encoder, and submits nothing; by default the call submits its own work. */
  encoder?: GpuCommandEncoder;
}

export interface AddOptions {
  /** The buffer for the sums; usage STORAGE. By default `x`. */
  out?: GpuBuffer;
  /** The number of encodings in `x`, 0 or more. By default its size divided by the encoding's, which must be whole. */
  batch?: number;
  /** As in `EncodeOptions`. */
  encoder?: GpuCommandEncoder;
}

const gpuKeys = new Set(['device']);
const encodeKeys = new Set(['out', 'rows', 'encoder']);
const addKeys = new Set(['out', 'batch', 'encoder']);

/**
 * Uses the application's device, or requests one with the largest buffers that the adapter allows.
 *
 * @throws Error that says what is missing: WebGPU, an adapter or a device. The promise rejects with it.
 */
export async function createGpu(options: { device?: GivenDevice } = {}): Promise<Gpu> {
  checkObject('options', options, gpuKeys);
  const { device } = options;
  if (device === undefined) return new Gpu(await requestDevice(), true);
  if (typeof device !== 'object' || device === null || !('createComputePipeline' in device)) {
    throw typeError('device', device, 'a GPUDevice');
  }
  const state = stateOf(device);
  await Promise.race([device.lost, Promise.resolve()]);
  if (state.lost !== undefined)
    throw new Error(`device is lost (${lossText(state.lost)}): expected another one`);
  return new Gpu(device, false);
}

/**
 * Runs plans on a GPU, in float32. A plan's tables are uploaded when it is first used on a device, and destroyed with
 * the plan. The GPU reports some errors late: too little memory, or a buffer that is destroyed or belongs to another
 * device. `check` and `read` reject with them. If neither is called, there is an unhandled rejection.
 */
export class Gpu {
  readonly device: GpuDevice;
  readonly #state: DeviceState;
  readonly #isOwn: boolean;
  #isDisposed = false;
  /** Rejects if a call since the last `check` failed on the GPU. */
  #pending: Promise<unknown> = Promise.resolve();

  /** For `createGpu` only. */
  constructor(device: GpuDevice, isOwn: boolean) {
    this.device = device;
    this.#isOwn = isOwn;
    this.#state = stateOf(device);
    this.#state.users += 1;
  }

  /** Why the device was lost; undefined if it was not. */
  get lost(): GpuLostInfo | undefined {
    return this.#state.lost;
  }

  /**
   * Writes the encoding, or some of its rows, as float32 into `out` (by default a new buffer) and returns it. A new
   * buffer has the usages STORAGE, COPY_SRC and COPY_DST, and the caller destroys it.
   *
   * @throws TypeError or RangeError that names the argument; nothing is then recorded or written.
   */
  encode(plan: Sinusoidal, options: EncodeOptions = {}): GpuBuffer {
    const handle = this.#handleOf(plan);
    checkObject('options', options, encodeKeys);
    const { out, rows, encoder } = options;
    const { from, to } =
      rows === undefined ? { from: 0, to: handle.rowCount } : checkRows(rows, handle.rowCount);
    const bytes = (to - from) * handle.rowLength * 4;
    return this.#run({
      operation: 'encode',
      plan: handle,
      from,
      to,
      batches: 1,
      bytes,
      out,
      x: undefined,
      encoder,
    });
  }

  /**
   * out = x + encoding, in place unless `out` is given. Returns `out`. `x` holds float32 and has the usage STORAGE; it
   * may be a batch.
   *
   * @throws TypeError or RangeError that names the argument; nothing is then recorded or written.
   */
  add(plan: Sinusoidal, x: GpuBuffer, options: AddOptions = {}): GpuBuffer {
    const handle = this.#handleOf(plan);
    checkObject('options', options, addKeys);
    const { out = x, batch, encoder } = options;
    const each = handle.rowCount * handle.rowLength * 4;
    const batches = batch === undefined ? batchOf(x, each) : checkInteger('batch', batch, 0);
    const bytes = batches * each;
    checkBuffer('x', x, bytes);
    const isInPlace = out === x;
    return this.#run({
      operation: isInPlace ? 'addInPlace' : 'addTo',
      plan: handle,
      from: 0,
      to: handle.rowCount,
      batches,
      bytes,
      out,
      x: isInPlace ? undefined : x,
      encoder,
    });
  }

  /**
   * Reads a buffer with the usage COPY_SRC into `out` (by default a new array), which has buffer.size / 4 values. Waits
   * for all work submitted before.
   *
   * @throws the errors of `check`; TypeError or RangeError that names the argument. The promise rejects with them.
   */
  async read(buffer: GpuBuffer, out?: Float32Array): Promise<Float32Array> {
    this.#checkUsable();
    checkIsBuffer('buffer', buffer);
    checkUsage('buffer', buffer, usage.copyFrom, 'COPY_SRC');
    const count = Math.floor(buffer.size / 4);
    const target = out === undefined ? placeOf('out', newFloats(count)) : placeOfFloats('out', out);
    checkLength('out', target.length, count, 'the number of values in the buffer');
    await this.check();
    await readBack(this.#state, buffer, count, target);
    return currentArray(target);
  }

  /** Waits for all work submitted so far. Rejects with the GPU's error if there was one. */
  async check(): Promise<void> {
    const pending = this.#pending;
    this.#pending = Promise.resolve();
    await pending;
    await this.device.queue.onSubmittedWorkDone().catch(() => {});
    await this.#state.checkLost();
  }

  /** Destroys the tables, and if `createGpu` requested the device, also the device and its buffers. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#state.release();
    if (this.#isOwn) this.device.destroy();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #run(call: Submission): GPUBuffer {
    const { encoder, bytes } = call;
    // Reading the options may have run getters of the caller, and those may have disposed of the plan.
    call.plan.checkLive();
    if (encoder !== undefined && typeof encoder?.beginComputePass !== 'function') {
      throw typeError('encoder', encoder, 'a GPUCommandEncoder');
    }
    if (call.out !== undefined) checkBuffer('out', call.out, bytes);
    const { maxBufferSize } = this.device.limits;
    if (call.out === undefined && bytes > maxBufferSize) {
      throw new RangeError(
        `The result takes ${bytes} bytes: expected at most ${maxBufferSize}, the maxBufferSize of this device; encode it in parts, with rows`,
      );
    }
    const { out, done } = run(this.#state, call);
    this.#pending = Promise.all([this.#pending, done]);
    return out;
  }

  #handleOf(plan: Sinusoidal): PlanHandle {
    this.#checkUsable();
    const handle = handleOf(plan);
    if (handle === undefined) throw typeError('plan', plan, 'a Sinusoidal');
    handle.checkLive();
    return handle;
  }

  #checkUsable(): void {
    if (this.#isDisposed) throw new Error('The Gpu has been disposed of: createGpu() another');
    const { lost } = this.#state;
    if (lost !== undefined) throw lostError(lost);
  }
}

function batchOf(x: unknown, each: number): number {
  const { size } = checkIsBuffer('x', x);
  if (each > 0 && size % each === 0) return size / each;
  if (each === 0 && size === 0) return 0;
  throw new RangeError(
    `x.size is ${show(size)}: expected a multiple of ${each}, the bytes of the encoding, or the option batch`,
  );
}
