// Files with invalid headers are refused with one line, also if the header claims no more bytes than the file
// has. What is valid comes from numpy/lib/format.py, and from validate in tensor.rs of huggingface/safetensors.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectError, makeFolder, posenc } from '../support/cli.js';
import { dictionary, forgeNpy, forgeSafetensors, makeNpy } from '../support/handmade-files.js';

const folder = makeFolder();

describe('.npy', () => {
  const two = new Float64Array(2);
  const header = (shape: string) => `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`;
  const cases: [string, string, RegExp][] = [
    ['a space inside a length', header('(1 2,)'), /its shape is "\(1 2,\)": expected whole numbers/],
    ['a length of 400 digits', header(`(${'9'.repeat(400)},)`), /its shape is .*expected whole numbers/],
    ['a negative length', header('(-2,)'), /its shape is "\(-2,\)": expected whole numbers/],
    ['a length that is not whole', header('(2.0,)'), /its shape is "\(2\.0,\)"/],
    ['a number as its shape', header('(2)'), /its shape is "\(2\)"/],
    ['a list as its shape', header('[2]'), /its shape is "\[2\]"/],
    ['no comma between lengths', header('(1,,2)'), /its shape is "\(1,,2\)"/],
    [
      'more bytes than the shape needs',
      header('(1,)'),
      /has 8 bytes after its array, \[1\] float64: expected/,
    ],
    ['fewer bytes than the shape needs', header('(3,)'), /is cut off: \[3\] float64 takes/],
    ['bytes but no values', header(`(${'9007199254740991, '.repeat(30)}0)`), /has 16 bytes after its array/],
    ['text after the dictionary', `${header('(2,)')} junk`, /cannot be read as a dictionary from "} junk/],
    ['text before the dictionary', `junk ${header('(2,)')}`, /its header is not a dictionary/],
    ['a dictionary without an end', header('(2,)').slice(0, -1), /cannot be read as a dictionary/],
    ['a key twice', header("(1,), 'shape': (2,)"), /its header has "shape" twice/],
    ['an extra key', header("(2,), 'more': 1"), /its header has other keys than descr, fortran_order, shape/],
    ['no shape', "{'descr': '<f8', 'fortran_order': False, }", /its header has no shape/],
    ['no order', "{'descr': '<f8', 'shape': (2,), }", /its header has no fortran_order/],
    ['an invalid order', header('(2,)').replace('False', "'no'"), /its fortran_order is not True or Fal/],
    [
      'a type named like a property',
      header('(2,)').replace('<f8', '<constructor'),
      /values of type "<constructor"/,
    ],
    [
      'a type named like a method',
      header('(2,)').replace('<f8', 'toString'),
      /values of type "toString": expected real/,
    ],
    [
      'a structured type',
      header('(2,)').replace("'<f8'", "[('x', '<f8')]"),
      /values of type "\[\('x', '<f8'\)\]"/,
    ],
  ];
  it.each(cases)('with %s', async (_, text, message) => {
    forgeNpy(join(folder, 'bad.npy'), text, two);
    expectError(await posenc(folder, 'info', 'bad.npy'), 3, message);
  });

  it.each([
    [0, 0],
    [1, 1],
    [4, 0],
    [9, 0],
  ])('of version %i.%i', async (major, minor) => {
    forgeNpy(join(folder, 'bad.npy'), dictionary('<f8', [2]), two, [major, minor]);
    const message = new RegExp(`of version ${major}\\.${minor}: expected 1\\.0, 2\\.0 or 3\\.0`);
    expectError(await posenc(folder, 'compare', 'bad.npy', 'bad.npy'), 3, message);
  });

  it.each([1, 2, 3])('of version %i.0 is read', async (major) => {
    forgeNpy(join(folder, 'good.npy'), dictionary('<f8', [2]), two, [major, 0]);
    const { status, stdout } = await posenc(folder, 'info', 'good.npy', '--values');
    expect(stdout.toString()).toMatch(/shape {3}\[2\]\n.*\n.*\n.*\nvalues {2}0 to 0, mean/);
    expect(status).toBe(0);
  });

  it('written by Python 2 is read', async () => {
    forgeNpy(join(folder, 'old.npy'), header('(1L, 2L)'), two);
    expect((await posenc(folder, 'info', 'old.npy')).stdout.toString()).toContain('[1, 2]');
  });

  it('whose header claims 3 GB', async () => {
    const start = Buffer.from('\x93NUMPY\x02\x00\x00\x00\x00\xc0', 'latin1');
    writeFileSync(join(folder, 'claim.npy'), Buffer.concat([start, Buffer.alloc(100)]));
    expectError(await posenc(folder, 'info', 'claim.npy'), 3, /has a header of 3\.00 GiB: expected at most/);
  });

  it.each([0, 5, 11, 60])('that ends after %i bytes', async (length) => {
    forgeNpy(join(folder, 'whole.npy'), dictionary('<f8', [2]), two);
    const bytes = Buffer.from('\x93NUMPY\x01\x00\x76\x00{'.padEnd(120), 'latin1').subarray(0, length);
    writeFileSync(join(folder, 'start.npy'), bytes);
    expectError(await posenc(folder, 'info', 'start.npy'), 3, /is cut off|does not start like a \.npy file/);
  });
});

describe('.safetensors', () => {
  const tensor = (shape: unknown, offsets: unknown, dtype: unknown = 'F32') => {
    return { dtype, shape, data_offsets: offsets };
  };
  const cases: [string, object | string, number, RegExp][] = [
    ['a negative length', { a: tensor([-2], [0, 8]) }, 8, /"a" has a shape that is not a list of whole numb/],
    ['two negative lengths', { a: tensor([-1, -2], [0, 8]) }, 8, /"a" has a shape that is not a list/],
    ['a length that is not whole', { a: tensor([0.5, 4], [0, 8]) }, 8, /"a" has a shape that is not a list/],
    ['a string as a length', { a: tensor(['2'], [0, 8]) }, 8, /"a" has a shape that is not a list/],
    ['a string as its shape', { a: tensor('2', [0, 8]) }, 8, /"a" has a shape that is not a list/],
    [
      'negative offsets',
      { a: tensor([2], [-8, 0]) },
      8,
      /"a" has data_offsets that are not two whole numbers/,
    ],
    ['one offset', { a: tensor([2], [8]) }, 8, /"a" has data_offsets that are not two/],
    [
      'offsets in the wrong order',
      { a: tensor([2], [8, 0]) },
      8,
      /needs 8 bytes, but data_offsets give it -8/,
    ],
    [
      'offsets too close together',
      { a: tensor([2], [0, 4]) },
      4,
      /"a", \[2\] F32, needs 8 bytes, but data_offsets/,
    ],
    ['offsets too far apart', { a: tensor([2], [0, 12]) }, 12, /needs 8 bytes, but data_offsets give it 12/],
    [
      'offsets past the end',
      { a: tensor([2], [0, 8]) },
      4,
      /it is cut off: its tensors need 8 bytes, but it ha/,
    ],
    [
      'unused bytes at its end',
      { a: tensor([2], [0, 8]) },
      12,
      /it has 4 bytes that no tensor uses at its end/,
    ],
    [
      'a gap',
      { a: tensor([1], [0, 4]), b: tensor([1], [8, 12]) },
      12,
      /4 bytes that no tensor uses before "b"/,
    ],
    ['a gap at its start', { a: tensor([1], [4, 8]) }, 8, /4 bytes that no tensor uses before "a"/],
    ['tensors that overlap', { a: tensor([2], [0, 8]), b: tensor([2], [4, 12]) }, 12, /"b" overlaps/],
    [
      'two tensors at the same offsets',
      { a: tensor([2], [0, 8]), b: tensor([2], [0, 8]) },
      8,
      /"b" overlaps the one/,
    ],
    [
      'an impossible number of values',
      { a: tensor(Array(40).fill(2 ** 50), [0, 8]) },
      8,
      /needs Infinity bytes/,
    ],
    ['an unknown dtype', { a: tensor([2], [0, 8], 'F31') }, 8, /the dtype "F31": expected one/],
    ['a dtype named like a method', { a: tensor([2], [0, 8], 'toString') }, 8, /the dtype "toString": exp/],
    [
      'a dtype that is not a string',
      { a: tensor([2], [0, 8], null) },
      8,
      /"a" has a dtype that is not a string/,
    ],
    ['a tensor that is null', { a: null }, 0, /its tensor "a" is not an object/],
    ['a tensor that is a list', { a: [] }, 0, /its tensor "a" is not an object/],
    ['null as its metadata', { __metadata__: null }, 0, /its "__metadata__" is not an object of strings/],
    ['a list as its metadata', { __metadata__: ['a'] }, 0, /its "__metadata__" is not an object of strings/],
    ['a number in its metadata', { __metadata__: { a: 1 } }, 0, /its metadata "a" is not a string/],
    [
      'a name twice',
      '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"a":{}}',
      1,
      /its header has "a" twi/,
    ],
    [
      'a name twice, once escaped',
      '{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]},"\\u0061":{}}',
      1,
      /"a" tw/,
    ],
    [
      'a shape twice',
      '{"a":{"dtype":"U8","shape":[1],"shape":[1],"data_offsets":[0,1]}}',
      1,
      /"shape" twice/,
    ],
    ['metadata twice', '{"__metadata__":{"k":"1","k":"2"}}', 0, /its header has "k" twice/],
    ['a header that ends early', '{"a":', 0, /its header is not JSON/],
  ];
  it.each(cases)('with %s', async (_, header, bytes, message) => {
    forgeSafetensors(join(folder, 'bad.safetensors'), header, bytes);
    const end = await posenc(folder, 'info', 'bad.safetensors');
    expectError(end, 3, /bad\.safetensors is not a valid \.safetensors file: /);
    expectError(end, 3, message);
  });

  it('whose header claims to be larger than the file', async () => {
    forgeSafetensors(join(folder, 'claim.safetensors'), '{', 0);
    for (const [length, message] of [
      [100n, /is cut off: its header takes 100 bytes, and the whole file has 9 bytes/],
      [2n ** 63n, /does not start like a \.safetensors file/],
    ] as const) {
      const bytes = Buffer.alloc(9, '{');
      bytes.writeBigUInt64LE(length);
      writeFileSync(join(folder, 'claim.safetensors'), bytes);
      expectError(await posenc(folder, 'info', 'claim.safetensors'), 3, message);
    }
  });

  it('without tensors cannot be compared', async () => {
    forgeSafetensors(join(folder, 'empty.safetensors'), { __metadata__: { by: 'hand' } });
    const told = await posenc(folder, 'info', 'empty.safetensors');
    expect(told.stdout.toString()).toMatch(/^tensor {4}none\nmetadata {2}by: hand$/m);
    const args = ['compare', 'empty.safetensors', 'empty.safetensors'];
    expectError(await posenc(folder, ...args), 3, /empty\.safetensors has no tensors/);
    expectError(await posenc(folder, ...args, '--tensor', 'a'), 3, /empty\.safetensors has no tensors/);
  });

  it('with several tensors in any order is read', async () => {
    forgeSafetensors(
      join(folder, 'two.safetensors'),
      {
        b: tensor([1], [8, 12]),
        none: tensor([0, 3], [12, 12]),
        a: tensor([2], [0, 8]),
        toString: tensor([], [12, 16]),
      },
      16,
    );
    const { stdout, status } = await posenc(folder, 'info', 'two.safetensors', '--values', '--tensor', 'a');
    expect(stdout.toString()).toMatch(/tensor {2}"a" F32 \[2\]\nvalues {2}0 to 0/);
    expect(stdout.toString()).not.toContain('"b"');
    expect(status).toBe(0);
    const missing = await posenc(folder, 'info', 'two.safetensors', '--tensor', 'constructor');
    expectError(
      missing,
      2,
      /has no tensor "constructor": expected --tensor to be one of "a", "b", "none", "toStr/,
    );
    const several = await posenc(folder, 'info', 'two.safetensors', '--values');
    expectError(several, 2, /has several tensors: expected --tensor to be one of/);
  });

  it('of a type that cannot be read is shown without its values', async () => {
    forgeSafetensors(join(folder, 'f8.safetensors'), { a: tensor([3], [0, 3], 'F8_E4M3') }, 3);
    const told = await posenc(folder, 'info', 'f8.safetensors');
    expect(told.stdout.toString()).toContain('"a" F8_E4M3 [3]');
    const message = /^posenc: f8\.safetensors has values of type F8_E4M3 in "a", which/;
    expectError(await posenc(folder, 'info', 'f8.safetensors', '--values'), 3, message);
    makeNpy(join(folder, 'three.npy'), [3], [0, 1, 2]);
    expectError(await posenc(folder, 'compare', 'f8.safetensors', 'three.npy'), 3, message);
  });
});
