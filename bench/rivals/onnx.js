// ONNX Runtime Web: a graph of the same encoding, its bytes made here: positions [L, 1] times frequencies
// [1, n], sine and cosine, each [L, n, 1], joined on the last axis and reshaped to [L, 2n].

/** Protocol buffers: a field of bytes, text or a message; a field of an integer. */
const varint = (value) => {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
};
const bytesField = (field, bytes) => [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
const text = (field, value) => bytesField(field, new TextEncoder().encode(value));
const integer = (field, value) => [...varint(field * 8), ...varint(value)];

const floatType = 1;
const integerType = 7;

function tensor(name, type, dims, data) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.flatMap((dim) => integer(1, dim)),
    ...integer(2, type),
    ...text(8, name),
    ...bytesField(9, raw),
  ];
}

function node(operation, inputs, output, attributes = []) {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, operation),
    ...attributes,
  ];
}

function value(name, dims) {
  const shape = dims.flatMap((dim) => bytesField(1, integer(1, dim)));
  return [
    ...text(1, name),
    ...bytesField(2, bytesField(1, [...integer(1, floatType), ...bytesField(2, shape)])),
  ];
}

/** ModelProto, of operator set 17. */
export function encodingModel(length, channels) {
  const pairs = channels / 2;
  const positions = Float32Array.from({ length }, (_, i) => i);
  const frequencies = Float32Array.from({ length: pairs }, (_, i) => 10000 ** (-i / pairs));
  // AttributeProto: name, i, type INT.
  const lastAxis = bytesField(5, [...text(1, 'axis'), ...integer(3, 2), ...integer(20, 2)]);
  const shape = (name, dims) => tensor(name, integerType, [dims.length], BigInt64Array.from(dims, BigInt));
  const graph = [
    ...bytesField(1, node('Mul', ['positions', 'frequencies'], 'angles')),
    ...bytesField(1, node('Sin', ['angles'], 'sines')),
    ...bytesField(1, node('Cos', ['angles'], 'cosines')),
    ...bytesField(1, node('Concat', ['sines', 'cosines'], 'pairs', lastAxis)),
    ...bytesField(1, node('Reshape', ['pairs', 'shape'], 'encoding')),
    ...text(2, 'encoding'),
    // The positions are an input, or the whole graph would be folded into its result.
    ...bytesField(5, tensor('frequencies', floatType, [1, pairs, 1], frequencies)),
    ...bytesField(5, shape('shape', [length, channels])),
    ...bytesField(11, value('positions', [length, 1, 1])),
    ...bytesField(12, value('encoding', [length, channels])),
  ];
  const operatorSet = bytesField(8, integer(2, 17));
  return { model: Uint8Array.from([...integer(1, 8), ...operatorSet, ...bytesField(7, graph)]), positions };
}

export async function onnxEncoding(length, channels) {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  const { model, positions } = encodingModel(length, channels);
  const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
  const feeds = { positions: new ort.Tensor('float32', positions, [length, 1, 1]) };
  return async () => (await session.run(feeds)).encoding.data;
}
