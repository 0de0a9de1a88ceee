// The tables of originals in the README and in docs/choosing.md: each row's preset exists, equals the row's
// options, and matches the original at every width that the original supports.
import { readFileSync } from 'node:fs';
import * as posenc from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { presetOptions } from '../../dist/js/internal.js';
import { definitions, valuesOf } from '../support/definitions.js';
import { bound, largestDistance } from '../support/golden.js';
import { expectSame } from '../support/same.js';

beforeAll(() => posenc.init());

const { presets } = posenc;
type Size = { grid: readonly number[]; channels: number };
type Preset = (options: object) => posenc.SinusoidalOptions;

/** The cells of each row of the table with this header. */
function rowsOf(path: string, header: string): string[][] {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const lines = text.slice(text.indexOf(header)).split('\n');
  const rows = lines.slice(2, lines.indexOf(''));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const codeOf = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, code]) => code as string);
/** Evaluates an options literal from the documentation. */
const literal = (code: string): object => new Function(`return { ${code} };`)();

const tables = {
  'README.md': rowsOf('README.md', '| original | preset | its options |'),
  'docs/choosing.md': rowsOf(
    'docs/choosing.md',
    '| the model has | preset | the same as options | channels |',
  ),
};

/** Rows of docs/choosing.md about options, not about an original. */
const aboutOptions = ['frequencies of its own', 'angles in float32'];

describe.each(Object.entries(tables))('%s', (path, rows) => {
  const originals = rows.filter(([name = '']) => !aboutOptions.some((start) => name.startsWith(start)));

  it('names every preset, and no others', () => {
    const named = originals
      .flatMap(([, preset = '']) => codeOf(preset))
      .filter((code) => code.startsWith('presets.'));
    expect(new Set(named)).toEqual(new Set(Object.keys(presets).map((name) => `presets.${name}`)));
  });

  it('has one row per original', () => {
    const names = Object.keys(definitions).filter(
      (name) => path !== 'README.md' || !['MoCo v3', 'SimpleViT'].includes(name),
    );
    expect(originals).toHaveLength(names.length);
    for (const name of names) {
      expect(originals.filter(([cell = '']) => cell.startsWith(name))).toHaveLength(1);
    }
  });

  it.each(originals)('%s', (cell, presetCell = '', optionsCell = '') => {
    const [, definition] = Object.entries(definitions).find(([name]) => cell.startsWith(name)) ?? [];
    if (definition === undefined) throw new Error(`${cell} has no definition`);
    const [call, own = ''] = codeOf(presetCell);
    const preset = presets[call?.replace('presets.', '') as keyof typeof presets] as Preset | undefined;
    const onlyOdd = optionsCell.includes('for an odd number of channels');
    const options = literal(codeOf(optionsCell).join(', '));
    for (const grid of definition.grids) {
      for (const channels of definition.widths) {
        const size: Size = { grid, channels };
        const plain = posenc.encode(onlyOdd && channels % 2 === 0 ? size : { ...size, ...options });
        const exact = valuesOf(definition, grid, channels);
        expect(largestDistance(plain, exact), `${grid} x ${channels}`).toBeLessThanOrEqual(bound);
        if (preset) expectSame(posenc.encode(preset({ ...size, ...literal(own) })), plain);
      }
    }
  });
});

describe('the channels stated in docs/choosing.md', () => {
  const taken: Record<string, (channels: number, axes: number) => boolean> = {
    any: () => true,
    'any; the original divides by zero with 2 and 3': () => true,
    'any; of n axes, n > 1, less than 2n or at least 4n': (channels, axes) =>
      axes === 1 || channels < 2 * axes || channels >= 4 * axes,
    '1, or at least 4': (channels) => channels === 1 || channels >= 4,
    'even, at least 4': (channels) => channels % 2 === 0 && channels >= 4,
    'a multiple of 4': (channels) => channels % 4 === 0,
  };
  const rows = tables['docs/choosing.md'].filter(([, preset]) => preset !== '');
  it.each(rows)('%s', (cell, presetCell, _, channelsCell = '') => {
    const takes = taken[channelsCell];
    if (takes === undefined) throw new Error(`the channels of ${cell} are "${channelsCell}"`);
    const [call = '', own = ''] = codeOf(presetCell);
    const preset = presets[call.replace('presets.', '') as keyof typeof presets] as Preset;
    const [, definition] = Object.entries(definitions).find(([name]) => cell.startsWith(name)) ?? [];
    for (const grid of definition?.grids ?? []) {
      for (let channels = 1; channels <= 20; ++channels) {
        const make = () => posenc.encode(preset({ grid, channels, ...literal(own) }));
        if (takes(channels, grid.length)) expect(make().every(Number.isFinite)).toBe(true);
        else expect(make).toThrow(/^channels is \d+: expected /);
      }
    }
  });
});

describe('rows about options', () => {
  it('frequencies of its own', () => {
    const frequencies = [1.5, 0.25];
    const values = posenc.encode({ grid: [3], channels: 4, frequencies });
    const expected = [0, 1, 2].flatMap((p) => frequencies.flatMap((w) => [Math.sin(p * w), Math.cos(p * w)]));
    expect(largestDistance(values, expected)).toBeLessThanOrEqual(bound);
  });

  it('angles in float32', () => {
    const position = 1000003;
    const frequency = Math.fround(0.1);
    const options = { grid: [1], channels: 2, offset: position, frequencies: [frequency] };
    const angle = Math.fround(position * frequency);
    const expected = [Math.sin(angle), Math.cos(angle)];
    expect(largestDistance(posenc.encode({ ...options, angles: 'float32' }), expected)).toBeLessThanOrEqual(
      bound,
    );
    expect(largestDistance(posenc.encode(options), expected)).toBeGreaterThan(1e-4);
  });
});

describe("the names of the presets' options", () => {
  const examples: Record<string, unknown> = {
    declaredChannels: 16,
    channelsFirst: true,
    version: 5,
    minTimescale: 2,
    maxTimescale: 500,
    startIndex: 3,
    paddingIndex: 0,
  };

  it('are known for every preset', () => {
    expect(Object.keys(presetOptions).sort()).toEqual(Object.keys(presets).sort());
    expect(new Set(Object.values(presetOptions).flat())).toEqual(new Set(Object.keys(examples)));
  });

  it.each(Object.entries(presetOptions))('%s takes %j and no others', (name, options) => {
    const preset = presets[name as keyof typeof presets] as Preset;
    const size = { grid: name === 'mae' ? [2, 3] : [3], channels: 8 };
    const plain = preset(size);
    for (const [key, value] of Object.entries(examples)) {
      const make = () => preset({ ...size, [key]: value });
      // Each option changes the result.
      if (options.includes(key)) expect(make()).not.toEqual(plain);
      else expect(make).toThrow(`options.${key} is unknown`);
    }
  });
});
