// Models for ONNX Runtime that tests build: one operator, and a decoder with random weights.
import { attribute, bytesField, dataTypes, model, node, tensor, text, value } from '../../scripts/onnx.js';
import type { randomFrom } from './random.js';

/** What the models need to know of a tensor. */
interface TensorLike {
  readonly type: string;
  readonly dims: readonly number[];
}

export interface Operator {
  name: string;
  /** '' for ONNX itself. */
  domain: '' | 'com.microsoft';
  /** Integers; lists of them; or with a name that ends in 'scale' a float. */
  attributes: Record<string, number | readonly number[]>;
}

const attributesOf = (attributes: Operator['attributes']) =>
  Object.entries(attributes).flatMap(([name, given]) => {
    const type = typeof given !== 'number' ? 'ints' : name.endsWith('scale') ? 'float' : 'int';
    return attribute(name, type, given);
  });

const typeOf = ({ type }: TensorLike) => dataTypes[type as keyof typeof dataTypes];

/** A model of one operator, whose output y has the type and the dimensions of its first input. */
export function oneOperator(
  { name, domain, attributes }: Operator,
  inputs: Record<string, TensorLike>,
): Uint8Array {
  const [first] = Object.values(inputs) as [TensorLike];
  const graph = [
    ...bytesField(1, node(name, Object.keys(inputs), 'y', attributesOf(attributes), domain)),
    ...text(2, name),
    ...Object.entries(inputs).flatMap(([key, input]) =>
      bytesField(11, value(key, input.dims, typeOf(input))),
    ),
    ...bytesField(12, value('y', first.dims, typeOf(first))),
  ];
  return model(graph, domain === '' ? { '': 23 } : { '': 17, [domain]: 1 });
}

export const decoder = { width: 64, inner: 96, heads: 4, kvHeads: 2, headDim: 16, layers: 2 };

/** The names of a layer's weights, and their shapes. */
const { width, inner, kvHeads, headDim } = decoder;
const kvWidth = kvHeads * headDim;
const shapes: Record<string, [number, number]> = {
  q: [width, width],
  k: [width, kvWidth],
  v: [width, kvWidth],
  o: [width, width],
  up: [width, inner],
  down: [inner, width],
};

export type Weights = Record<string, Float32Array>;

/** Random weights that keep the size of values: those of layer i are q0, k0, ... */
export function decoderWeights(random: ReturnType<typeof randomFrom>): Weights {
  const weights: Weights = {};
  for (let i = 0; i < decoder.layers; ++i) {
    for (const [name, [rows, columns]] of Object.entries(shapes)) {
      const scale = Math.sqrt(12 / rows);
      weights[name + i] = Float32Array.from({ length: rows * columns }, () => scale * (random.next() - 0.5));
    }
  }
  return weights;
}

/**
 * A decoder without embeddings and norms: x [1, seq, width] to y. Each layer adds attention, in which GroupQueryAttention
 * rotates, and a multilayer perceptron. Inputs are also the caches of cosines and sines, and the keys and values of
 * earlier tokens (pastKey0, ...); outputs the keys and values of all tokens (key0, ...).
 */
export function decoderModel(weights: Weights): Uint8Array {
  const nodes: number[][] = [];
  const inputs: number[][] = [];
  const outputs: number[][] = [];
  const cache = (name: string, length: string) => value(name, [1, kvHeads, length, headDim]);
  let x = 'x';
  for (let i = 0; i < decoder.layers; ++i) {
    const named = (name: string) => name + i;
    const product = (from: string, weight: string, to: string) =>
      nodes.push(node('MatMul', [from, named(weight)], named(to)));
    const sum = (a: string, b: string, to: string) => nodes.push(node('Add', [a, b], to));
    for (const part of ['q', 'k', 'v']) product(x, part, `${part}Of`);
    nodes.push(
      node(
        'GroupQueryAttention',
        [...['qOf', 'kOf', 'vOf', 'pastKey', 'pastValue'].map(named), 'seqlensK', 'total', 'cos', 'sin'],
        ['attention', 'key', 'value'].map(named),
        attributesOf({ num_heads: decoder.heads, kv_num_heads: kvHeads, do_rotary: 1 }),
        'com.microsoft',
      ),
    );
    product(named('attention'), 'o', 'mixed');
    sum(x, named('mixed'), named('middle'));
    product(named('middle'), 'up', 'wide');
    nodes.push(node('Relu', [named('wide')], named('positive')));
    product(named('positive'), 'down', 'narrow');
    const result = i === decoder.layers - 1 ? 'y' : named('x');
    sum(named('middle'), named('narrow'), result);
    x = result;
    inputs.push(cache(named('pastKey'), 'past'), cache(named('pastValue'), 'past'));
    outputs.push(cache(named('key'), 'all'), cache(named('value'), 'all'));
  }
  inputs.push(
    value('x', [1, 'seq', width]),
    value('seqlensK', [1], dataTypes.int32),
    value('total', [1], dataTypes.int32),
    value('cos', ['rows', headDim / 2]),
    value('sin', ['rows', headDim / 2]),
  );
  outputs.push(value('y', [1, 'seq', width]));
  const graph = [
    ...nodes.flatMap((each) => bytesField(1, each)),
    ...text(2, 'decoder'),
    ...Object.entries(weights).flatMap(([name, data]) => {
      const shape = shapes[name.slice(0, -1)] as [number, number];
      return bytesField(5, tensor(name, dataTypes.float32, shape, data));
    }),
    ...inputs.flatMap((each) => bytesField(11, each)),
    ...outputs.flatMap((each) => bytesField(12, each)),
  ];
  return model(graph, { '': 17, 'com.microsoft': 1 });
}

type Rotate = (x: Float32Array, shape: readonly number[]) => void;

/** What the decoder computes, in plain JavaScript. `rotate` rotates vectors [seq, heads, headDim] in place. */
export function decode(weights: Weights, input: Float32Array, rotate: Rotate): Float32Array {
  const tokens = input.length / width;
  const product = (x: Float32Array, name: string) => {
    const [rows, columns] = shapes[name.slice(0, -1)] as [number, number];
    const weight = weights[name] as Float32Array;
    return Float32Array.from({ length: tokens * columns }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      let sum = 0;
      for (let j = 0; j < rows; ++j)
        sum += (x[row * rows + j] as number) * (weight[j * columns + column] as number);
      return sum;
    });
  };
  const sum = (a: Float32Array, b: Float32Array) => a.map((each, at) => each + (b[at] as number));
  let x = input;
  for (let i = 0; i < decoder.layers; ++i) {
    const [q, k, v] = ['q', 'k', 'v'].map((name) => product(x, name + i)) as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    rotate(q, [tokens, decoder.heads, headDim]);
    rotate(k, [tokens, kvHeads, headDim]);
    const attention = new Float32Array(tokens * width);
    for (let head = 0; head < decoder.heads; ++head) {
      const from = Math.floor((head * kvHeads) / decoder.heads) * headDim;
      for (let t = 0; t < tokens; ++t) {
        const at = t * width + head * headDim;
        const scores = Array.from({ length: t + 1 }, (_, s) => {
          let dot = 0;
          for (let d = 0; d < headDim; ++d)
            dot += (q[at + d] as number) * (k[s * kvWidth + from + d] as number);
          return Math.exp(dot / Math.sqrt(headDim));
        });
        const total = scores.reduce((a, b) => a + b);
        for (let d = 0; d < headDim; ++d)
          attention[at + d] =
            scores.reduce((all, score, s) => all + score * (v[s * kvWidth + from + d] as number), 0) / total;
      }
    }
    const middle = sum(x, product(attention, `o${i}`));
    const positive = product(middle, `up${i}`).map((each) => Math.max(each, 0));
    x = sum(middle, product(positive, `down${i}`));
  }
  return x;
}
