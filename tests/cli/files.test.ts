// The files that the command writes, read by NumPy and by small readers in Python: shapes, types, and every bit.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as library from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { askPython, hasNumpy, makeFolder, posenc } from '../support/cli.js';
import { bound } from '../support/golden.js';

const folder = makeFolder();
beforeAll(() => library.init());

async function write(...args: string[]) {
  const { status, stderr } = await posenc(folder, 'encode', ...args, '--force');
  expect(stderr).toMatch(/^[^\n]*\n$/);
  expect(status).toBe(0);
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const dtypes = ['float32', 'float16', 'bfloat16', 'float64'] as const;

/** The encoding of a grid, computed in the simplest way in float64. */
const reference = `
def reference(grid, channels):
    pairs = -(-channels // (2 * len(grid)))
    blocks = []
    for axis, length in enumerate(grid):
        angles = np.arange(length)[:, None] * 10000.0 ** (-np.arange(pairs) / pairs)
        block = np.stack([np.sin(angles), np.cos(angles)], -1).reshape(length, 2 * pairs)
        block = block.reshape([length if a == axis else 1 for a in range(len(grid))] + [2 * pairs])
        blocks.append(np.broadcast_to(block, list(grid) + [2 * pairs]))
    return np.concatenate(blocks, -1)[..., :channels]
import hashlib
def sha(array):
    return hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()
`;

/** A reader written from the description of the format: huggingface/safetensors, README, "Format". */
const safetensors = `
import struct
types = {'F32': np.float32, 'F16': np.float16, 'BF16': np.uint16, 'F64': np.float64}
def load(path):
    data = open(path, 'rb').read()
    (length,) = struct.unpack('<Q', data[:8])
    assert data[8:9] == b'{' and length % 8 == 0
    header = json.loads(data[8:8 + length])
    metadata = header.pop('__metadata__')
    assert all(type(value) is str for value in metadata.values())
    tensors, end = {}, 0
    for name, tensor in sorted(header.items(), key=lambda item: item[1]['data_offsets']):
        start, stop = tensor['data_offsets']
        assert start == end
        end = stop
        values = np.frombuffer(data[8 + length + start:8 + length + stop], types[tensor['dtype']])
        tensors[name] = values.reshape(tensor['shape'])
    assert 8 + length + end == len(data)
    return tensors, metadata
`;

describe.skipIf(!hasNumpy)('NumPy', () => {
  it('reads .npy bit for bit, close to the values in float64', async () => {
    await write('--grid', '30,41', '--channels', '50', '--out', 'grid.npy');
    const told = askPython(
      folder,
      `${reference}
a = np.load('grid.npy')
print(json.dumps([str(a.dtype), a.shape, sha(a), float(abs(a - reference([30, 41], 50)).max()), a.flags['C_CONTIGUOUS']]))`,
    );
    const values = library.encode({ grid: [30, 41], channels: 50 });
    expect(told).toEqual([
      'float32',
      [30, 41, 50],
      hashOf(new Uint8Array(values.buffer)),
      expect.any(Number),
      true,
    ]);
    expect((told as number[])[3]).toBeLessThan(bound);
  });

  it('reads shapes with two to five axes', async () => {
    await write('--grid', '7', '--channels', '3', '--rows', ':2', '--out', 'rows.npy');
    await write('--grid', '2,3,2,3', '--channels', '16', '--out', 'five.npy');
    const first = ['--grid', '5,4', '--channels', '6', '--channels-first', '--rows', '2:4'];
    await write(...first, '--out', 'channels.npy');
    const files = ['rows.npy', 'channels.npy', 'five.npy'];
    expect(
      askPython(folder, `print(json.dumps([np.load(f).shape for f in ${JSON.stringify(files)}]))`),
    ).toEqual([
      [2, 3],
      [2, 5, 4],
      [2, 3, 2, 3, 16],
    ]);
  });

  it('reads float16, each value the nearest to float64', async () => {
    await write('--grid', '300', '--channels', '64', '--dtype', 'float16', '--out', 'half.npy');
    const told = askPython(
      folder,
      `${reference}
a = np.load('half.npy')
print(json.dumps([str(a.dtype), a.shape, int((a != reference([300], 64).astype(np.float16)).sum())]))`,
    );
    expect(told).toEqual(['float16', [300, 64], 0]);
  });

  it('reads float64 as exact as its own', async () => {
    await write('--grid', '300,7', '--channels', '64', '--dtype', 'float64', '--out', 'double.npy');
    const told = askPython(
      folder,
      `${reference}
a = np.load('double.npy')
print(json.dumps([str(a.dtype), a.shape, float(abs(a - reference([300, 7], 64)).max())]))`,
    ) as [string, number[], number];
    expect(told.slice(0, 2)).toEqual(['float64', [300, 7, 64]]);
    // NumPy rounds the frequencies and the angles of up to 300 radians.
    expect(told[2]).toBeLessThan(1e-13);
  });

  it('reads bfloat16 as ml_dtypes stores it, each value within half a step of float64', async () => {
    await write('--grid', '300', '--channels', '64', '--dtype', 'bfloat16', '--out', 'brain.npy');
    const told = askPython(
      folder,
      `${reference}
raw = np.load('brain.npy')
a = (raw.view(np.uint16).astype(np.uint32) << 16).view(np.float32).reshape(raw.shape).astype(np.float64)
exact = reference([300], 64)
half_step = 2.0 ** (np.floor(np.log2(np.maximum(abs(exact), 1e-30))) - 8)
print(json.dumps([str(raw.dtype), raw.shape, float((abs(a - exact) / half_step).max())]))`,
    ) as [string, number[], number];
    expect(told.slice(0, 2)).toEqual(['|V2', [300, 64]]);
    expect(told[2]).toBeLessThanOrEqual(1 + 1e-6);
  });

  it.each(dtypes)('and a reader of .safetensors get the same values: %s', async (dtype) => {
    const args = ['--grid', '12,10', '--channels', '20', '--channels-first', '--dtype', dtype];
    await write(...args, '--out', `${dtype}.safetensors`, '--name', 'pos.embed');
    await write(...args, '--out', `${dtype}.npy`);
    const told = askPython(
      folder,
      `${reference}${safetensors}
tensors, metadata = load('${dtype}.safetensors')
(name, tensor), = tensors.items()
print(json.dumps([name, tensor.shape, sha(tensor) == sha(np.load('${dtype}.npy')), metadata]))`,
    ) as [string, number[], boolean, Record<string, string>];
    expect(told.slice(0, 3)).toEqual(['pos.embed', [20, 12, 10], true]);
    const { options, posenc: version } = told[3];
    expect(version).toBe(library.version);
    expect(JSON.parse(options as string)).toEqual({ grid: [12, 10], channels: 20, channelsFirst: true });
  });

  it('reads the same bits from .bin and .csv', async () => {
    const args = ['--grid', '100', '--channels', '30', '--layout', 'concatenated', '--offset', '0.25'];
    await write(...args, '--out', 'pe.npy');
    await write(...args, '--out', 'pe.bin');
    await write(...args, '--out', 'pe.csv');
    await write(...args, '--out', 'half.csv', '--dtype', 'float16');
    await write(...args, '--out', 'half.npy', '--dtype', 'float16');
    for (const ending of ['npy', 'bin', 'csv']) {
      await write(...args, '--out', `double.${ending}`, '--dtype', 'float64');
    }
    const told = askPython(
      folder,
      `${reference}
table = lambda path, dtype: np.loadtxt(path, delimiter=',', dtype=np.float64).astype(dtype)
a, d = np.load('pe.npy'), np.load('double.npy')
print(json.dumps([a.shape, sha(np.fromfile('pe.bin', '<f4').reshape(a.shape)) == sha(a),
  sha(table('pe.csv', np.float32)) == sha(a), sha(table('half.csv', np.float16)) == sha(np.load('half.npy')),
  sha(np.fromfile('double.bin', '<f8').reshape(d.shape)) == sha(d), sha(table('double.csv', np.float64)) == sha(d)]))`,
    );
    expect(told).toEqual([[100, 30], true, true, true, true, true]);
  });

  it('reads the colours of the values from a .png', async () => {
    await write('--grid', '40', '--channels', '16', '--out', 'pe.png');
    const told = askPython(
      folder,
      `${reference}
import struct, zlib
data, at, chunks = open('pe.png', 'rb').read(), 8, {}
while at < len(data):
    (length,) = struct.unpack('>I', data[at:at + 4])
    kind, body = data[at + 4:at + 8], data[at + 8:at + 8 + length]
    assert zlib.crc32(kind + body) == struct.unpack('>I', data[at + 8 + length:at + 12 + length])[0]
    chunks.setdefault(kind.decode(), []).append(body)
    at += 12 + length
width, height, depth, kind = struct.unpack('>IIBB', chunks['IHDR'][0][:10])
lines = np.frombuffer(zlib.decompress(b''.join(chunks['IDAT'])), np.uint8).reshape(height, width + 1)
assert depth == 8 and kind == 3 and not lines[:, 0].any()
side = width // 16
palette = np.frombuffer(chunks['PLTE'][0], np.uint8).reshape(-1, 3)
places = lines[side // 2::side, 1 + side // 2::side]
expected = (reference([40], 16) + 1) / 2 * (len(palette) - 1)
linear = np.where(palette / 255 <= 0.04045, palette / 255 / 12.92, ((palette / 255 + 0.055) / 1.055) ** 2.4)
cones = np.cbrt(linear @ np.array([[0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566], [0.0883024619, 0.2817188376, 0.6299787005]]).T)
lightness = cones @ [0.2104542553, 0.7936177850, -0.0040720468]
half = len(palette) // 2
print(json.dumps({
  'size': [width, height], 'cells': places.shape, 'off': float(abs(places - expected).max()),
  'text': [body.decode('latin1').split(chr(0)) for body in chunks['tEXt']],
  'uniform': float(abs(lightness[:half + 1] - np.linspace(lightness[0], lightness[half], half + 1)).max()),
  'uneven': float(abs(lightness - lightness[::-1]).max()), 'middle': float(lightness[half]),
  'ends': [palette[0].tolist(), palette[-1].tolist()],
}))`,
    ) as Record<string, unknown>;
    expect(told).toMatchObject({ size: [192, 480], cells: [40, 16] });
    expect(told.off).toBeLessThanOrEqual(0.5 + 1e-4);
    // OKLab lightness rises evenly up to the colour of 0, and falls in the same way.
    expect(told.uniform).toBeLessThan(0.01);
    expect(told.uneven).toBeLessThan(0.01);
    expect(told.middle).toBeGreaterThan(0.95);
    const [[red0, , blue0], [red1, , blue1]] = told.ends as number[][] as [number[], number[]];
    expect((blue0 as number) - (red0 as number)).toBeGreaterThan(50);
    expect((red1 as number) - (blue1 as number)).toBeGreaterThan(50);
    expect(Object.fromEntries(told.text as [string, string][])).toEqual({
      posenc: library.version,
      options: '{"grid":[40],"channels":16}',
    });
  });
});

describe('values', () => {
  it.each(dtypes)('are the bits of the library, also of rows longer than a piece: %s', async (dtype) => {
    const written = async (...args: string[]) => {
      await write(...args, '--dtype', dtype, '--out', 'values.bin');
      return readFileSync(join(folder, 'values.bin'));
    };
    const bytesOf = ({ buffer }: { buffer: ArrayBufferLike }) => Buffer.from(buffer);
    const narrow = { grid: [30, 41], channels: 50, layout: 'concatenated', dtype } as const;
    expect(
      (await written('--grid', '30,41', '--channels', '50', '--layout', 'concatenated')).equals(
        bytesOf(library.encode(narrow)),
      ),
    ).toBe(true);
    const long = { grid: [2_100_000], channels: 3, channelsFirst: true, dtype } as const;
    const rows = new library.Sinusoidal(long).encode(undefined, { from: 1, to: 3 });
    const args = ['--grid', '2100000', '--channels', '3', '--channels-first', '--rows', '1:3'];
    expect((await written(...args)).equals(bytesOf(rows))).toBe(true);
  });
});

describe('rows', () => {
  it('are the same as in the whole, and parts together are the whole', async () => {
    const args = ['--grid', '50,20', '--channels', '12', '--preset', 'positional-encodings'];
    await write(...args, '--out', 'whole.bin');
    const ranges = [':333', '333:334', '334:'];
    for (const [i, rows] of ranges.entries()) await write(...args, '--rows', rows, '--out', `part${i}.bin`);
    const parts = ranges.map((_, i) => readFileSync(join(folder, `part${i}.bin`)));
    expect(parts.map((part) => part.length)).toEqual([333, 1, 666].map((rows) => rows * 48));
    expect(Buffer.concat(parts).equals(readFileSync(join(folder, 'whole.bin')))).toBe(true);
  });

  it('at the end of a table of many GB are made as easily as the first', async () => {
    const args = ['--grid', '100000000000', '--channels', '64', '--rows', '99999999998:100000000000'];
    await write(...args, '--out', 'far.bin');
    const values = new Float32Array(new Uint8Array(readFileSync(join(folder, 'far.bin'))).buffer);
    expect(values.length).toBe(128);
    // The angle of the last pair grows by 10000^(-31/32) radians from one position to the next.
    const angle = (99999999999 * 10000 ** (-31 / 32)) % (2 * Math.PI);
    expect(values[126]).toBeCloseTo(Math.sin(angle), 4);
  });
});

describe('every flag', () => {
  const cases: [string, string[], library.SinusoidalOptions][] = [
    [
      'layout and phase',
      ['--layout', 'concatenated', '--phase', 'cos-sin'],
      { layout: 'concatenated', phase: 'cos-sin' },
    ],
    ['axis order', ['--axis-order', '1,0'], { axisOrder: [1, 0] }],
    ['padded split', ['--split', 'padded'], { split: 'padded' }],
    ['widths', ['--split', '4,10'], { split: [4, 10] }],
    [
      'timescales',
      ['--min-timescale', '0.5', '--max-timescale', '100', '--endpoint'],
      { timescales: { min: 0.5, max: 100, endpoint: true } },
    ],
    ['shift', ['--shift', '0.5'], { timescales: { shift: 0.5 } }],
    ['frequencies', ['--frequencies', '1,0.5,0.25,0.1'], { frequencies: [1, 0.5, 0.25, 0.1] }],
    [
      'frequencies of each axis',
      ['--frequencies', '1,2,3,4;5,6,7,8'],
      {
        frequencies: [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
        ],
      },
    ],
    ['offset and step', ['--offset', '-3,2.5', '--step', '0.5'], { offset: [-3, 2.5], step: 0.5 }],
    [
      'positions',
      ['--positions', '0,1.5,-7;3,1'],
      {
        positions: [
          [0, 1.5, -7],
          [3, 1],
        ],
      },
    ],
    ['angles', ['--angles', 'float32', '--offset', '1000003'], { angles: 'float32', offset: 1000003 }],
    ['declared channels', ['--declared-channels', '20'], { declaredChannels: 20 }],
    [
      'an axis without channels',
      ['--declared-channels', '64', '--allow-empty-axes'],
      { declaredChannels: 64, allowEmptyAxes: true },
    ],
    [
      'a preset',
      ['--preset', 'tensor2tensor'],
      library.presets.tensor2tensor({ grid: [3, 2], channels: 15 }),
    ],
    [
      'a preset with a change',
      ['--preset', 'tensor2tensor', '--max-timescale', '500'],
      {
        ...library.presets.tensor2tensor({ grid: [3, 2], channels: 15 }),
        timescales: { min: 1, max: 500, endpoint: true },
      },
    ],
  ].map(
    ([name, args, options]) => [name, args, { grid: [3, 2], channels: 15, ...(options as object) }] as never,
  );
  it.each(cases)('%s', async (_, args, options) => {
    const { status, stdout } = await posenc(
      folder,
      'encode',
      '--grid',
      '3,2',
      '--channels',
      '15',
      ...args,
      '--out',
      '-',
      '--format',
      'bin',
    );
    expect(status).toBe(0);
    expect(stdout.equals(new Uint8Array(library.encode(options).buffer))).toBe(true);
  });
});
