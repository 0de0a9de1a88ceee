// What can go wrong on a device, in words. WebGPU tells of most of it only later, through error scopes.
import { rangeError, typeError } from '../js/check/check.js';
import { usage } from './usage.js';

export function checkIsBuffer(name: string, value: unknown): GPUBuffer {
  if (typeof value === 'object' && value !== null && typeof (value as GPUBuffer).usage === 'number') {
    return value as GPUBuffer;
  }
  throw typeError(name, value, 'a GPUBuffer');
}

/** A buffer of the caller, as far as it can be seen before WebGPU looks at it. */
export function checkBuffer(name: string, value: unknown, bytes: number): GPUBuffer {
  const buffer = checkIsBuffer(name, value);
  checkUsage(name, buffer, usage.storage, 'STORAGE');
  if (buffer.mapState !== 'unmapped') {
    throw new Error(`${name} is mapped (${buffer.mapState}): expected a GPUBuffer after unmap()`);
  }
  if (buffer.size < bytes) throw rangeError(`${name}.size`, buffer.size, `at least ${bytes} bytes`);
  return buffer;
}

export function checkUsage(name: string, buffer: GPUBuffer, wanted: number, words: string): void {
  if ((buffer.usage & wanted) !== 0) return;
  throw new TypeError(`${name}.usage is ${buffer.usage}: expected GPUBufferUsage.${words} among it`);
}

/** Runs `work`; what WebGPU has against it comes later, as a rejection. */
export function watched<T>(
  device: GPUDevice,
  work: () => T,
): { result: T; verdict: Promise<GPUError | null> } {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const finish = () => Promise.all([device.popErrorScope(), device.popErrorScope()]);
  try {
    const result = work();
    // A device that is lost says so elsewhere.
    const verdict = finish().then(
      ([memory, validation]) => memory ?? validation,
      () => null,
    );
    return { result, verdict };
  } catch (error) {
    finish().catch(() => {});
    throw error;
  }
}

/** The error of a call, naming the buffer that it lies in if there is one. */
export async function faultOf(
  device: GPUDevice,
  call: string,
  error: GPUError,
  buffers: Readonly<Record<string, GPUBuffer | undefined>>,
): Promise<Error> {
  // By what it is called: its class is not global everywhere.
  if (error.constructor.name === 'GPUOutOfMemoryError') {
    return new RangeError(`${call}: the GPU has no memory for this (${error.message})`, { cause: error });
  }
  for (const [name, buffer] of Object.entries(buffers)) {
    const fault = buffer && (await faultOfBuffer(device, buffer));
    if (fault) return new Error(`${call}: ${name} ${fault}`, { cause: error });
  }
  return new Error(`${call}: WebGPU refused it: ${error.message}`, { cause: error });
}

/** Tries a buffer alone: bound, then in a submission. */
async function faultOfBuffer(device: GPUDevice, buffer: GPUBuffer): Promise<string | undefined> {
  const label = 'posenc probe';
  const bindings = device.createBindGroupLayout({
    label,
    entries: [{ binding: 0, visibility: 4, buffer: { type: 'storage' } }],
  });
  const bound = watched(device, () =>
    device.createBindGroup({
      label,
      layout: bindings,
      entries: [{ binding: 0, resource: { buffer, size: 4 } }],
    }),
  );
  // Some implementations look whether it is destroyed here, others at the submission.
  const unbound = await bound.verdict;
  const destroyed = 'is destroyed: expected a GPUBuffer that is not';
  if (unbound !== null) {
    const foreign = 'is of another device, or was never valid: expected a GPUBuffer of this one';
    return /destroyed/i.test(unbound.message) ? destroyed : foreign;
  }
  const submitted = watched(device, () => {
    const code = `@group(0) @binding(0) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(1) fn main() { _ = arrayLength(&b); }`;
    const pipeline = device.createComputePipeline({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: [bindings] }),
      compute: { module: device.createShaderModule({ label, code }) },
    });
    const encoder = device.createCommandEncoder({ label });
    const pass = encoder.beginComputePass({ label });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bound.result);
    pass.dispatchWorkgroups(1);
    pass.end();
    device.queue.submit([encoder.finish()]);
  });
  return (await submitted.verdict) === null ? undefined : destroyed;
}
