// The GPU that the tests run on, and devices of it whose buffers are counted and whose limits may be
// made smaller than the hardware's.
import { findGpu } from '#gpu';

export const gpu = await findGpu();
export const adapter = await gpu?.requestAdapter().catch(() => null);
if (!adapter) console.warn('SKIPPED: the tests of WebGPU; there is no adapter here');

/** Each device is of an adapter of its own: one adapter gives one device. */
export async function newDevice(requiredLimits: Record<string, number> = {}): Promise<GPUDevice> {
  const fresh = (await (gpu as GPU).requestAdapter()) as GPUAdapter;
  return fresh.requestDevice({ requiredLimits });
}

/** A device with the largest buffers there are. */
export function largeDevice(): Promise<GPUDevice> {
  const { maxBufferSize, maxStorageBufferBindingSize } = (adapter as GPUAdapter).limits;
  return newDevice({ maxBufferSize, maxStorageBufferBindingSize });
}

export interface Counted {
  device: GPUDevice;
  /** Buffers that were made and not destroyed. */
  alive: Set<GPUBuffer>;
  made: GPUBufferDescriptor[];
  submissions: number;
}

/** The same device behind an object that counts, and says `limits` are smaller. */
export function counted(
  device: GPUDevice,
  limits: Partial<Record<keyof GPUSupportedLimits, number>> = {},
): Counted {
  const result: Counted = { device, alive: new Set(), made: [], submissions: 0 };
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
          result.made.push(descriptor);
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
