// Finding a device, and what is held for one: its pipelines, the tables of plans, whether it is lost.

import { messageOf } from '../js/runtime/wasm-source.js';
import type { Plan } from '../js/sinusoidal/plan.js';
import { Pipelines } from './kernel.js';
import { PlanTables } from './tables.js';

/** Shared by all that use one device. */
export class DeviceState {
  readonly pipelines: Pipelines;
  lost: GPUDeviceLostInfo | undefined;
  users = 0;
  readonly #device: GPUDevice;
  readonly #tables = new Map<Plan, { tables: PlanTables; forget: () => void }>();

  constructor(device: GPUDevice) {
    this.#device = device;
    this.pipelines = new Pipelines(device);
    device.lost.then((info) => {
      this.lost = info;
    });
  }

  /** The tables of a plan, uploaded once; they go with the plan, or with the last user of the device. */
  tablesOf(plan: Plan): PlanTables {
    const found = this.#tables.get(plan);
    if (found !== undefined) return found.tables;
    const tables = new PlanTables(this.#device, plan);
    const forget = plan.onDispose(() => {
      this.#tables.delete(plan);
      tables.destroy();
    });
    this.#tables.set(plan, { tables, forget });
    return tables;
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

/** A device of our own, with the largest buffers that its adapter has. */
export async function requestDevice(): Promise<GPUDevice> {
  const gpu = (globalThis as { navigator?: { gpu?: GPU } }).navigator?.gpu;
  if (gpu === undefined) {
    throw new Error(
      'There is no WebGPU here: navigator.gpu is missing. Expected a browser that has it, on a page from https or localhost; in Node.js, pass a device of the package `webgpu`: createGpu({ device })',
    );
  }
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null) {
    throw new Error(
      'There is no GPU adapter here: navigator.gpu.requestAdapter() gave null. Expected hardware that the browser has not blocked (chrome://gpu, about:support)',
    );
  }
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  try {
    return await adapter.requestDevice({
      label: 'posenc',
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    });
  } catch (cause) {
    throw new Error(`The GPU adapter gave no device: ${messageOf(cause)}`, { cause });
  }
}
