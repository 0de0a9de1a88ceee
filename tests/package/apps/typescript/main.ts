import {
  add,
  encode,
  init,
  PositionalEncoding1D,
  Sinusoidal,
  type SinusoidalOptions,
  type Tensor,
} from 'posenc';
import * as inline from 'posenc/inline';
import { type Ort, toTensor } from 'posenc/onnxruntime';
import { createGpu, type Gpu } from 'posenc/webgpu';

const options: SinusoidalOptions = { grid: [2], channels: 4, layout: 'interleaved' };
await init({ wasm: undefined });
const values: Float32Array = encode(options);
const tensor: Tensor = new PositionalEncoding1D(4).encode([1, 2, 4]);
const plan = new Sinusoidal(options);
const shape: readonly number[] = plan.shape;
add(values.slice(), options);
plan.dispose();

// @ts-expect-error: a layout that there is not
const wrong: SinusoidalOptions = { grid: [2], channels: 4, layout: 'mixed' };
// @ts-expect-error: 16 bits are not float32
const half: Tensor = new PositionalEncoding1D(4, { dtype: 'float16' }).encode([1, 2, 4]);

class MyTensor {
  readonly dims: readonly number[];
  constructor(_type: string, _data: unknown, dims: readonly number[]) {
    this.dims = dims;
  }
}
const ort = { Tensor: MyTensor } satisfies Ort;
const dims: readonly number[] = toTensor(ort, tensor).dims;
const make: () => Promise<Gpu> = createGpu;

export const unused = [inline.encode === encode, wrong, half, make, shape];
console.log(JSON.stringify({ values: [...values], dims }));
