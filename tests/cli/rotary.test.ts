// `posenc rotary` writes exactly what `Rotary.cosSin` gives, or nothing.
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DType, init, Rotary, type RotaryOptions, type TableOptions, version } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSchema } from '../../scripts/schema.js';
import { ended, expectError, isLinux, makeFolder, posenc, shell, start } from '../support/cli.js';
import { gemma4, llama, phi3, smollm3 } from '../support/model-configs.js';

const folder = makeFolder();
const save = (name: string, config: unknown) =>
  writeFileSync(join(folder, name), typeof config === 'string' ? config : JSON.stringify(config));

beforeAll(async () => {
  for (const [name, config] of Object.entries({ llama, gemma4, smollm3, phi3 })) save(`${name}.json`, config);
  await init();
});

async function write(...args: string[]) {
  const { status, stderr } = await posenc(folder, 'rotary', ...args);
  expect(stderr).toMatch(/^[^\n]*\n$/);
  expect(status, stderr).toBe(0);
  return stderr;
}

const bytesOf = ({
  buffer,
  byteOffset,
  byteLength,
}: ArrayBufferView | { buffer: ArrayBufferLike; byteOffset: number; byteLength: number }) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The bytes that the library gives. */
function expected(
  options: RotaryOptions,
  at: { length: number; offset?: number },
  table: TableOptions<DType> = {},
) {
  const rotary = new Rotary(options);
  const { cos, sin, shape } = rotary.cosSin(at, table);
  rotary.dispose();
  return { cos: bytesOf(cos), sin: bytesOf(sin), shape };
}

/** A reader written from the description of the format: huggingface/safetensors, README, "Format". */
function readSafetensors(file: Buffer) {
  const start = 8 + Number(file.readBigUInt64LE(0));
  const { __metadata__: metadata, ...tensors } = JSON.parse(file.toString('utf8', 8, start));
  expect(Object.keys(tensors)).toEqual(['cos', 'sin']);
  const { cos, sin } = tensors;
  expect(cos.data_offsets[0]).toBe(0);
  expect(sin.data_offsets).toEqual([cos.data_offsets[1], file.length - start]);
  expect([sin.shape, sin.dtype]).toEqual([cos.shape, cos.dtype]);
  const values = (offsets: number[]) => file.subarray(...offsets.map((at) => start + at));
  return {
    metadata,
    dtype: cos.dtype,
    tables: { cos: values(cos.data_offsets), sin: values(sin.data_offsets), shape: cos.shape },
  };
}

const load = (name: string) => readSafetensors(readFileSync(join(folder, name)));

function readNpy(name: string) {
  const file = readFileSync(join(folder, name));
  const start = 10 + file.readUInt16LE(8);
  const [, type, shape = ''] =
    file.toString('latin1', 10, start).match(/'descr': '(.+?)'.*'shape': \((.*?)\)/) ?? [];
  return { type, shape: shape.split(', ').map(Number), values: file.subarray(start) };
}

/** toEqual would take long to compare large buffers, and longer to show them. */
function expectSame(got: ReturnType<typeof expected>, wanted: ReturnType<typeof expected>) {
  expect(got.shape).toEqual(wanted.shape);
  expect([got.cos.equals(wanted.cos), got.sin.equals(wanted.sin)]).toEqual([true, true]);
}

describe('the tables', () => {
  const byHand = ['--head-dim', '80', '--rotary-dim', '24', '--rotary-start', '8', '--theta', '5e4'];
  const options = { headDim: 80, rotaryDim: 24, rotaryStart: 8, theta: 5e4 };
  const types = [
    ['float32', 'half', 'F32', '<f4'],
    ['float16', 'doubled', 'F16', '<f2'],
    ['bfloat16', 'repeated', 'BF16', '<V2'],
    ['float64', 'half', 'F64', '<f8'],
  ] as const;

  it.each(types)('have the bits of the library: %s, %s', async (dtype, form, name, type) => {
    const at = { length: 33, offset: 1000 };
    const all = [...byHand, '--length', '33', '--offset', '1000', '--dtype', dtype, '--form', form];
    const wanted = expected(options, at, { dtype, form });
    await write(...all, '--out', `${dtype}.safetensors`);
    const file = load(`${dtype}.safetensors`);
    expect(file.dtype).toBe(name);
    expectSame(file.tables, wanted);
    await write(...all, '--out', `${dtype}.npy`);
    const [cos, sin] = [readNpy(`${dtype}.cos.npy`), readNpy(`${dtype}.sin.npy`)];
    expect([cos.type, sin.type, sin.shape]).toEqual([type, type, cos.shape]);
    expectSame({ cos: cos.values, sin: sin.values, shape: cos.shape }, wanted);
    expect(existsSync(join(folder, `${dtype}.npy`))).toBe(false);
  });

  it('are those of a config, and the metadata says how to make them again', async () => {
    const args = ['--config', 'llama.json', '--length', '40', '--form', 'doubled'];
    expect(await write(...args, '--out', 'llama.safetensors')).toMatch(
      /^llama\.safetensors: cos and sin, each float32 \[40, 128\], 40\.\d KiB in /,
    );
    const { metadata, tables } = load('llama.safetensors');
    expectSame(tables, expected(Rotary.optionsOf(llama), { length: 40 }, { form: 'doubled' }));
    expect(metadata).toMatchObject({ format: 'pt', posenc: version });
    const { form, dtype, ...at } = JSON.parse(metadata.tables);
    expectSame(tables, expected(JSON.parse(metadata.rotary), at, { form, dtype }));
    const { stdout } = await posenc(folder, 'info', 'llama.safetensors');
    expect(stdout.toString()).toContain('tensor    "sin" F32 [40, 128]\n');
    expect(stdout.toString()).toContain('metadata  rotary: {"headDim":128,"rotaryDim":128,"theta":500000,');
  });

  it('are those of a layer or of its type, from a pipe to a pipe', async () => {
    const layers = ['--config', 'gemma4.json', '--length', '9'];
    await write(...layers, '--layer', '5', '--out', 'layer.safetensors');
    const wanted = expected(Rotary.optionsOf(gemma4, { layer: 5 }), { length: 9 });
    expectSame(load('layer.safetensors').tables, wanted);
    if (!isLinux) return;
    const line =
      'posenc rotary --config /dev/stdin --length 9 --layer-type full_attention --out - < gemma4.json';
    const { stdout, stderr } = await shell(folder, line);
    expect(stderr).toBe('');
    expect(stdout.equals(readFileSync(join(folder, 'layer.safetensors')))).toBe(true);
  });

  it('may have many pieces, all with the frequencies of the whole length', async () => {
    // 300,000 rows of 8 values are more than two pieces, the first of which is no longer than 4096.
    const base = ['--config', 'phi3.json', '--dtype', 'float16'];
    await write(...base, '--length', '300000', '--offset', '7', '--out', 'long.safetensors');
    const at = { length: 300000, offset: 7 };
    const long = load('long.safetensors');
    expectSame(long.tables, expected(Rotary.optionsOf(phi3), at, { dtype: 'float16' }));
    expect(JSON.parse(long.metadata.rotary).length).toBe(300007);
    await write(...base, '--length', '50', '--out', 'short.safetensors');
    await write(...base, '--length', '50', '--sequence-length', '5000', '--out', 'fixed.safetensors');
    const short = load('short.safetensors').tables;
    const fixed = load('fixed.safetensors').tables;
    expectSame(short, expected(Rotary.optionsOf(phi3), { length: 50 }, { dtype: 'float16' }));
    const choice = Rotary.optionsOf(phi3, { length: 5000 });
    expectSame(fixed, expected(choice, { length: 50 }, { dtype: 'float16' }));
    expect(fixed.cos.equals(short.cos)).toBe(false);
  });

  it('take a scaling by hand', async () => {
    const scaling = { type: 'dynamic', factor: 2, originalLength: 16 } as const;
    const args = ['--head-dim', '16', '--scaling', JSON.stringify(scaling), '--length', '40'];
    await write(...args, '--out', 'dynamic.safetensors');
    expectSame(load('dynamic.safetensors').tables, expected({ headDim: 16, scaling }, { length: 40 }));
  });
});

it('has the forms of the library', async () => {
  const { stdout } = await posenc(folder, 'rotary', '--help');
  const names = readSchema()
    // A tiled row differs from a doubled one only with several axes, which the command has not.
    .rotary.enums.form.names.filter((name: string) => name !== 'tiled')
    .map((name: string) => `"${name}"`);
  expect(stdout.toString().replace(/\s+/g, ' ')).toContain(`(choices: ${names.join(', ')})`);
});

describe('a failure', () => {
  const usage: [string, string[], RegExp][] = [
    ['no embedding', ['--length', '4'], /--config is missing: expected .* or --head-dim instead/],
    ['no length', ['--head-dim', '8'], /--length is missing: expected the number of positions/],
    [
      'both ways',
      ['--config', 'llama.json', '--theta', '7', '--length', '4'],
      /--theta and --config are both given: expected only one of them/,
    ],
    [
      'a layer by hand',
      ['--head-dim', '8', '--layer', '1', '--length', '4'],
      /--layer is "1": expected it only with --config/,
    ],
    [
      'an error of the library',
      ['--head-dim', '8', '--rotary-dim', '10', '--length', '4'],
      /--rotary-dim is 10: expected at most 8, --head-dim$/m,
    ],
    [
      'a scaling that is not JSON',
      ['--head-dim', '8', '--scaling', 'linear', '--length', '4'],
      /--scaling is "linear": expected an object in JSON, such as \{"type":"linear","factor":4\}/,
    ],
    [
      'a scaling with a wrong number',
      ['--head-dim', '8', '--scaling', '{"type":"linear","factor":0.5}', '--length', '4'],
      /: factor of --scaling is 0\.5: expected a number of at least 1/,
    ],
    [
      'positions that are too large',
      ['--head-dim', '8', '--offset', '2000000000000000', '--length', '4'],
      /the last position, by --length and --offset, is 2000000000000003: expected positions of at most 1125/,
    ],
    [
      'several types of layers',
      ['--config', 'gemma4.json', '--length', '4'],
      /--layer-type is missing: expected '\w+_attention' or '\w+_attention', for gemma4\.json/,
    ],
    [
      'a layer that the model does not have',
      ['--config', 'gemma4.json', '--layer', '6', '--length', '4'],
      /--layer is 6: expected less than 6, the number of layers, for gemma4\.json/,
    ],
    [
      'a layer without',
      ['--config', 'smollm3.json', '--layer', '3', '--length', '4'],
      /--layer is 3: expected layers with rotary embeddings/,
    ],
  ];
  it.each(usage)('on the command line: %s', async (_, args, message) => {
    expectError(await posenc(folder, 'rotary', ...args, '--out', 'none.npy'), 2, message);
    expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  it('of the name of the file', async () => {
    const args = ['rotary', '--head-dim', '8', '--length', '4', '--out'];
    const message = /--out is "a\.bin": expected a name that ends in \.safetensors or \.npy/;
    expectError(await posenc(folder, ...args, 'a.bin'), 2, message);
  });

  it.each([
    [
      'fope.json',
      { ...llama, rope_scaling: { type: 'fope' } },
      /rope_scaling\.type is "fope": expected 'def/,
    ],
    [
      'odd.json',
      { ...llama, rope_scaling: { type: 'linear' } },
      /rope_scaling\.factor is missing: expected a/,
    ],
    ['text.json', 'no config', /text\.json is not a config\.json: expected an object in JSON/],
  ])('of a config: %s', async (name, config, message) => {
    save(name, config);
    const args = ['--length', '4', '--out', 'none.npy'];
    const end = await posenc(folder, 'rotary', '--config', name, ...args);
    expectError(end, 3, message);
    expect(end.stderr).toMatch(new RegExp(`^posenc: ${name}`));
  });

  it('because one of two files exists leaves the other unwritten', async () => {
    const own = makeFolder();
    writeFileSync(join(own, 'a.sin.npy'), 'mine');
    const args = ['rotary', '--head-dim', '8', '--length', '4', '--out', 'a.npy'];
    expectError(await posenc(own, ...args), 3, /a\.sin\.npy already exists: .*--force/);
    expect(readdirSync(own)).toEqual(['a.sin.npy']);
    expect((await posenc(own, ...args, '--force', '--quiet')).stderr).toBe('');
    expect(readdirSync(own)).toEqual(['a.cos.npy', 'a.sin.npy']);
    expect(statSync(join(own, 'a.sin.npy')).size).toBe(128 + 64);
  });

  it.skipIf(!isLinux)('of a full disk', async () => {
    symlinkSync('/dev/full', join(folder, 'full.safetensors'));
    const args = ['rotary', '--head-dim', '8', '--length', '4', '--out', 'full.safetensors'];
    expectError(await posenc(folder, ...args), 3, /full\.safetensors could not be written: the disk is full/);
  });

  it('by a signal removes both files', async () => {
    const own = makeFolder();
    const child = start(own, ['rotary', '--head-dim', '512', '--length', '100000000', '--out', 'a.npy']);
    const end = ended(child);
    while (readdirSync(own).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill('SIGINT');
    const { signal, stderr } = await end;
    expect(stderr).toBe('posenc: interrupted: a.npy was not written\n');
    expect(signal).toBe('SIGINT');
    expect(readdirSync(own)).toEqual([]);
  });
});
