// Numbers on the command line are decimal. Whole numbers are digits, others may have a fraction or an exponent.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectError, makeFolder, posenc } from '../support/cli.js';

const folder = makeFolder();
const small = ['encode', '--grid', '4', '--channels', '6', '--out', 'a.npy', '--force'];

/** The flags that take whole numbers, and those that take any numbers, each with a valid value. */
const wholes: [string, string][] = [
  ['--grid', '5'],
  ['--channels', '8'],
  ['--declared-channels', '8'],
  ['--axis-order', '0'],
  ['--split', '4'],
  ['--rows', '1:2'],
];
const reals: [string, string][] = [
  ['--min-timescale', '0.5'],
  ['--max-timescale', '1e3'],
  ['--shift', '-.5'],
  ['--offset', '+1.'],
  ['--step', '1E-6'],
  ['--frequencies', '1,1e-1,.01'],
  ['--positions', '-1,2.5,3e0,4'],
];
/** Flags that need another flag. */
const special: [string, string, string[]][] = [
  ['--padding-index', '2', ['--preset', 'fairseq']],
  ['--preset-version', '5', ['--preset', 'positional-encodings']],
];

/** Expects that the flag is refused with each of the texts. */
async function refuses(flag: string, texts: readonly string[], more: readonly string[] = []) {
  for (const text of texts) {
    const end = await posenc(folder, ...small, ...more, `${flag}=${text}`);
    expectError(end, 2, new RegExp(`^posenc: ${flag} is "`));
  }
}

describe('whole numbers', () => {
  // Each of these is a number in some language or notation.
  const odd = ['0b1', '4.0', '4.', '-4', '+4', '', ' ', '1 2', '1_0', '٤', '4n', 'NaN', '9'.repeat(20)];
  it('are digits, of at most 2^53 - 1', () => refuses('--channels', [...odd, '9'.repeat(400)]));

  it.each([...wholes, ...special])('%s', async (flag, _, more = []) => {
    const texts = ['0x4', '1e0', '9'.repeat(17)];
    await refuses(flag, flag === '--rows' ? texts.map((text) => `${text}:4`) : texts, more);
  });
});

describe('other numbers', () => {
  const odd = ['0b1', '1e', '1e1.5', '1,5e', '-inf', 'NaN', '', '1 2x', '1f', '--1'];
  it('are decimal, and finite', () => refuses('--shift', odd));

  it.each(reals)('%s', (flag) => refuses(flag, ['0x1', 'Infinity', '1e400']));

  it('--tolerance', async () => {
    for (const text of ['0x1', '', '1e400', '-1']) {
      const end = await posenc(folder, 'compare', 'a.npy', 'a.npy', `--tolerance=${text}`);
      expectError(end, 2, /^posenc: --tolerance is /);
    }
  });
});

it.each([...wholes, ...reals])('%s takes %s, also with spaces around it', async (flag, value) => {
  const end = await posenc(folder, ...small, `${flag}= ${value.replaceAll(',', ' , ')}\t`, '--quiet');
  expect([end.status, end.stderr]).toEqual([0, '']);
});

describe('a file of lists', () => {
  const cases: [string, string, RegExp][] = [
    ['a word', '0 1 2 three', /--positions is "@list", with "three" in list 1: expected a list of numbers/],
    ['hexadecimal', '0, 1, 2, 0x3', /--positions is "@list", with "0x3" in list 1/],
    ['a word in the second list', '0 1 2 3\nx', /--positions is "@list", with "x" in list 2/],
    ['no numbers', '\n \n', /--positions is "@list": expected a list of numbers/],
    ['binary data', '\0\0\0', /--positions is "@list", with "\\u0000\\u0000\\u0000" in list 1/],
    ['too few numbers', '0 1 2', /--positions for axis 0 has 3 entries: expected 4 values/],
  ];
  it.each(cases)('with %s', async (_, text, message) => {
    writeFileSync(join(folder, 'list'), text);
    expectError(await posenc(folder, ...small, '--positions', '@list'), 2, message);
  });
});

describe('--name', () => {
  it('cannot be the name of the metadata', async () => {
    const end = await posenc(folder, ...small, '--out', 'a.safetensors', '--name', '__metadata__');
    expectError(end, 2, /--name is "__metadata__": expected another name, since the format uses this one/);
  });

  it.each(['__proto__', 'constructor', '0', ''])('may be %j', async (name) => {
    const args = [...small, '--out', 'named.safetensors', `--name=${name}`, '--quiet'];
    expect((await posenc(folder, ...args)).status).toBe(0);
    const told = await posenc(folder, 'info', 'named.safetensors', '--values', `--tensor=${name}`);
    expect(told.stdout.toString()).toContain(`tensor    ${JSON.stringify(name)} F32 [4, 6]`);
  });

  it('and --tensor are refused for formats without names', async () => {
    expectError(
      await posenc(folder, ...small, '--name', 'pe'),
      2,
      /--name is "pe": only a \.safetensors file has/,
    );
    await posenc(folder, ...small);
    const message = /--tensor is "pe": only a \.safetensors file has named tensors; leave it out for a\.npy/;
    expectError(await posenc(folder, 'info', 'a.npy', '--tensor', 'pe'), 2, message);
    expectError(await posenc(folder, 'compare', 'a.npy', 'a.npy', '--tensor', 'pe'), 2, message);
  });
});
