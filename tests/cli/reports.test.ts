// What the command prints: help, differences of arrays, contents of files, a picture.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { version } from 'posenc';
import { describe, expect, it } from 'vitest';
import { askPython, ended, expectError, hasNumpy, makeFolder, posenc, script } from '../support/cli.js';
import { bound } from '../support/golden.js';
import { makeNpy } from '../support/handmade-files.js';

const folder = makeFolder();

describe('help', () => {
  it('shows examples, and every example works', async () => {
    const { status, stdout } = await posenc(folder, '--help');
    expect(status).toBe(0);
    const examples = [...stdout.toString().matchAll(/^ {2}posenc (encode .*)$/gm)].map(
      ([, example]) => example as string,
    );
    expect(examples.length).toBeGreaterThan(4);
    const work = makeFolder();
    for (const example of examples.filter((text) => !text.includes('100000000'))) {
      const command = `"${process.execPath}" "${script}" ${example}`;
      expect(await ended(spawn('bash', ['-c', command], { cwd: work })), example).toMatchObject({
        status: 0,
      });
    }
  });

  it('is shown without arguments, and for each command', async () => {
    expect((await posenc(folder)).stdout.toString()).toMatch(/^Usage: posenc/);
    for (const command of ['encode', 'rotary', 'positions', 'compare', 'info', 'show']) {
      const { status, stdout, stderr } = await posenc(folder, command, '--help');
      expect(stdout.toString()).toMatch(new RegExp(`^Usage: posenc ${command}`));
      expect([status, stderr]).toEqual([0, '']);
    }
  });

  it('needs no wasm', async () => {
    const bare = makeFolder();
    const dist = join(script, '..', '..');
    writeFileSync(join(bare, 'package.json'), '{"type":"module"}');
    cpSync(join(dist, 'js'), join(bare, 'js'), { recursive: true });
    for (const name of ['posenc.wasm', 'bytes.js']) rmSync(join(bare, 'js', name));
    cpSync(join(dist, 'bin'), join(bare, 'bin'), { recursive: true });
    const child = spawn(process.execPath, [join(bare, 'bin', 'posenc.js'), '--help']);
    expect(await ended(child)).toMatchObject({ status: 0, stderr: '' });
    // Everything else needs the missing files, and says so.
    const damaged = await ended(spawn(process.execPath, [join(bare, 'bin', 'posenc.js'), 'show']));
    expectError(damaged, 4, /internal error: reinstall posenc/);
  });

  it('shows the version', async () => {
    expect((await posenc(folder, '--version')).stdout.toString()).toBe(`${version}\n`);
  });
});

const npy = (name: string, shape: number[], values: number[]) => makeNpy(join(folder, name), shape, values);

describe('compare', () => {
  it('shows the largest difference, its place, and the mean', async () => {
    npy('a.npy', [2, 3], [0, 1, 2, 3, 4, 5]);
    npy('b.npy', [2, 3], [0, 1, 2.25, 3, 4.5, 5]);
    const { status, stdout } = await posenc(folder, 'compare', 'a.npy', 'b.npy');
    expect(stdout.toString()).toBe(
      `shape      [2, 3], float64 and float64
largest    0.5000 at [1, 1]: 4 and 4.5
mean       0.1250
differing  2 of 6 values
`,
    );
    expect(status).toBe(0);
  });

  it('exits with 1 above the tolerance, otherwise with 0', async () => {
    npy('a.npy', [4], [0, 1, 2, 3]);
    npy('b.npy', [4], [0, 1, 2, 3.5]);
    expect((await posenc(folder, 'compare', 'a.npy', 'b.npy', '--tolerance', '0.5')).status).toBe(0);
    const apart = await posenc(folder, 'compare', 'a.npy', 'b.npy', '--tolerance', '0.49', '--json');
    expect(apart.status).toBe(1);
    expect(JSON.parse(apart.stdout.toString())).toEqual({
      shape: [4],
      type: ['float64', 'float64'],
      largest: 0.5,
      index: [3],
      values: [3, 3.5],
      mean: 0.125,
      differing: 1,
      count: 4,
      within: false,
    });
  });

  it('treats NaN as equal to NaN and far from every number', async () => {
    npy('a.npy', [3], [Number.NaN, 1, Number.POSITIVE_INFINITY]);
    npy('b.npy', [3], [Number.NaN, Number.NaN, Number.POSITIVE_INFINITY]);
    const { stdout } = await posenc(folder, 'compare', 'a.npy', 'b.npy');
    expect(stdout.toString()).toMatch(/largest {4}Infinity at \[1\]: 1 and NaN/);
    expect(stdout.toString()).toMatch(/differing {2}1 of 3/);
  });

  it('exits with 1 when the shapes differ', async () => {
    npy('a.npy', [4], [0, 1, 2, 3]);
    npy('b.npy', [2, 2], [0, 1, 2, 3]);
    const { status, stderr } = await posenc(folder, 'compare', 'a.npy', 'b.npy');
    expect(stderr).toBe('posenc: the shapes differ: a.npy is [4], b.npy is [2, 2]\n');
    expect(status).toBe(1);
  });

  it('reads several pieces, and a .safetensors file with an .npy file of another type', async () => {
    const args = ['--grid', '20000', '--channels', '64'];
    await posenc(folder, 'encode', ...args, '--out', 'wide.npy');
    await posenc(folder, 'encode', ...args, '--dtype', 'float16', '--out', 'half.safetensors');
    const { stdout } = await posenc(folder, 'compare', 'wide.npy', 'half.safetensors', '--json');
    const { largest, count, shape } = JSON.parse(stdout.toString());
    expect([shape, count]).toEqual([[20000, 64], 1280000]);
    // Half a step of float16 below 1.
    expect(largest).toBeGreaterThan(2 ** -12 - 1e-6);
    expect(largest).toBeLessThan(2 ** -12 + 1e-6);
  });

  it('reads float64 from both formats, and finds how far float32 is from it', async () => {
    const args = ['--grid', '300', '--channels', '64'];
    await posenc(folder, 'encode', ...args, '--out', 'single.npy');
    for (const file of ['double.npy', 'double.safetensors']) {
      await posenc(folder, 'encode', ...args, '--dtype', 'float64', '--out', file);
    }
    const same = JSON.parse(
      (await posenc(folder, 'compare', 'double.npy', 'double.safetensors', '--json')).stdout.toString(),
    );
    expect(same).toMatchObject({ type: ['float64', 'float64'], largest: 0, count: 19200 });
    const apart = JSON.parse(
      (await posenc(folder, 'compare', 'single.npy', 'double.npy', '--json')).stdout.toString(),
    );
    expect(apart.largest).toBeGreaterThan(0);
    expect(apart.largest).toBeLessThan(bound);
    const { stdout } = await posenc(folder, 'info', 'double.npy');
    expect(stdout.toString()).toMatch(/shape {3}\[300, 64\]\ntype {4}float64\n/);
  });

  it.skipIf(!hasNumpy)(
    'reads every type of NumPy, in both byte orders and both orders of indices',
    async () => {
      askPython(
        folder,
        `a = (np.arange(24).reshape(2, 3, 4) % 7) - 3
for t in ['<f2', '>f2', '<f4', '>f4', '<f8', '>f8', '<i1', '<i2', '>i2', '<i4', '>i4', '<i8', '>i8']:
    np.save('t' + t.replace('<', 'l').replace('>', 'b') + '.npy', a.astype(t))
np.save('fortran.npy', np.asfortranarray(a.astype('<f4')))
b = a.astype('<f8'); b[1, 2, 0] += 100
np.save('fortran2.npy', np.asfortranarray(b))
np.save('complex.npy', a.astype('<c8'))
print(0)`,
      );
      for (const name of [
        'lf2',
        'bf2',
        'lf4',
        'bf4',
        'lf8',
        'bf8',
        'li1',
        'li2',
        'bi2',
        'li4',
        'bi4',
        'li8',
        'bi8',
      ]) {
        const { stdout, stderr } = await posenc(folder, 'compare', 'tlf8.npy', `t${name}.npy`);
        expect(stderr + stdout, name).toMatch(/all values are the same/);
      }
      const fortran = await posenc(folder, 'compare', 'fortran.npy', 'fortran2.npy');
      expect(fortran.stdout.toString()).toMatch(/100\.0 at \[1, 2, 0\]/);
      const mixed = await posenc(folder, 'compare', 'fortran.npy', 'tlf4.npy');
      expect(mixed.stderr).toMatch(/fortran\.npy is in Fortran order .* numpy\.ascontiguousarray/);
      const complex = await posenc(folder, 'compare', 'complex.npy', 'tlf4.npy');
      expect([complex.status, complex.stderr]).toEqual([
        3,
        expect.stringMatching(/has values of type "<c8": expected real numbers/),
      ]);
    },
  );
});

describe('info', () => {
  it('shows what is in a file, and the options it was made with', async () => {
    await posenc(
      folder,
      'encode',
      '--grid',
      '8,4',
      '--channels',
      '12',
      '--rows',
      '3:9',
      '--out',
      'some.safetensors',
    );
    const { status, stdout } = await posenc(folder, 'info', 'some.safetensors', '--values');
    expect(stdout.toString()).toContain('tensor    "positional_encoding" F32 [6, 12]');
    expect(stdout.toString()).toContain('options: {"grid":[8,4],"channels":12,"rows":{"from":3,"to":9}}');
    expect(stdout.toString()).toMatch(/values {4}-?[\d.e-]+ to 1, mean 0\.\d+/);
    expect(status).toBe(0);
  });

  it('recognises pictures, text, and files without a header', async () => {
    for (const [name, message] of [
      ['pe.png', /pixels {2}288 x 512/],
      ['pe.csv', /\.csv: numbers as text/],
      [
        'pe.bin',
        /unknown; it has room for 72 values of float64, 144 values of float32 or 288 values of 16 bits/,
      ],
    ] as const) {
      await posenc(folder, 'encode', '--grid', '16', '--channels', '9', '--out', name);
      expect((await posenc(folder, 'info', name)).stdout.toString()).toMatch(message);
    }
  });

  it('notices that a file is cut off', async () => {
    await posenc(folder, 'encode', '--grid', '16', '--channels', '8', '--out', 'whole.safetensors');
    writeFileSync(
      join(folder, 'cut.safetensors'),
      readFileSync(join(folder, 'whole.safetensors')).subarray(0, -1),
    );
    const { status, stderr } = await posenc(folder, 'info', 'cut.safetensors');
    expect(stderr).toMatch(
      /cut\.safetensors is not a valid \.safetensors file: it is cut off: its tensors need 512 bytes, but it has 511/,
    );
    expect(status).toBe(3);
  });
});

describe('show', () => {
  it('draws, measures the time, and shows the error compared with float64', async () => {
    const { status, stdout } = await posenc(folder, 'show', '--grid', '30', '--channels', '8');
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.slice(0, 4).map((line) => line.slice(0, 9).trim())).toEqual([
      'posenc',
      'shape',
      'time',
      'error',
    ]);
    expect(Number(lines[3]?.match(/\d\S+/)?.[0])).toBeLessThan(bound);
    const drawn = lines.slice(6);
    expect(drawn.length).toBe(24);
    // The first row is sin 0 and cos 0.
    expect(drawn[0]).toBe('+@+@+@+@');
    expect(status).toBe(0);
  });
});
