// The GPU that the tests run on, and devices on it. A counted device records its buffers and submissions, and
// can report smaller limits than the hardware has.
import { findGpu } from '#gpu';

/** What `navigator.gpu` is in a browser; undefined without WebGPU. */
export const webgpu = await findGpu();
export const adapter = await webgpu?.requestAdapter().catch(() => null);
if (!adapter) console.warn('SKIPPED: the tests of WebGPU; there is no GPU adapter');

/** Each device has an adapter of its own, because an adapter gives only one device. */
export async function newDevice(requiredLimits: Record<string, number> = {}): Promise<GPUDevice> {
  const fresh = (await (webgpu as GPU).requestAdapter()) as GPUAdapter;
  return fresh.requestDevice({ requiredLimits });
}

/** A device with the largest buffers that the adapter allows. */
export function largeDevice(): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = (adapter as GPUAdapter).limits;
  return newDevice({ maxBufferSize, maxStorageBufferBindingSize });
}

export interface CountedDevice {
  device: GPUDevice;
  /** Buffers that were created and not destroyed. */
  alive: Set<GPUBuffer>;
  created: GPUBufferDescriptor[];
  submissions: number;
}

/** A proxy of the device that counts, and that reports `limits` in place of the device's. */
export function countedDevice(
  device: GPUDevice,
  limits: Partial<Record<keyof GPUSupportedLimits, number>> = {},
): CountedDevice {
  const result: CountedDevice = { device, alive: new Set(), created: [], submissions: 0 };
  const seen = new Proxy(device.limits, {
    get: (target, name) => limits[name as keyof typeof limits] ?? Reflect.get(target, name, target),
  });
  const queue = new Proxy(device.queue, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'submit') result.submissions += 1;
        return value.apply(target, args);
      };
    },
  });
  result.device = new Proxy(device, {
    get(target, name) {
      if (name === 'limits') return seen;
      if (name === 'queue') return queue;
      const value = Reflect.get(target, name, target);
      if (name === 'createBuffer') {
        return (descriptor: GPUBufferDescriptor) => {
          const buffer = target.createBuffer(descriptor);
          result.created.push(descriptor);
          result.alive.add(buffer);
          const destroy = buffer.destroy.bind(buffer);
          buffer.destroy = () => {
            result.alive.delete(buffer);
            return destroy();
          };
          return buffer;
        };
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return result;
}
