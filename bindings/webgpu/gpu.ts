// Encodings on the GPU: plans of the core, run by the kernel into buffers that stay there.
import { checkLength, newFloats } from '../js/check/arrays.js';
import { checkInteger, checkObject, show, typeError } from '../js/check/check.js';
import {
  checkStill,
  currentArray,
  floatsAt,
  type Place,
  placeOf,
  placeOfFloats,
} from '../js/runtime/memory.js';
import type { Plan } from '../js/sinusoidal/plan.js';
import { checkRows, planOf, type RowRange, type Sinusoidal } from '../js/sinusoidal/sinusoidal.js';
import { type DeviceState, requestDevice, stateOf } from './device.js';
import { checkBuffer, checkIsBuffer, checkUsage, faultOf, watched } from './faults.js';
import type { Operation } from './kernel.js';
import { piecesOf } from './pieces.js';
import type { PlanTables } from './tables.js';
import type { GivenDevice, GpuBuffer, GpuCommandEncoder, GpuDevice, GpuLostInfo } from './types.js';
import { mapRead, usage } from './usage.js';

export interface EncodeOptions {
  /** Where the values go, from its first byte on: STORAGE, at least as large. By default a new buffer. */
  out?: GpuBuffer;
  /** Rows [from, to) alone. */
  rows?: RowRange;
  /** Records into this encoder and submits nothing; by default the call submits its work itself. */
  encoder?: GpuCommandEncoder;
}

export interface AddOptions {
  /** Where the sums go: STORAGE. By default `x`. */
  out?: GpuBuffer;
  /** How many times the encoding follows itself in `x`; by default as often as it fits, without rest. */
  batch?: number;
  /** As in `EncodeOptions`. */
  encoder?: GpuCommandEncoder;
}

const gpuKeys = new Set(['device']);
const encodeKeys = new Set(['out', 'rows', 'encoder']);
const addKeys = new Set(['out', 'batch', 'encoder']);

/** Bytes read back at a time. */
const readBytes = 64 * 2 ** 20;

/**
 * Uses the application's device, or asks for one with the adapter's largest buffers.
 *
 * @throws Error that says what is missing: WebGPU, an adapter, a device.
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
  if (state.lost !== undefined) throw new Error(`device is lost (${reasonOf(state.lost)}): expected another`);
  return new Gpu(device, false);
}

const reasonOf = ({ reason, message }: GPUDeviceLostInfo) => (message ? `${reason}: ${message}` : reason);

/**
 * Runs plans on a GPU. A plan's tables are uploaded when it is first used on a device, and go with it.
 * What only the GPU can tell (no memory, a buffer that is destroyed or of another device) comes later:
 * `check` and `read` reject with it; where neither is called, it is an unhandled rejection.
 */
export class Gpu {
  readonly device: GpuDevice;
  readonly #state: DeviceState;
  readonly #isOwn: boolean;
  #isDisposed = false;
  #verdict: Promise<unknown> = Promise.resolve();

  /** For `createGpu` alone. */
  constructor(device: GpuDevice, isOwn: boolean) {
    this.device = device;
    this.#isOwn = isOwn;
    this.#state = stateOf(device);
    this.#state.users += 1;
  }

  /** Why the device is lost; undefined as long as it is not. */
  get lost(): GpuLostInfo | undefined {
    return this.#state.lost;
  }

  /**
   * Writes the encoding, or some of its rows, into `out` and returns it. A new buffer has STORAGE, COPY_SRC
   * and COPY_DST, and belongs to the caller.
   *
   * @throws TypeError or RangeError that names the argument; nothing is then recorded or written.
   */
  encode(plan: Sinusoidal, options: EncodeOptions = {}): GpuBuffer {
    const inner = this.#planOf(plan);
    checkObject('options', options, encodeKeys);
    const { out, rows, encoder } = options;
    const { from, to } =
      rows === undefined ? { from: 0, to: inner.rowCount } : checkRows(rows, inner.rowCount);
    const bytes = (to - from) * inner.rowLength * 4;
    return this.#run('encode', inner, { from, to, batches: 1, bytes }, { out, encoder });
  }

  /**
   * out = x + encoding, in place unless `out` is given. `x` may be a batch.
   *
   * @throws TypeError or RangeError that names the argument; nothing is then recorded or written.
   */
  add(plan: Sinusoidal, x: GpuBuffer, options: AddOptions = {}): GpuBuffer {
    const inner = this.#planOf(plan);
    checkObject('options', options, addKeys);
    const { out = x, batch, encoder } = options;
    const each = inner.size * 4;
    const batches = batch === undefined ? wholesOf(x, each) : checkInteger('batch', batch, 0);
    const from = checkBuffer('x', x, batches * each);
    const operation = out === x ? 'addInPlace' : 'addTo';
    const call = { from: 0, to: inner.rowCount, batches, bytes: batches * each };
    return this.#run(operation, inner, call, { out, encoder }, from);
  }

  /**
   * The values of a buffer that has COPY_SRC, in `out` or a new array. Waits for what was submitted before.
   *
   * @throws what `check` does; TypeError or RangeError that names the argument.
   */
  async read(buffer: GpuBuffer, out?: Float32Array): Promise<Float32Array> {
    this.#checkUsable();
    checkIsBuffer('buffer', buffer);
    checkUsage('buffer', buffer, usage.copyFrom, 'COPY_SRC');
    const count = Math.floor(buffer.size / 4);
    const target = out === undefined ? placeOf('out', newFloats(count)) : placeOfFloats('out', out);
    checkLength('out', target.length, count, 'what the buffer holds');
    await this.check();
    for (let done = 0; done < count * 4; done += readBytes) {
      await this.#readPart(buffer, done, Math.min(readBytes, count * 4 - done), target);
    }
    return currentArray(target);
  }

  async #readPart(buffer: GPUBuffer, offset: number, bytes: number, out: Place): Promise<void> {
    const { device } = this;
    const label = 'posenc read';
    const { result: staging, verdict } = watched(device, () => {
      const target = device.createBuffer({ label, size: bytes, usage: usage.mapRead | usage.copyTo });
      const encoder = device.createCommandEncoder({ label });
      encoder.copyBufferToBuffer(buffer, offset, target, 0, bytes);
      device.queue.submit([encoder.finish()]);
      return target;
    });
    try {
      const error = await verdict;
      if (error !== null) throw await faultOf(device, 'read', error, { buffer });
      await staging.mapAsync(mapRead).catch((cause) => {
        throw new Error(`read: the copy could not be mapped: ${String(cause)}`, { cause });
      });
      checkStill(out);
      floatsAt(out, offset / 4, bytes / 4).set(new Float32Array(staging.getMappedRange()));
    } catch (error) {
      await this.#throwIfLost();
      throw error;
    } finally {
      staging.destroy();
    }
  }

  /** Resolves when all that was submitted so far is done, and rejects with what WebGPU had against it. */
  async check(): Promise<void> {
    const verdict = this.#verdict;
    this.#verdict = Promise.resolve();
    await verdict;
    await this.device.queue.onSubmittedWorkDone().catch(() => {});
    await this.#throwIfLost();
  }

  /** Gives back the tables, and the device if it was made here: its buffers then go with it. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#state.release();
    if (this.#isOwn) this.device.destroy();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #run(
    operation: Operation,
    plan: Plan,
    call: { from: number; to: number; batches: number; bytes: number },
    options: { out?: GPUBuffer; encoder?: GPUCommandEncoder },
    x?: GPUBuffer,
  ): GPUBuffer {
    // Options were read, and with them the caller's getters, which may have disposed of the plan.
    plan.checkLive();
    const { device } = this;
    const { encoder } = options;
    const { bytes } = call;
    if (encoder !== undefined && typeof encoder?.beginComputePass !== 'function') {
      throw typeError('encoder', encoder, 'a GPUCommandEncoder');
    }
    const given = options.out === undefined ? undefined : checkBuffer('out', options.out, bytes);
    const { maxBufferSize } = device.limits;
    if (given === undefined && bytes > maxBufferSize) {
      throw new RangeError(
        `The result takes ${bytes} bytes: expected at most ${maxBufferSize}, the maxBufferSize of this device; take it by rows`,
      );
    }
    // Before anything is made: a device may be too small for them.
    const tables = this.#state.tablesOf(plan);
    const { result, verdict } = watched(device, () => {
      const buffers = {
        out: given ?? device.createBuffer({ label: 'posenc encoding', size: bytes, usage: made }),
        x: operation === 'addTo' ? x : undefined,
      };
      if (bytes > 0) this.#record(operation, plan, tables, call, buffers, encoder);
      return buffers;
    });
    const judged = verdict.then(async (error) => {
      const { out, x: read } = result;
      if (error !== null)
        throw await faultOf(device, operation === 'encode' ? 'encode' : 'add', error, { x: read, out });
    });
    this.#verdict = Promise.all([this.#verdict, judged]);
    return result.out;
  }

  #record(
    operation: Operation,
    plan: Plan,
    tables: PlanTables,
    call: { from: number; to: number; batches: number },
    { out, x }: { out: GPUBuffer; x: GPUBuffer | undefined },
    given: GPUCommandEncoder | undefined,
  ): void {
    const { device } = this;
    const label = `posenc ${operation}`;
    const { wide } = tables;
    const { channelsFirst, interleaved, rowLength } = plan;
    const pipeline = this.#state.pipelines.of({ channelsFirst, interleaved, wide, operation });
    const mostGroups = device.limits.maxComputeWorkgroupsPerDimension;
    const passing: GPUBuffer[] = [];
    const encoder = given ?? device.createCommandEncoder({ label });
    const pass = encoder.beginComputePass({ label });
    pass.setPipeline(pipeline);
    for (const piece of piecesOf({ ...call, channelsFirst, wide, rowLength }, tables.blocks, device.limits)) {
      const section = tables.at(piece.sections, given !== undefined);
      if (section.passing) passing.push(section.buffer);
      const job = tables.job(piece.job(section.places), given !== undefined);
      if (given === undefined) passing.push(job);
      const { offset, size } = piece;
      const resources = [{ buffer: job }, { buffer: section.buffer }, { buffer: out, offset, size }];
      if (x !== undefined) resources.push({ buffer: x, offset, size });
      const entries = resources.map((resource, binding) => ({ binding, resource }));
      pass.setBindGroup(
        0,
        device.createBindGroup({ label, layout: pipeline.getBindGroupLayout(0), entries }),
      );
      const width = Math.min(piece.workgroups, mostGroups);
      pass.dispatchWorkgroups(width, Math.ceil(piece.workgroups / width));
    }
    pass.end();
    if (given !== undefined) return;
    device.queue.submit([encoder.finish()]);
    // What was submitted lives until it is done.
    for (const buffer of passing) buffer.destroy();
  }

  #planOf(plan: Sinusoidal): Plan {
    this.#checkUsable();
    const inner = planOf(plan);
    if (inner === undefined) throw typeError('plan', plan, 'a Sinusoidal');
    inner.checkLive();
    return inner;
  }

  #checkUsable(): void {
    if (this.#isDisposed) throw new Error('The Gpu is disposed of: createGpu() another');
    const { lost } = this.#state;
    if (lost !== undefined) throw lostError(lost);
  }

  /** Whether the device is lost is known a little after what that stopped. */
  async #throwIfLost(): Promise<void> {
    await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, 0))]);
    if (this.#state.lost !== undefined) throw lostError(this.#state.lost);
  }
}

const made = usage.storage | usage.copyFrom | usage.copyTo;

const lostError = (lost: GPUDeviceLostInfo) =>
  new Error(`The GPU device is lost (${reasonOf(lost)}): createGpu() another`);

function wholesOf(x: unknown, each: number): number {
  const { size } = checkIsBuffer('x', x);
  if (each > 0 && size % each === 0) return size / each;
  if (each === 0 && size === 0) return 0;
  throw new RangeError(
    `x.size is ${show(size)}: expected a multiple of ${each}, the bytes of the encoding, or say how many there are: batch`,
  );
}
