// In a project that knows WebGPU: posenc's buffers and devices are its own.
import { Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';

declare const device: GPUDevice;
const gpu = await createGpu({ device });
const same: GPUDevice = gpu.device;
const buffer: GPUBuffer = gpu.encode(new Sinusoidal({ grid: [2], channels: 4 }), {
  out: device.createBuffer({ size: 32, usage: 140 }),
  encoder: device.createCommandEncoder(),
});
const why: GPUDeviceLostInfo | undefined = gpu.lost;
// @ts-expect-error: no device
await createGpu({ device: 7 });
// @ts-expect-error: no buffer
await gpu.read({ size: 32 });
export const all = [same, buffer, why];
