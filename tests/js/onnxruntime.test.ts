// The adapter for ONNX Runtime, with the real onnxruntime-web running a model that adds.
import type * as Ort from 'onnxruntime-web';
import * as posenc from 'posenc';
import { addTensor, encodeTensor, fromTensor, gpuTensor, toTensor } from 'posenc/onnxruntime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesField, dataTypes, model, node, text, value } from '../../scripts/onnx.js';
import { bound } from '../support/golden.js';
import { inBrowser, loadOrt } from '../support/ort.js';
import { randomFrom } from '../support/random.js';
import { expectSame } from '../support/same.js';

const hasGpu = inBrowser && Boolean(await navigator.gpu?.requestAdapter());
if (inBrowser && !hasGpu) console.warn('SKIPPED: tensors on the GPU; this browser has no WebGPU');

let ort: typeof Ort;
beforeAll(async () => {
  await posenc.init();
  ort = await loadOrt();
});

/** y = a + b, where b may have a smaller batch. */
function addition(a: readonly number[], b: readonly number[], type: 'float32' | 'float16'): Uint8Array {
  return model([
    ...bytesField(1, node('Add', ['a', 'b'], 'y')),
    ...text(2, 'addition'),
    ...bytesField(11, value('a', a, dataTypes[type])),
    ...bytesField(11, value('b', b, dataTypes[type])),
    ...bytesField(12, value('y', a, dataTypes[type])),
  ]);
}

/** Released at the end: the GPU device is destroyed with its last session. */
const sessions: Ort.InferenceSession[] = [];
afterAll(async () => {
  for (const session of sessions) await session.release();
});

type Provider = 'wasm' | 'webgpu';

async function run(
  a: Ort.Tensor,
  b: Ort.Tensor,
  { type = 'float32', provider = 'wasm' }: { type?: 'float32' | 'float16'; provider?: Provider } = {},
): Promise<Ort.Tensor> {
  const session = await ort.InferenceSession.create(addition(a.dims, b.dims, type), {
    executionProviders: [provider],
  });
  sessions.push(session);
  const { y } = await session.run({ a, b });
  return y as Ort.Tensor;
}

const random = randomFrom(6);
const floats = (length: number) => Float32Array.from({ length }, () => 4 * random.next() - 2);

describe('a model that adds', () => {
  it('takes an encoding, and returns the same as add', async () => {
    const options = { grid: [5, 7], channels: 12 };
    const x = floats(3 * 5 * 7 * 12);
    const encoding = encodeTensor(ort, options, { batch: 1 });
    expect([encoding.type, encoding.dims]).toEqual(['float32', [1, 5, 7, 12]]);
    const y = await run(new ort.Tensor('float32', x.slice(), [3, 5, 7, 12]), encoding);
    expectSame(y.data as Float32Array, posenc.add(x, options));
  });

  it('takes a float16 encoding', async () => {
    const options = { grid: [9], channels: 8, layout: 'concatenated' } as const;
    const encoding = encodeTensor(ort, options, { dtype: 'float16', batch: 2 });
    expect([encoding.type, encoding.dims]).toEqual(['float16', [2, 9, 8]]);
    // Integers, to which float16 encodings can be added in float32 without a second rounding.
    const x = Float32Array.from({ length: 2 * 9 * 8 }, (_, i) => (i % 9) - 4);
    const a = toTensor(ort, {
      data: posenc.toFloat16(x),
      shape: [2, 9, 8],
      dtype: 'float16',
    });
    const y = await run(a, encoding, { type: 'float16' });
    const values = posenc.fromFloat16(encoding.data as Uint16Array);
    const sums = Float64Array.from(x, (each, i) => each + (values[i] as number));
    expectSame(posenc.fromFloat16(y.data as Uint16Array), posenc.fromFloat16(posenc.toFloat16(sums)));
  });

  it.skipIf(!hasGpu)('takes a posenc/webgpu buffer without a copy', async () => {
    const { createGpu } = await import('posenc/webgpu');
    const plan = new posenc.Sinusoidal({ grid: [16, 16], channels: 32 });
    const x = new ort.Tensor('float32', floats(16 * 16 * 32), [16, 16, 32]);
    // The device is created with the first session.
    const first = await run(x, encodeTensor(ort, { grid: [16, 16], channels: 32 }), { provider: 'webgpu' });
    const gpu = await createGpu({ device: (await ort.env.webgpu.device) as GPUDevice });
    const buffer = gpu.encode(plan);
    const encoding = gpuTensor(ort, buffer, { shape: plan.shape, gpu, owned: true });
    expect([encoding.location, encoding.type, encoding.dims]).toEqual([
      'gpu-buffer',
      'float32',
      [16, 16, 32],
    ]);
    const y = await run(x, encoding, { provider: 'webgpu' });
    const sums = posenc.add((x.data as Float32Array).slice(), { grid: [16, 16], channels: 32 });
    for (const found of [first, y]) {
      const values = (await found.getData()) as Float32Array;
      for (const [i, value] of values.entries())
        expect(Math.abs(value - (sums[i] as number))).toBeLessThan(5e-7);
    }
    expect((await encoding.getData()).length).toBe(16 * 16 * 32);
    // Its values have been read to the CPU, and its own buffer is destroyed with it.
    encoding.dispose();
    await expect(gpu.read(buffer)).rejects.toThrow(/destroyed/);
    plan.dispose();
    gpu.dispose();
  });
});

describe('tensors', () => {
  it('convert to those of the classes and back, sharing their values', () => {
    const made = new posenc.PositionalEncoding2D(10).encode([2, 3, 4, 10]);
    const tensor = toTensor(ort, made);
    expect(tensor).toBeInstanceOf(ort.Tensor);
    expect(tensor.data).toBe(made.data);
    const back = fromTensor(tensor);
    expect(back).toEqual({ data: made.data, shape: [2, 3, 4, 10], dtype: 'float32' });
    expect(back.data).toBe(made.data);
    const sum = new posenc.Summer(new posenc.PositionalEncoding2D(10)).encode(back as posenc.Tensor);
    expectSame(
      sum.data,
      made.data.map((each) => each + each),
    );
  });

  it.each(['float32', 'float16'] as const)('with an encoding of the same dimensions added: %s', (dtype) => {
    const options = { layout: 'concatenated', channelsFirst: true } as const;
    const x = floats(2 * 6 * 3 * 5);
    const data = dtype === 'float32' ? x : posenc.toFloat16(x);
    const y = addTensor(ort, toTensor(ort, { data, shape: [2, 6, 3, 5], dtype } as never), options);
    expect([y.type, y.dims]).toEqual([dtype, [2, 6, 3, 5]]);
    if (dtype === 'float32') {
      expectSame(y.data as Float32Array, posenc.add(x.slice(), { grid: [3, 5], channels: 6, ...options }));
      return;
    }
    const exact = posenc.encode({ grid: [3, 5], channels: 6, ...options });
    const before = posenc.fromFloat16(data as Uint16Array);
    const after = posenc.fromFloat16(y.data as Uint16Array);
    for (const [i, sum] of after.entries()) {
      const wanted = (before[i] as number) + (exact[i % exact.length] as number);
      // Half an ulp of float16 below 4.
      expect(Math.abs(sum - wanted)).toBeLessThanOrEqual(2 ** -10 + bound);
    }
  });

  it('may have no rows', () => {
    expect(encodeTensor(ort, { grid: [0], channels: 4 }).dims).toEqual([0, 4]);
    expect(encodeTensor(ort, { grid: [3], channels: 4 }, { batch: 0 }).dims).toEqual([0, 3, 4]);
  });
});

describe('errors name the argument', () => {
  const options = { grid: [3], channels: 4 };
  const cases: [string, () => unknown, RegExp][] = [
    [
      'no library',
      () => encodeTensor(undefined as never, options),
      /ort is undefined: expected a library with a Tensor/,
    ],
    [
      'bfloat16',
      () => encodeTensor(ort, options, { dtype: 'bfloat16' as never }),
      /dtype is "bfloat16": expected 'float32' or 'float16'/,
    ],
    [
      'a tensor of bfloat16',
      () => toTensor(ort, { data: new Uint16Array(1), shape: [1], dtype: 'bfloat16' }),
      /has no bfloat16 tensors/,
    ],
    [
      'an unknown option',
      () => encodeTensor(ort, options, { batches: 1 } as never),
      /tensorOptions\.batches is unknown/,
    ],
    [
      'integers',
      () => fromTensor(new ort.Tensor('int32', [1, 2], [2])),
      /x\.type is "int32": expected 'float32' or 'float16'/,
    ],
    ['not a tensor', () => fromTensor([1] as never), /x is \[1\]: expected a tensor of ONNX Runtime/],
    [
      'values on another device',
      () => fromTensor({ type: 'float32', dims: [1], location: 'gpu-buffer' } as never),
      /x is in gpu-buffer: .*await x\.getData\(\)/,
    ],
    [
      'no batch',
      () => addTensor(ort, new ort.Tensor('float32', new Float32Array(12), [3, 4])),
      /x\.dims is \[3, 4\]: expected at least 3/,
    ],
    [
      'a library without a GPU',
      () => gpuTensor({ Tensor: class {} } as never, {} as never, { shape: [1] }),
      /expected ONNX Runtime Web/,
    ],
    ['not a buffer', () => gpuTensor(ort, 5 as never, { shape: [1] }), /buffer is 5: expected a GPUBuffer/],
    [
      'a buffer that is too small',
      () => gpuTensor(ort, { size: 44 } as never, { shape: [3, 4] }),
      /buffer has 44 bytes: expected at least 48/,
    ],
  ];
  it.each(cases)('%s', (_, act, message) => {
    expect(act).toThrow(message);
  });
});
