// What holds in every project, whatever it knows of the platform.
import { add, allocate, encode, encodeAt, init, Sinusoidal, type SinusoidalOptions, Summer } from 'posenc';
import * as inline from 'posenc/inline';
import { gpuTensor, type Ort, toTensor } from 'posenc/onnxruntime';
import { createGpu, encodeAsync, type Gpu } from 'posenc/webgpu';

const options: SinusoidalOptions = { grid: [2], channels: 4 };
await init();
await init({ wasm: new Uint8Array(4) });
await init({ wasm: './posenc.wasm' });
// @ts-expect-error: nothing that holds a .wasm
await init({ wasm: null });
const values: Float32Array = encode(options);
const memory: Float32Array = allocate(8).array;
encodeAt([1, 2], { axes: 1, channels: 4 }, memory);
add(values, options);
const plan = new Sinusoidal(options);
// @ts-expect-error: a layout that there is not
encode({ grid: [2], channels: 4, layout: 'mixed' });
// @ts-expect-error: no encoding
new Summer(7);

const gpu: Gpu = await createGpu();
const buffer = gpu.encode(plan, { rows: { from: 0, to: 1 } });
const bytes: number = buffer.size;
const read: Float32Array = await gpu.read(gpu.add(plan, buffer));
const reason: string | undefined = gpu.lost?.reason;
// @ts-expect-error: no buffer
gpu.encode(plan, { out: 7 });
buffer.destroy();
const { backend } = await encodeAsync(options, { gpu });

declare class OrtTensor {
  constructor(type: string, data: unknown, dims: readonly number[]);
  static fromGpuBuffer(buffer: object, options: { dims: readonly number[] }): OrtTensor;
  readonly dims: readonly number[];
}
const ort = { Tensor: OrtTensor } satisfies Ort;
const dims: readonly number[] = toTensor(ort, { data: values, shape: [2, 4] }).dims;
const onGpu: OrtTensor = gpuTensor(ort, buffer, { shape: plan.shape, gpu });

export const all = [bytes, read, reason, backend, dims, onGpu, inline.encode(options)];
