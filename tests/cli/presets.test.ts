// The presets of the command are those of the library: their options are flags, and all other flags mean the same
// as without a preset.
import { readFileSync } from 'node:fs';
import * as library from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { presetOptions } from '../../dist/js/internal.js';
import { expectError, makeFolder, posenc } from '../support/cli.js';

const folder = makeFolder();
beforeAll(() => library.init());

const { presets } = library;
const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const flagOf = (option: string) => (option === 'version' ? '--preset-version' : `--${kebab(option)}`);

async function expectSame(args: string[], options: library.SinusoidalOptions) {
  const { status, stdout, stderr } = await posenc(folder, 'encode', ...args, '--format', 'bin', '--out', '-');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.equals(new Uint8Array(library.encode(options).buffer))).toBe(true);
}

const size = ['--grid', '5', '--channels', '8'];
const grid = [5];
const channels = 8;

describe('a preset', () => {
  const plain: [string, string[], library.SinusoidalOptions][] = [
    ['vaswani', size, presets.vaswani({ grid, channels })],
    ['positional-encodings', size, presets.positionalEncodings({ grid, channels })],
    ['allennlp', size, presets.allennlp({ grid, channels })],
    ['tensor2tensor', size, presets.tensor2tensor({ grid, channels })],
    ['fairseq', size, presets.fairseq({ grid, channels })],
    ['whisper', size, presets.whisper({ grid, channels })],
    ['mae', ['--grid', '3,3', '--channels', '8'], presets.mae({ grid: [3, 3], channels })],
  ];
  it.each(plain)('has the same name in the library: %s', (name, args, options) =>
    expectSame([...args, '--preset', name], options),
  );

  it('exists for each preset of the library', () => {
    expect(plain.map(([name]) => name).sort()).toEqual(Object.keys(presets).map(kebab).sort());
  });

  const min = ['--min-timescale', '10'];
  const max = ['--max-timescale', '500'];
  const own: [string, string[], library.SinusoidalOptions][] = [
    ['allennlp', min, presets.allennlp({ grid, channels, minTimescale: 10 })],
    ['allennlp', max, presets.allennlp({ grid, channels, maxTimescale: 500 })],
    [
      'tensor2tensor',
      [...min, ...max, '--start-index', '3'],
      presets.tensor2tensor({ grid, channels, minTimescale: 10, maxTimescale: 500, startIndex: 3 }),
    ],
    ['fairseq', ['--padding-index', '4'], presets.fairseq({ grid, channels, paddingIndex: 4 })],
    ['whisper', max, presets.whisper({ grid, channels, maxTimescale: 500 })],
    [
      'positional-encodings',
      ['--preset-version', '5', '--declared-channels', '12', '--channels-first'],
      presets.positionalEncodings({ grid, channels, version: 5, declaredChannels: 12, channelsFirst: true }),
    ],
  ];
  it.each(own)('%s with %j', (name, args, options) =>
    expectSame([...size, '--preset', name, ...args], options),
  );

  it('has all its options tested here, and listed in docs/cli.md', () => {
    const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
    for (const [preset, options] of Object.entries(presetOptions)) {
      const name = kebab(preset);
      const tested = own
        .filter(([of]) => of === name)
        .flatMap(([, args]) => args.filter((a) => /^--/.test(a)));
      expect(new Set(tested), name).toEqual(new Set(options.map(flagOf)));
      const [, row = ''] = page.match(new RegExp(`^\\| \`${name}\` \\|(.*)\\|$`, 'm')) ?? [];
      expect(row.match(/--[\w-]+/g) ?? [], name).toEqual(expect.arrayContaining(options.map(flagOf)));
      expect(row.match(/--[\w-]+/g) ?? [], name).toHaveLength(options.length);
    }
  });
});

describe('another flag', () => {
  const fairseq = presets.fairseq({ grid, channels });
  const cases: [string, string[], library.SinusoidalOptions][] = [
    ['changes a preset', ['fairseq', '--layout', 'interleaved'], { ...fairseq, layout: 'interleaved' }],
    ['replaces its first position', ['fairseq', '--offset', '7'], { ...fairseq, offset: 7 }],
    [
      'with positions replaces them',
      ['fairseq', '--positions', '5,4,3,2,9'],
      (({ offset, ...rest }) => ({ ...rest, positions: [[5, 4, 3, 2, 9]] }))(fairseq),
    ],
    [
      'with frequencies replaces its timescales',
      ['fairseq', '--frequencies', '1,2,3,4'],
      (({ timescales, ...rest }) => ({ ...rest, frequencies: [1, 2, 3, 4] }))(fairseq),
    ],
    [
      'for timescales is for a preset without timescales',
      ['positional-encodings', '--min-timescale', '10', '--endpoint'],
      { ...presets.positionalEncodings({ grid, channels }), timescales: { min: 10, endpoint: true } },
    ],
  ];
  it.each(cases)('%s', (_, [name = '', ...args], options) =>
    expectSame([...size, '--preset', name, ...args], options),
  );
});

describe('a flag that a preset does not take', () => {
  const cases: [string[], RegExp][] = [
    [
      ['--preset', 'whisper', '--min-timescale', '10'],
      /--min-timescale is 10: --preset whisper has its own timescales; .*\(allennlp, tensor2tensor\)/,
    ],
    [['--preset', 'fairseq', '--max-timescale', '9'], /--max-timescale is 9: --preset fairseq has its own/],
    [['--preset', 'allennlp', '--shift', '0'], /--shift is 0: --preset allennlp has its own timescales/],
    [['--preset', 'whisper', '--endpoint'], /--endpoint is given: --preset whisper has its own timescales/],
    [
      ['--preset', 'fairseq', '--start-index', '0'],
      /--start-index is 0: expected it only with --preset tensor2tensor/,
    ],
    [['--padding-index', '0'], /--padding-index is 0: expected it only with --preset fairseq/],
    [['--preset-version', '5'], /--preset-version is 5: expected it only with --preset positional-encodings/],
    [
      ['--preset', 'positional-encodings', '--preset-version', '7'],
      /--preset-version is 7: expected 5 \(5\.0, concatenated\) or 6/,
    ],
  ];
  it.each(cases)('%j', async (args, message) => {
    expectError(await posenc(folder, 'encode', ...size, '--out', 'pe.npy', ...args), 2, message);
  });
});

describe('an error names only flags that were given', () => {
  const cases: [string[], RegExp][] = [
    [
      ['--endpoint', '--shift', '1'],
      /^posenc: --endpoint and --shift are both given: expected only one of them$/m,
    ],
    [['--preset', 'mae'], /--grid is \[5\]: expected 2 lengths, with --preset mae$/m],
    [
      ['--preset', 'whisper', '--channels', '7'],
      /--channels is 7: expected an even .*, with --preset whisper$/m,
    ],
    [
      ['--preset', 'allennlp', '--min-timescale', '0'],
      /--min-timescale is 0: expected a number above 0, with --preset allennlp$/m,
    ],
    [
      ['--preset', 'fairseq', '--padding-index', '3', '--offset', '1'],
      /--padding-index and --offset are both/,
    ],
    [
      ['--frequencies', '1,2,3,4', '--min-timescale', '2'],
      /--min-timescale and --frequencies are both given/,
    ],
    [['--positions', '1,2,3,4,5', '--step', '2'], /--step and --positions are both given/],
    [['--positions', '1,2,3,4'], /--positions for axis 0 has 4 entries: expected 5 values/],
    [['--offset', '1,2'], /--offset has 2 entries: expected 1 numbers/],
    [['--frequencies', '1,2'], /--frequencies for axis 0 has 2 values: expected 4/],
    [['--shift', '9'], /--shift is 9: expected less than 4, the pairs of channels of axis 0/],
    [['--declared-channels', '4'], /--declared-channels is 4: expected an integer of at least 8/],
    [['--axis-order', '1'], /--axis-order is \[1\]: expected each of the axes 0 to 0 once/],
  ];
  it.each(cases)('%j', async (args, message) => {
    expectError(await posenc(folder, 'show', ...size, ...args), 2, message);
  });
});
