// The state of a device: its pipelines, the uploaded tables of plans, and whether it was lost.
import { messageOf } from '../js/internal.js';
import { lostError } from './errors.js';
import { Pipelines } from './pipelines.js';
import type { PlanHandle } from './plan-handle.js';
import { UploadedTables } from './uploaded-tables.js';

/** Shared by every `Gpu` on a device. */
export class DeviceState {
  readonly device: GPUDevice;
  readonly pipelines: Pipelines;
  lost: GPUDeviceLostInfo | undefined;
  users = 0;
  readonly #tables = new Map<PlanHandle, { tables: UploadedTables; forget: () => void }>();

  constructor(device: GPUDevice) {
    this.device = device;
    this.pipelines = new Pipelines(device);
    device.lost.then((info) => {
      this.lost = info;
    });
  }

  /** The tables of a plan, which are destroyed with the plan or with the last user of the device. */
  tablesOf(plan: PlanHandle): UploadedTables {
    const found = this.#tables.get(plan);
    if (found !== undefined) return found.tables;
    const tables = new UploadedTables(this.device, plan);
    const forget = plan.onDispose(() => {
      this.#tables.delete(plan);
      tables.destroy();
    });
    this.#tables.set(plan, { tables, forget });
    return tables;
  }

  /** Throws if the device is lost. Work fails a moment before WebGPU reports the loss, so this waits first. */
  async checkLost(): Promise<void> {
    await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, 0))]);
    if (this.lost !== undefined) throw lostError(this.lost);
  }

  release(): void {
    this.users -= 1;
    if (this.users > 0) return;
    for (const { tables, forget } of this.#tables.values()) {
      forget();
      tables.destroy();
    }
    this.#tables.clear();
  }
}

const states = new WeakMap<GPUDevice, DeviceState>();

export function stateOf(device: GPUDevice): DeviceState {
  let state = states.get(device);
  if (state === undefined) {
    state = new DeviceState(device);
    states.set(device, state);
  }
  return state;
}

/** A new device, with the largest buffers that its adapter allows. */
export async function requestDevice(): Promise<GPUDevice> {
  const gpu = (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
  if (gpu === undefined) {
    throw new Error(
      'WebGPU is not available: navigator.gpu is missing. Use a browser that has it, on a page from https or localhost; in Node.js, pass a device of the package `webgpu`: createGpu({ device })',
    );
  }
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) {
    throw new Error(
      'No GPU adapter is available: navigator.gpu.requestAdapter() returned null. The browser may have blocked the hardware (see chrome://gpu or about:support)',
    );
  }
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  try {
    return await adapter.requestDevice({
      label: 'posenc',
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
  } catch (cause) {
    throw new Error(`The GPU adapter did not provide a device: ${messageOf(cause)}`, { cause });
  }
}
