// `posenc resample` writes what `resampleTable` gives, keeps the other tensors of a file, or writes nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { init, resampleTable, toBfloat16, toFloat16 } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { expectError, makeFolder, posenc } from '../support/cli.js';

const folder = makeFolder();
const table = Float32Array.from({ length: (1 + 6) * 4 }, (_, i) => Math.sin(i));
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);

function npy(values: ArrayBufferView, type: string, shape: string, fortran = 'False'): Buffer {
  const text = `{'descr': '${type}', 'fortran_order': ${fortran}, 'shape': ${shape}, }`;
  const header = `${text.padEnd(117)}\n`;
  return Buffer.concat([
    Buffer.from('\x93NUMPY\x01\x00', 'latin1'),
    Buffer.of(118, 0),
    Buffer.from(header),
    bytesOf(values),
  ]);
}

interface Stored {
  dtype: string;
  shape: number[];
  bytes: Buffer;
}

function safetensors(tensors: Record<string, Stored>, metadata?: object): Buffer {
  let at = 0;
  const entries = Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
    const offsets = [at, at + bytes.length];
    at += bytes.length;
    return [name, { dtype, shape, data_offsets: offsets }];
  });
  const header = { ...(metadata && { __metadata__: metadata }), ...Object.fromEntries(entries) };
  const json = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([size, json, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

function readSafetensors(name: string) {
  const file = readFileSync(join(folder, name));
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(file.toString('utf8', 8, start));
  const read = Object.entries(tensors as Record<string, { data_offsets: number[] }>).map(
    ([key, { data_offsets, ...rest }]) => {
      const [from, to] = data_offsets.map((offset) => start + offset) as [number, number];
      return [key, { ...rest, bytes: file.subarray(from, to), aligned: (from - start) % 8 === 0 }];
    },
  );
  return { metadata, tensors: Object.fromEntries(read) };
}

const types = {
  float32: { npy: '<f4', safetensors: 'F32', values: () => table },
  float16: { npy: '<f2', safetensors: 'F16', values: () => toFloat16(table) as Uint16Array },
  bfloat16: { npy: '<V2', safetensors: 'BF16', values: () => toBfloat16(table) },
} as const;
const grid = ['--from', '2,3', '--to', '5,4', '--prefix', '1'];
const options = { from: [2, 3], to: [5, 4], prefix: 1, channels: 4 } as const;

beforeAll(() => init());

it.each(['float32', 'float16', 'bfloat16'] as const)('a %s table of either format', async (dtype) => {
  const { values, ...names } = types[dtype];
  writeFileSync(join(folder, 'a.npy'), npy(values(), names.npy, '(1, 7, 4)'));
  const flags = [...grid, '--mode', 'bilinear', '--out', 'b.npy', '--force'];
  const { status, stderr } = await posenc(folder, 'resample', 'a.npy', ...flags);
  expect(status, stderr).toBe(0);
  expect(stderr).toMatch(new RegExp(`^b\\.npy: ${dtype} \\[1, 21, 4\\], .* in .*\\n$`));
  const wanted = bytesOf(resampleTable(values(), { ...options, mode: 'bilinear', dtype }));
  const file = readFileSync(join(folder, 'b.npy'));
  expect(file.subarray(128).equals(wanted)).toBe(true);
  expect(file.toString('latin1')).toContain(`'descr': '${names.npy}'`);
  expect(file.toString('latin1')).toContain(`'shape': (1, 21, 4)`);

  const other = { dtype: 'I64', shape: [2], bytes: Buffer.alloc(16, 7) };
  const byte = { dtype: 'U8', shape: [3], bytes: Buffer.of(1, 2, 3) };
  const stored = { dtype: names.safetensors, shape: [7, 4], bytes: bytesOf(values()) };
  writeFileSync(join(folder, 'a.safetensors'), safetensors({ byte, pos: stored, other }, { format: 'pt' }));
  const more = [...grid, '--antialias', '--tensor', 'pos', '--out', 'b.safetensors', '--force', '--quiet'];
  const run = await posenc(folder, 'resample', 'a.safetensors', ...more);
  expect([run.status, run.stderr]).toEqual([0, '']);
  const { metadata, tensors } = readSafetensors('b.safetensors');
  expect(metadata).toEqual({ format: 'pt' });
  expect(Object.keys(tensors)).toEqual(['other', 'pos', 'byte']);
  expect(tensors.other).toEqual({ ...other, aligned: true });
  expect(tensors.byte).toMatchObject(byte);
  const result = resampleTable(values(), { ...options, mode: 'bicubic', antialias: true, dtype });
  expect(tensors.pos).toEqual({ ...stored, shape: [21, 4], bytes: bytesOf(result), aligned: true });
});

it('big-endian values, and a table that is a grid', async () => {
  const swapped = Buffer.from(bytesOf(table.subarray(4))).swap32();
  writeFileSync(join(folder, 'big.npy'), npy(swapped, '>f4', '(1, 2, 3, 4)'));
  const run = await posenc(
    folder,
    'resample',
    'big.npy',
    '--from',
    '2,3',
    '--to',
    '5,4',
    '--out',
    'grid.npy',
  );
  expect(run.status, run.stderr).toBe(0);
  const file = readFileSync(join(folder, 'grid.npy'));
  expect(file.toString('latin1')).toContain(`'shape': (1, 5, 4, 4)`);
  const wanted = resampleTable(table.subarray(4), { ...options, prefix: 0, mode: 'bicubic' });
  expect(file.subarray(128).equals(bytesOf(wanted))).toBe(true);
});

it.each([
  [['--from', '2,3', '--to', '4'], 2, /--to is 4: expected a height and a width/],
  [['--from', '2,0', '--to', '4,4'], 2, /--from is "2,0": expected whole numbers from 1/],
  [['--to', '4,4'], 2, /--from is missing/],
  [['--from', '3,3', '--to', '4,4'], 2, /a\.npy has the shape \[1, 7, 4\]: expected \[9, channels\]/],
  [[...grid, '--mode', 'nearest'], 2, /--mode/],
  [[...grid, '--antialias', '--align-corners'], 2, /--antialias and --align-corners are both given/],
  [[...grid, '--tensor', 'pos'], 2, /--tensor is "pos": only a \.safetensors file/],
  [[...grid, '--to', '999999,999999'], 2, /--to is 999999,999999: expected a table of at most 2 GiB/],
])('refuses %j', async (flags, status, message) => {
  writeFileSync(join(folder, 'a.npy'), npy(table, '<f4', '(1, 7, 4)'));
  expectError(await posenc(folder, 'resample', 'a.npy', ...flags, '--out', 'none.npy'), status, message);
  expect(existsSync(join(folder, 'none.npy'))).toBe(false);
});

it.each([
  ['<f8', 'False', /has values of type float64: expected float32, float16, bfloat16/],
  ['<f4', 'True', /is in Fortran order/],
])('refuses %s, Fortran order %s', async (type, order, message) => {
  const values = type === '<f8' ? Float64Array.from(table) : table;
  writeFileSync(join(folder, 'bad.npy'), npy(values, type, '(7, 4)', order));
  expectError(await posenc(folder, 'resample', 'bad.npy', ...grid, '--out', 'none.npy'), 3, message);
});

it('refuses another format, and an existing file', async () => {
  writeFileSync(join(folder, 'a.npy'), npy(table, '<f4', '(1, 7, 4)'));
  const run = (out: string) => posenc(folder, 'resample', 'a.npy', ...grid, '--out', out);
  expectError(await run('none.safetensors'), 2, /expected a name that ends in \.npy/);
  expectError(await run('a.npy'), 3, /a\.npy already exists/);
});
