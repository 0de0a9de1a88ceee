// ONNX Runtime Web: a model of the same encoding, built here byte by byte: positions [L, 1] times frequencies
// [1, n], sine and cosine, each [L, n, 1], concatenated on the last axis and reshaped to [L, 2n].
import { attribute, bytesField, dataTypes, model, node, tensor, text, value } from '../../scripts/onnx.js';

export function encodingModel(length, channels) {
  const pairs = channels / 2;
  const positions = Float32Array.from({ length }, (_, i) => i);
  const frequencies = Float32Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));
  const shape = (name, dims) =>
    tensor(name, dataTypes.int64, [dims.length], BigInt64Array.from(dims, BigInt));
  const graph = [
    ...bytesField(1, node('Mul', ['positions', 'frequencies'], 'angles')),
    ...bytesField(1, node('Sin', ['angles'], 'sines')),
    ...bytesField(1, node('Cos', ['angles'], 'cosines')),
    ...bytesField(1, node('Concat', ['sines', 'cosines'], 'pairs', attribute('axis', 'int', 2))),
    ...bytesField(1, node('Reshape', ['pairs', 'shape'], 'encoding')),
    ...text(2, 'encoding'),
    // The positions are an input; otherwise constant folding would replace the whole graph by its result.
    ...bytesField(5, tensor('frequencies', dataTypes.float32, [1, pairs, 1], frequencies)),
    ...bytesField(5, shape('shape', [length, channels])),
    ...bytesField(11, value('positions', [length, 1, 1])),
    ...bytesField(12, value('encoding', [length, channels])),
  ];
  return { bytes: model(graph), positions };
}

export async function onnxEncoding(length, channels) {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const { bytes, positions } = encodingModel(length, channels);
  const session = await ort.InferenceSession.create(bytes, { executionProviders: ['wasm'] });
  const feeds = { positions: new ort.Tensor('float32', positions, [length, 1, 1]) };
  return async () => (await session.run(feeds)).encoding.data;
}
