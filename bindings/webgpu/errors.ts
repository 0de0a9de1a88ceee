// Errors of buffers and devices. Some can be checked at once. WebGPU reports the others later, through error scopes;
// each buffer that may be the cause is then tested alone, so the message can name it.
import { rangeError, typeError } from '../js/internal.js';
import { usage } from './usage.js';

export function checkIsBuffer(name: string, value: unknown): GPUBuffer {
  if (typeof value === 'object' && value !== null && typeof (value as GPUBuffer).usage === 'number') {
    return value as GPUBuffer;
  }
  throw typeError(name, value, 'a GPUBuffer');
}

/** Checks a caller's buffer, as far as possible before WebGPU validates it. */
export function checkBuffer(name: string, value: unknown, bytes: number): GPUBuffer {
  const buffer = checkIsBuffer(name, value);
  checkUsage(name, buffer, usage.storage, 'STORAGE');
  if (buffer.mapState !== 'unmapped') {
    throw new Error(`${name} is mapped (${buffer.mapState}): expected a GPUBuffer after unmap()`);
  }
  if (buffer.size < bytes) throw rangeError(`${name}.size`, buffer.size, `at least ${bytes} bytes`);
  return buffer;
}

export function checkUsage(name: string, buffer: GPUBuffer, wanted: number, flag: string): void {
  if ((buffer.usage & wanted) !== 0) return;
  throw new TypeError(`${name}.usage is ${buffer.usage}: expected it to include GPUBufferUsage.${flag}`);
}

/** Runs `work`; `error` resolves later, to WebGPU's error or to null. */
export function withErrorScopes<T>(
  device: GPUDevice,
  work: () => T,
): { result: T; error: Promise<GPUError | null> } {
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const finish = () => Promise.all([device.popErrorScope(), device.popErrorScope()]);
  try {
    const result = work();
    // Popping fails when the device is lost, which DeviceState reports.
    const error = finish().then(
      ([memory, validation]) => memory ?? validation,
      () => null,
    );
    return { result, error };
  } catch (error) {
    finish().catch(() => {});
    throw error;
  }
}

/** The error to throw for WebGPU's error. It names the buffer at fault, if there is one. */
export async function callError(
  device: GPUDevice,
  call: string,
  error: GPUError,
  buffers: Readonly<Record<string, GPUBuffer | undefined>>,
): Promise<Error> {
  // Compare names: the class is not global on every platform.
  if (error.constructor.name === 'GPUOutOfMemoryError') {
    return new RangeError(`${call}: the GPU does not have enough memory (${error.message})`, {
      cause: error,
    });
  }
  for (const [name, buffer] of Object.entries(buffers)) {
    const problem = buffer && (await probe(device, buffer));
    if (problem) return new Error(`${call}: ${name} ${problem}`, { cause: error });
  }
  return new Error(`${call}: WebGPU rejected it: ${error.message}`, { cause: error });
}

/** Finds out what is wrong with a buffer: binds it alone, then submits work that uses only it. */
async function probe(device: GPUDevice, buffer: GPUBuffer): Promise<string | undefined> {
  const label = 'posenc probe';
  const bindings = device.createBindGroupLayout({
    label,
    entries: [{ binding: 0, visibility: 4, buffer: { type: 'storage' } }],
  });
  const bound = withErrorScopes(device, () =>
    device.createBindGroup({
      label,
      layout: bindings,
      entries: [{ binding: 0, resource: { buffer, size: 4 } }],
    }),
  );
  // Some implementations report a destroyed buffer here, others on submission.
  const bindingError = await bound.error;
  const destroyed = 'is destroyed: expected a GPUBuffer that is not destroyed';
  if (bindingError !== null) {
    const foreign = 'belongs to another device, or was never valid: expected a GPUBuffer of this device';
    return /destroyed/i.test(bindingError.message) ? destroyed : foreign;
  }
  const submitted = withErrorScopes(device, () => {
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
  return (await submitted.error) === null ? undefined : destroyed;
}

export const lossText = ({ reason, message }: GPUDeviceLostInfo) =>
  message ? `${reason}: ${message}` : reason;

export const lostError = (lost: GPUDeviceLostInfo) =>
  new Error(`The GPU device is lost (${lossText(lost)}): createGpu() another`);
