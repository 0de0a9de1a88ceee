// The TensorFlow.js layers, with the real package, on every available backend.
/// <reference types="vite/client" />
import * as tf from '@tensorflow/tfjs';
import '@tensorflow/tfjs-backend-wasm';
import * as posenc from 'posenc';
import {
  TFPositionalEncoding1D,
  TFPositionalEncoding2D,
  TFPositionalEncoding3D,
  TFSummer,
} from 'posenc/tfjs';
import { beforeAll, describe, expect, it } from 'vitest';
import version6 from '../golden/positional-encodings-6.json';
import { bound, type GoldenCase, largestDistance, takeOf } from '../support/golden.js';
import { expectSame } from '../support/same.js';

const inBrowser = typeof window !== 'undefined';
const backends = inBrowser ? ['cpu', 'wasm', 'webgl', 'webgpu'] : ['cpu', 'wasm'];

/** GPU backends that this browser lacks are skipped, with a message. */
const missing = new Set<string>();
if (inBrowser) {
  if (!document.createElement('canvas').getContext('webgl2')) missing.add('webgl');
  if (!(await navigator.gpu?.requestAdapter())) missing.add('webgpu');
  for (const backend of missing) console.warn(`SKIPPED: ${backend}; this browser has none`);
}
const layers = {
  PositionalEncoding1D: TFPositionalEncoding1D,
  PositionalEncoding2D: TFPositionalEncoding2D,
  PositionalEncoding3D: TFPositionalEncoding3D,
};

beforeAll(async () => {
  await posenc.init();
  if (inBrowser) {
    const { setWasmPaths } = await import('@tensorflow/tfjs-backend-wasm');
    const urls = {
      'tfjs-backend-wasm.wasm': await import('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm.wasm?url'),
      'tfjs-backend-wasm-simd.wasm': await import(
        '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm?url'
      ),
      'tfjs-backend-wasm-threaded-simd.wasm': await import(
        '@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-threaded-simd.wasm?url'
      ),
    };
    setWasmPaths(Object.fromEntries(Object.entries(urls).map(([name, { default: url }]) => [name, url])));
    await import('@tensorflow/tfjs-backend-webgpu');
  }
});

/** Half an ulp of float32 is more than enough on GPUs, whose uploads and sums are exact. */
const near = bound + 6e-8;

for (const backend of backends) {
  describe.skipIf(missing.has(backend))(backend, () => {
    beforeAll(async () => {
      expect(await tf.setBackend(backend)).toBe(true);
      await tf.ready();
      expect(tf.getBackend()).toBe(backend);
    });

    it('gives the values of the original', async () => {
      const told = (version6 as unknown as GoldenCase[]).filter(({ args, raises, take }) => {
        const { class: name, input_dtype: type } = args as Record<string, string>;
        return (name as string) in layers && !raises && !take && type === undefined;
      });
      expect(told.length).toBeGreaterThan(40);
      for (const testCase of told) {
        const args = testCase.args as unknown as {
          class: keyof typeof layers;
          channels: number;
          input_shape: number[];
          summer?: boolean;
        };
        if (testCase.id.includes('declared5-on-10')) continue;
        const layer = new layers[args.class](args.channels);
        const x = testCase.input ? tf.tensor(testCase.input, args.input_shape) : tf.zeros(args.input_shape);
        const result = args.summer ? new TFSummer(layer).encode(x) : layer.encode(x);
        expect(result.shape).toEqual(args.input_shape);
        const scale = Math.max(1, ...testCase.exact.map(Math.abs));
        const found = takeOf(await result.data(), args.input_shape);
        expect(largestDistance(found, testCase.exact), testCase.id).toBeLessThanOrEqual(near * scale);
        tf.dispose([x, result]);
      }
    });

    it('leaks no tensors', () => {
      const summer = new TFSummer(new TFPositionalEncoding2D({ channels: 12, layout: 'concatenated' }));
      const encoding = new TFPositionalEncoding2D(12);
      const x = tf.ones([3, 4, 5, 12]);
      const before = tf.memory().numTensors;
      for (let i = 0; i < 10; ++i) tf.dispose([summer.encode(x), encoding.encode(x)]);
      expect(tf.memory().numTensors).toBe(before);
      x.dispose();
    });

    it('works in a sequential model, and survives saving and loading', async () => {
      const model = tf.sequential();
      model.add(tf.layers.dense({ units: 8, inputShape: [6, 3], name: `embedding_${backend}` }));
      const encoding = new TFPositionalEncoding1D({
        channels: 8,
        layout: 'concatenated',
        frequencies: [1, 0.5, 0.3, 0.1],
      });
      model.add(new TFSummer({ encoding, name: `summer_${backend}` }));
      const x = tf.randomUniform([2, 6, 3]);
      const expected = model.predict(x) as tf.Tensor;
      let saved: tf.io.ModelArtifacts | undefined;
      await model.save(
        tf.io.withSaveHandler(async (artifacts) => {
          saved = JSON.parse(JSON.stringify({ ...artifacts, weightData: undefined }));
          (saved as tf.io.ModelArtifacts).weightData = artifacts.weightData;
          return { modelArtifactsInfo: { dateSaved: new Date(0), modelTopologyType: 'JSON' } };
        }),
      );
      const loaded = await tf.loadLayersModel(tf.io.fromMemory(saved as tf.io.ModelArtifacts));
      const found = loaded.predict(x) as tf.Tensor;
      expectSame(Float32Array.from(await found.data()), Float32Array.from(await expected.data()));
      const config = loaded.layers[1]?.getConfig();
      expect(config).toMatchObject({ encoding: { className: 'TFPositionalEncoding1D' } });
      expect(config?.encoding).toMatchObject({ config: { channels: 8, layout: 'concatenated' } });
      tf.dispose([x, expected, found]);
      model.dispose();
      loaded.dispose();
    });
  });
}

describe('layers', () => {
  it("the README's example of the Python package, line by line", async () => {
    const pEnc2dModel = new TFPositionalEncoding2D(170);
    const pEnc2dModelSum = new TFSummer(new TFPositionalEncoding2D(170));
    const y = tf.zeros([1, 8, 6, 2]);
    const pencNoSum = pEnc2dModel.encode(y);
    expect(pencNoSum.shape).toEqual([1, 8, 6, 2]);
    const pencSum = pEnc2dModelSum.encode(y);
    expectSame(Float32Array.from(await pencSum.data()), Float32Array.from(await tf.add(pencNoSum, y).data()));
  });

  it('give the same values as the classes without TensorFlow', async () => {
    for (const shape of [
      [2, 7, 10],
      [3, 7, 9],
    ]) {
      const layer = new TFPositionalEncoding1D(10);
      const { data } = new posenc.PositionalEncoding1D(10).encode(shape);
      expectSame(Float32Array.from(await layer.encode(tf.ones(shape)).data()), data);
      expect([layer.channels, layer.orgChannels]).toEqual([10, 10]);
    }
  });

  it('work in a functional model with any batch size', () => {
    const input = tf.input({ shape: [5, 4] });
    const model = tf.model({
      inputs: input,
      outputs: new TFPositionalEncoding1D(4).apply(input) as tf.SymbolicTensor,
    });
    expect((model.predict(tf.ones([3, 5, 4])) as tf.Tensor).shape).toEqual([3, 5, 4]);
    expect(model.outputs[0]?.shape).toEqual([null, 5, 4]);
  });

  it('report errors by name', () => {
    const layer = () => new TFPositionalEncoding1D(5);
    expect(() => layer().encode(tf.ones([1, 3, 10]))).toThrow(/x has 10 channels .* expected at most 5/);
    expect(() => layer().encode(tf.ones([3, 5]))).toThrow(
      /x has 2 dimensions \(.*\): expected 3, \[batch, x, channels\]/,
    );
    expect(() => new TFSummer(layer()).encode(tf.ones([1, 3, 5], 'int32'))).toThrow(
      /x is int32: expected float32, since/,
    );
    expect(() => new TFPositionalEncoding1D({ channels: 0 })).toThrow(/channels is 0/);
    expect(
      () => new TFSummer({ encoding: { className: 'Dense', config: { channels: 1 } } as never }),
    ).toThrow(/expected one of TFPositionalEncoding1D, TFPositionalEncoding2D, TFPositionalEncoding3D/);
  });
});
