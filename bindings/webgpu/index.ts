// `posenc/webgpu`: the package's plans on the GPU.
export { type AddOptions, createGpu, type EncodeOptions, type Gpu } from './gpu.js';
