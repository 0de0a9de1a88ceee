// One call on the GPU: records its dispatches, into the application's encoder or into its own, which it submits.
// WebGPU's error becomes one that names the buffer.
import type { DeviceState } from './device.js';
import { dispatchesOf, type RowsCall } from './dispatches.js';
import { callError, withErrorScopes } from './errors.js';
import { gridKernel, type Operation } from './kernels/grid.js';
import type { PlanHandle } from './plan-handle.js';
import type { UploadedTables } from './uploaded-tables.js';
import { usage } from './usage.js';

export interface Submission extends RowsCall {
  operation: Operation;
  plan: PlanHandle;
  /** Bytes of the result. */
  bytes: number;
  /** The result; a new buffer when undefined. */
  out: GPUBuffer | undefined;
  /** The buffer that `addTo` reads. */
  x: GPUBuffer | undefined;
  /** The application's encoder, if it gave one. */
  encoder: GPUCommandEncoder | undefined;
}

const resultUsage = usage.storage | usage.copyFrom | usage.copyTo;

/** Runs a call. Returns the buffer of the result, and `done`, which rejects later if the GPU reports an error. */
export function run(state: DeviceState, call: Submission): { out: GPUBuffer; done: Promise<void> } {
  const { device } = state;
  const { operation, bytes } = call;
  // This may throw, so it comes before creating a buffer: the device may be too small for the tables.
  const tables = state.tablesOf(call.plan);
  const { result: out, error } = withErrorScopes(device, () => {
    const out =
      call.out ?? device.createBuffer({ label: 'posenc encoding', size: bytes, usage: resultUsage });
    if (bytes > 0) record(state, tables, call, out);
    return out;
  });
  const done = error.then(async (found) => {
    const name = operation === 'encode' ? 'encode' : 'add';
    if (found !== null) throw await callError(device, name, found, { x: call.x, out });
  });
  return { out, done };
}

function record(state: DeviceState, tables: UploadedTables, call: Submission, out: GPUBuffer): void {
  const { device } = state;
  const { operation, plan, x, from, to, batches } = call;
  const label = `posenc ${operation}`;
  const { wide } = tables;
  const { channelsFirst, interleaved, rowLength } = plan;
  const pipeline = state.pipelines.of(gridKernel({ channelsFirst, interleaved, wide, operation }));
  const layout = pipeline.getBindGroupLayout(0);
  const maxWidth = device.limits.maxComputeWorkgroupsPerDimension;
  const isRecorded = call.encoder !== undefined;
  const temporary: GPUBuffer[] = [];
  const encoder = call.encoder ?? device.createCommandEncoder({ label });
  const pass = encoder.beginComputePass({ label });
  pass.setPipeline(pipeline);
  const rows = { from, to, batches, channelsFirst, wide, rowLength };
  for (const dispatch of dispatchesOf(rows, tables.blocks, device.limits)) {
    const section = tables.section(dispatch.sections, isRecorded);
    if (section.temporary) temporary.push(section.buffer);
    const params = tables.params(dispatch.params(section.rows), isRecorded);
    if (!isRecorded) temporary.push(params);
    const { offset, size } = dispatch;
    const resources = [{ buffer: params }, { buffer: section.buffer }, { buffer: out, offset, size }];
    if (x !== undefined) resources.push({ buffer: x, offset, size });
    const entries = resources.map((resource, binding) => ({ binding, resource }));
    pass.setBindGroup(0, device.createBindGroup({ label, layout, entries }));
    const width = Math.min(dispatch.workgroups, maxWidth);
    pass.dispatchWorkgroups(width, Math.ceil(dispatch.workgroups / width));
  }
  pass.end();
  if (isRecorded) return;
  device.queue.submit([encoder.finish()]);
  // WebGPU keeps the memory of a destroyed buffer until the submitted work is done.
  for (const buffer of temporary) buffer.destroy();
}
