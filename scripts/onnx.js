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
export const dataTypes = { float32: 1, int32: 6, int64: 7, float16: 10 };

export function tensor(name, type, dims, data) {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return [
    ...dims.flatMap((dim) => integer(1, dim)),
    ...integer(2, type),
    ...text(8, name),
    ...bytesField(9, raw),
  ];
}

const floatField = (field, value) => [
  ...varint(field * 8 + 5),
  ...new Uint8Array(Float32Array.of(value).buffer),
];

/** Of each type of attribute its number, AttributeProto.AttributeType, and its field. */
const attributeTypes = {
  float: [1, (value) => floatField(2, value)],
  int: [2, (value) => integer(3, value)],
  ints: [7, (values) => values.flatMap((value) => integer(8, value))],
};

/** An attribute of a node, of type 'float', 'int' or 'ints'. */
export function attribute(name, type, value) {
  const [code, field] = attributeTypes[type];
  return bytesField(5, [...text(1, name), ...field(value), ...integer(20, code)]);
}

/**
 * @param inputs names, '' for an optional input that is absent
 * @param outputs a name, or several
 * @param attributes bytes of attributes, one after another
 */
export function node(operation, inputs, outputs, attributes = [], domain = '') {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...[outputs].flat().flatMap((name) => text(2, name)),
    ...text(4, operation),
    ...attributes,
    ...(domain === '' ? [] : text(7, domain)),
  ];
}

/** An input or output of a graph. A dimension that is a name may have any length. */
export function value(name, dims, type = dataTypes.float32) {
  const shape = dims.flatMap((dim) =>
    bytesField(1, typeof dim === 'string' ? text(2, dim) : integer(1, dim)),
  );
  return [...text(1, name), ...bytesField(2, bytesField(1, [...integer(1, type), ...bytesField(2, shape)]))];
}

/**
 * The ModelProto of a graph.
 *
 * @param {number[]} graph
 * @param {Record<string, number>} operatorSets the version of each domain's operators; '' is the domain of ONNX itself
 */
export function model(graph, operatorSets = { '': 17 }) {
  const sets = Object.entries(operatorSets).flatMap(([domain, version]) =>
    bytesField(8, [...(domain === '' ? [] : text(1, domain)), ...integer(2, version)]),
  );
  return Uint8Array.from([...integer(1, 8), ...sets, ...bytesField(7, graph)]);
}
