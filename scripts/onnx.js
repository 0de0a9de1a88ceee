// Builds small models for ONNX Runtime byte by byte: the parts of onnx.proto that a graph needs.
// Source: onnx/onnx, onnx/onnx.proto.

/** Protocol buffer fields: bytes, text or a message; an integer. */
const varint = (value) => {
  const bytes = [];
  for (let rest = BigInt(value); ; rest >>= 7n) {
    if (rest < 128n) return [...bytes, Number(rest)];
    bytes.push(Number(rest & 127n) | 128);
  }
};
export const bytesField = (field, bytes) => [...varint(field * 8 + 2), ...varint(bytes.length), ...bytes];
export const text = (field, value) => bytesField(field, new TextEncoder().encode(value));
export const integer = (field, value) => [...varint(field * 8), ...varint(value)];

/** TensorProto.DataType. */
export const dataTypes = { float32: 1, int64: 7, float16: 10 };

export function tensor(name, type, dims, data) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.flatMap((dim) => integer(1, dim)),
    ...integer(2, type),
    ...text(8, name),
    ...bytesField(9, raw),
  ];
}

export function node(operation, inputs, output, attributes = []) {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...text(2, output),
    ...text(4, operation),
    ...attributes,
  ];
}

export function value(name, dims, type = dataTypes.float32) {
  const shape = dims.flatMap((dim) => bytesField(1, integer(1, dim)));
  return [...text(1, name), ...bytesField(2, bytesField(1, [...integer(1, type), ...bytesField(2, shape)]))];
}

/** The ModelProto of a graph, with operator set 17. */
export function model(graph) {
  const operatorSet = bytesField(8, integer(2, 17));
  return Uint8Array.from([...integer(1, 8), ...operatorSet, ...bytesField(7, graph)]);
}
