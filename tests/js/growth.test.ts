// Wasm memory that grows during a call: every public function that takes arrays, with each of them in
// memory from `allocate`, gives the same values as for JavaScript arrays.
import * as posenc from 'posenc';
import { addTensor, encodeTensor } from 'posenc/onnxruntime';
import { encodeAsync } from 'posenc/webgpu';
import { beforeAll, describe, expect, it } from 'vitest';
import { initWithGrowth, whileGrowing, withoutGrowth } from '../support/growth.js';

beforeAll(initWithGrowth);

type Made = Float32Array | Float64Array | Uint16Array | Int32Array;
type MakeArray = <A extends Made>(
  Type: new (buffer: ArrayBuffer, byteOffset: number, length: number) => A,
  values: ArrayLike<number>,
) => A;

const plainly: MakeArray = (Type, values) => {
  const array = new Type(new ArrayBuffer(values.length * 8), 0, values.length);
  array.set(values);
  return array;
};

/** An array in wasm memory, of any element type. */
const allocated: MakeArray = (Type, values) => {
  const { array: floats } = withoutGrowth(() => posenc.allocate(values.length * 2));
  const array = new Type(floats.buffer, floats.byteOffset, values.length);
  array.set(values);
  return array;
};

const numbers = (count: number) => Array.from({ length: count }, (_, i) => ((i * 37) % 101) / 8);
const floats = (make: MakeArray, count: number) => make(Float32Array<ArrayBuffer>, numbers(count));
/** The larger first: allocating it may really grow memory, which would detach the other. */
function twoFloats(make: MakeArray, firstCount: number, secondCount: number): [Float32Array, Float32Array] {
  const second = floats(make, secondCount);
  const first = floats(make, firstCount);
  return second.length > 0 ? [first, second] : twoFloats(make, firstCount, secondCount);
}
const half = (make: MakeArray, count: number) =>
  make(Uint16Array<ArrayBuffer>, posenc.toBfloat16(numbers(count)));

/** Options without a cached plan: each use makes one, and memory grows. */
let channels = 100;
const fresh = () => ({ grid: [3], channels: ++channels });
/** Frequencies whose plan is not cached either. */
const wide = 40000;

class Tensor {
  constructor(
    readonly type: string,
    readonly data: unknown,
    readonly dims: number[],
  ) {}
}
const ort = { Tensor };

/** Calls that create every input array with `make`, and return the values to compare. */
const calls: Record<string, (make: MakeArray) => unknown> = {
  'encode, out': (make) => posenc.encode(fresh(), floats(make, 3 * channels)),
  'encode, frequencies': (make) =>
    posenc.encode({ ...fresh(), frequencies: floats(make, Math.ceil(channels / 2)) }),
  'encode, positions, offset and step': (make) => [
    posenc.encode({ ...fresh(), positions: [floats(make, 3)] }),
    posenc.encode({ ...fresh(), offset: floats(make, 1) as never, step: floats(make, 1) as never }),
  ],
  'encode, grid, axisOrder and split': (make) =>
    posenc.encode({
      grid: make(Float64Array<ArrayBuffer>, [2, 3]) as never,
      channels: 12,
      axisOrder: make(Float32Array<ArrayBuffer>, [1, 0]) as never,
      split: make(Float32Array<ArrayBuffer>, [4, 8]) as never,
      step: ++channels,
    }),
  'add, x': (make) => posenc.add(floats(make, 6 * channels + 6), fresh()),
  'add, x and out': (make) => {
    const options = fresh();
    const [x, out] = twoFloats(make, 3 * channels, 3 * channels);
    return posenc.add(x, options, out);
  },
  'Sinusoidal: options, encode and add': (make) => {
    const count = 2 * ++channels;
    const plan = new posenc.Sinusoidal({
      grid: [4],
      channels: count,
      frequencies: floats(make, channels),
      positions: [floats(make, 4)],
    });
    return [
      plan.encode(floats(make, 4 * count)).slice(),
      plan.encode(floats(make, count), { from: 1, to: 2 }).slice(),
      plan.add(floats(make, 8 * count)).slice(),
      plan.add(...twoFloats(make, 4 * count, 4 * count)).slice(),
    ];
  },
  'encodeAt, points': (make) => posenc.encodeAt(floats(make, 4), { axes: 2, channels: ++channels }),
  'encodeAt, float64 points': (make) =>
    posenc.encodeAt(make(Float64Array<ArrayBuffer>, numbers(4)), { axes: 2, channels: ++channels }),
  'encodeAt, points and out': (make) => {
    const [points, out] = twoFloats(make, 4, 2 * ++channels);
    return posenc.encodeAt(points, { axes: 2, channels }, out);
  },
  'encodeAt, points and out, channels first': (make) => {
    const [points, out] = twoFloats(make, 4, 2 * ++channels);
    return posenc.encodeAt(points, { axes: 2, channels, channelsFirst: true }, out);
  },
  'encodeAt, rows too wide for the scratch': (make) => {
    const [points, out] = twoFloats(make, 2, 4 * wide);
    return posenc.encodeAt(points, { axes: 1, channels: 2 * wide }, out);
  },
  'encodeAt, frequencies': (make) =>
    posenc.encodeAt(floats(make, 2), {
      axes: 1,
      channels: 2 * ++channels,
      frequencies: floats(make, channels),
    }),
  'classes, frequencies': (make) => {
    const count = 2 * ++channels;
    const encoding = new posenc.PositionalEncoding1D(count, { frequencies: floats(make, channels) });
    return encoding.encode([1, 3, count]).data;
  },
  'classes, a tensor': (make) =>
    new posenc.PositionalEncodingPermute2D(++channels).encode({
      data: floats(make, 6 * channels),
      shape: [1, channels, 2, 3],
    }).data,
  'Summer, x': (make) =>
    new posenc.Summer(new posenc.PositionalEncoding1D(++channels)).encode({
      data: floats(make, 6 * channels),
      shape: [2, 3, channels],
    }).data,
  'Summer, x and out': (make) => {
    const [data, out] = twoFloats(make, 6 * ++channels, 6 * channels);
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(channels));
    return summer.encode({ data, shape: [2, 3, channels] }, out).data;
  },
  'Summer, in place': (make) => {
    const data = floats(make, 6 * ++channels);
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(channels));
    return summer.encode({ data, shape: [2, 3, channels] }, data).data;
  },
  'Summer, 16 bits, in place': (make) => {
    const data = half(make, 6 * ++channels);
    const summer = new posenc.Summer(new posenc.PositionalEncoding1D(channels));
    return summer.encode({ data, shape: [2, 3, channels], dtype: 'bfloat16' }, data).data;
  },
  'Summer, 16 bits, x': (make) =>
    new posenc.Summer(new posenc.PositionalEncoding1D(++channels)).encode({
      data: half(make, 6 * channels),
      shape: [2, 3, channels],
      dtype: 'bfloat16',
    }).data,
  'SinusoidalPositionalEncoding, x': (make) =>
    new posenc.SinusoidalPositionalEncoding().encode({
      data: floats(make, 6 * ++channels),
      shape: [2, 3, channels],
    }).data,
  'SinusoidalPositionalEncoding, x and out': (make) => {
    const [data, out] = twoFloats(make, 6 * ++channels, 6 * channels);
    return new posenc.SinusoidalPositionalEncoding().encode({ data, shape: [2, 3, channels] }, out).data;
  },
  'conversions of 16-bit values': (make) => [
    posenc.toBfloat16(floats(make, 20)),
    posenc.toFloat16(make(Float64Array<ArrayBuffer>, numbers(20))),
    posenc.fromBfloat16(half(make, 20)),
    posenc.fromFloat16(half(make, 20)),
  ],
  'mropePositions, lists and out': (make) => {
    const all = make(Int32Array<ArrayBuffer>, [0, 1, 1, 0, 1, 1, 1, 1, 1, 2, 4, ...Array(12).fill(7)]);
    const [types, mask] = [all.subarray(0, 4), all.subarray(4, 8)];
    const options = { types, mask, imageGrids: all.subarray(8, 11), rules: 'qwen2-vl' } as const;
    return posenc.mropePositions(options, all.subarray(11)).positions;
  },
  'positionIdsFromMask, doubles': (make) =>
    posenc.positionIdsFromMask(make(Float64Array<ArrayBuffer>, [0, 1, 1])).positions,
  'encodeTensor, frequencies': (make) =>
    (encodeTensor(ort, { ...fresh(), frequencies: floats(make, Math.ceil(channels / 2)) }) as Tensor).data,
  'addTensor, x': (make) => {
    const dims = [2, 3, ++channels];
    return (addTensor(ort, new Tensor('float32', floats(make, 6 * channels), dims) as never) as Tensor).data;
  },
};

function copied(result: unknown): unknown {
  if (Array.isArray(result)) return result.map(copied);
  return ArrayBuffer.isView(result) ? (result as Float32Array).slice() : result;
}

describe('memory that grows during a call', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(name, () => {
      const before = channels;
      const { result, times } = whileGrowing(() => call(allocated));
      // Conversions use a scratch buffer that always exists.
      expect(times > 0).toBe(!name.startsWith('conversions'));
      channels = before;
      // Copied, since the other call may grow memory as well.
      const found = copied(result);
      expect(found).toEqual(call(plainly));
    });
  }

  it('does not affect pending calls', async () => {
    const before = channels;
    const { result } = whileGrowing(() =>
      encodeAsync(fresh(), { backend: 'wasm', out: floats(allocated, 3 * channels) }),
    );
    const { values } = await result;
    channels = before;
    expect(values).toEqual(posenc.encode(fresh()));
  });

  it('leaves the result in the allocation', () => {
    const options = fresh();
    const x = posenc.allocate(3 * options.channels);
    x.array.fill(1);
    const { result } = whileGrowing(() => posenc.add(x.array, options));
    expect(result).toEqual(x.array);
    expect(result.byteOffset).toBe(x.array.byteOffset);
    expect(x.array).toEqual(posenc.add(new Float32Array(x.array.length).fill(1), options));
    x.dispose();
  });
});

describe('memory that really grows', () => {
  it('points in it are encoded', () => {
    const points = posenc.allocate(2);
    points.array.set([1, 2]);
    const found = posenc.encodeAt(points.array, { axes: 1, channels: 8 * wide });
    expect(found).toEqual(posenc.encodeAt([1, 2], { axes: 1, channels: 8 * wide }));
    expect(found[1]).toBeCloseTo(Math.cos(1), 6);
    points.dispose();
  });

  it('a Summer adds in place', () => {
    const frequencies = Float64Array.from({ length: 2048 }, (_, i) => 10000 ** ((-2 * i) / 4096));
    const x = posenc.allocate(16 * 4096);
    x.array.fill(1);
    const encoding = new posenc.PositionalEncoding1D(4096, { frequencies });
    const sum = new posenc.Summer(encoding).encode({ data: x.array, shape: [1, 16, 4096] }, x.array);
    expect(sum.data).toEqual(x.array);
    expect(sum.data[1]).toBe(2);
    x.dispose();
  });
});
