// Tensors of transformers.js have the same form as ONNX Runtime's, so the same adapter works.
import { Tensor } from '@huggingface/transformers';
import * as posenc from 'posenc';
import { addTensor, encodeTensor, fromTensor, toTensor } from 'posenc/onnxruntime';
import { beforeAll, expect, it } from 'vitest';
import { bound } from '../support/golden.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const library = { Tensor };

it('an encoding is a transformers.js tensor that can be computed with', () => {
  const options = { grid: [6], channels: 8 };
  const encoding = encodeTensor(library, options, { batch: 1 });
  expect(encoding).toBeInstanceOf(Tensor);
  expect([encoding.type, encoding.dims]).toEqual(['float32', [1, 6, 8]]);
  const values = posenc.encode(options);
  const twice = encoding.mul(2);
  expectSame(
    twice.data as Float32Array,
    values.map((each) => each + each),
  );
  expectSame(encoding.squeeze(0).data as Float32Array, values);
});

it('an encoding can be added to a transformers.js tensor', () => {
  const x = new Tensor(
    'float32',
    Float32Array.from({ length: 48 }, (_, i) => i / 7),
    [1, 6, 8],
  );
  const expected = posenc.add((x.data as Float32Array).slice(), { grid: [6], channels: 8 });
  const summed = new posenc.Summer(new posenc.PositionalEncoding1D(8)).encode(fromTensor(x) as posenc.Tensor);
  expectSame(summed.data, expected);
  const added = addTensor(library, x);
  expect(added).toBeInstanceOf(Tensor);
  expectSame(added.data as Float32Array, expected);
  expect(toTensor(library, summed).dims).toEqual([1, 6, 8]);
});

it('float16 works too', () => {
  const half = encodeTensor(library, { grid: [6], channels: 8 }, { dtype: 'float16' });
  expect([half.type, half.dims]).toEqual(['float16', [6, 8]]);
  const wide = posenc.fromFloat16(half.data as Uint16Array);
  for (const [i, value] of posenc.encode({ grid: [6], channels: 8 }).entries()) {
    expect(Math.abs((wide[i] as number) - value)).toBeLessThanOrEqual(2 ** -12 + bound);
  }
});
