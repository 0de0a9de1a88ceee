// A page without a bundler, by wasm and, where Firefox has an adapter, on the GPU.
import { encode, init, Sinusoidal } from 'posenc';
import { createGpu } from 'posenc/webgpu';

await init();
const options = { grid: [2], channels: 4 };
const values = [...encode(options)];
const onGpu = async () => {
  const gpu = await createGpu();
  return [...(await gpu.read(gpu.encode(new Sinusoidal(options))))];
};
const { values: gpu, reason } = await onGpu().then(
  (found) => ({ values: found }),
  (error) => ({ reason: String(error) }),
);
globalThis.result = { values, gpu, reason };
