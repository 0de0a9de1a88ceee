// The entry `posenc/webgpu`: plans run on the GPU.
export { type EncodeAsyncOptions, type EncodeAsyncResult, encodeAsync } from './encode-async.js';
export { type AddOptions, createGpu, type EncodeOptions, type Gpu } from './gpu.js';
export type { GivenDevice, GpuBuffer, GpuCommandEncoder, GpuDevice, GpuLostInfo } from './types.js';
