// Copies a buffer of the GPU into an array, through staging buffers of a bounded size.
import { checkUnchanged, type Place, viewAt } from '../js/internal.js';
import type { DeviceState } from './device.js';
import { callError, withErrorScopes } from './errors.js';
import { mapRead, usage } from './usage.js';

const stagingBytes = 64 * 2 ** 20;

/** out[i] = the buffer's float i, for all i < count. */
export async function readBack(
  state: DeviceState,
  buffer: GPUBuffer,
  count: number,
  out: Place,
): Promise<void> {
  for (let done = 0; done < count * 4; done += stagingBytes) {
    await readPart(state, buffer, done, Math.min(stagingBytes, count * 4 - done), out);
  }
}

async function readPart(
  state: DeviceState,
  buffer: GPUBuffer,
  offset: number,
  bytes: number,
  out: Place,
): Promise<void> {
  const { device } = state;
  const label = 'posenc read';
  const { result: staging, error } = withErrorScopes(device, () => {
    const target = device.createBuffer({ label, size: bytes, usage: usage.mapRead | usage.copyTo });
    const encoder = device.createCommandEncoder({ label });
    encoder.copyBufferToBuffer(buffer, offset, target, 0, bytes);
    device.queue.submit([encoder.finish()]);
    return target;
  });
  try {
    const found = await error;
    if (found !== null) throw await callError(device, 'read', found, { buffer });
    await staging.mapAsync(mapRead).catch((cause) => {
      throw new Error(`read: the copy could not be mapped: ${String(cause)}`, { cause });
    });
    checkUnchanged(out);
    viewAt(out, 4, offset / 4, bytes / 4).set(new Float32Array(staging.getMappedRange()));
  } catch (cause) {
    await state.checkLost();
    throw cause;
  } finally {
    staging.destroy();
  }
}
