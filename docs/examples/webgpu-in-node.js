// An encoding on the GPU in Node.js, with Dawn (`npm install posenc webgpu`). Linux needs a Vulkan driver and
// libvulkan1; macOS and Windows need nothing more.
import { init, Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';
import { create } from 'webgpu';

await init();
const dawn = create([]); // keep this reference: its adapters and devices are destroyed with it
const adapter = await dawn.requestAdapter();
if (!adapter) throw new Error('Dawn finds no GPU: is there a Vulkan driver?');
const device = await adapter.requestDevice();

const gpu = await createGpu({ device });
const plan = new Sinusoidal({ grid: [4096], channels: 1024 });
const buffer = gpu.encode(plan); // [4096, 1024] in GPU memory
const values = await gpu.read(buffer);
console.log(`${adapter.info.description}: position 1 begins ${[...values.subarray(1024, 1028)].join(', ')}`);

buffer.destroy();
plan.dispose();
gpu.dispose();
device.destroy();
