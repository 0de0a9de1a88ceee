// What is built on what: the core knows nothing of its bindings, the bindings nothing of the page, and within
// each the folders build on one another in one direction, a family of encodings never on another.
import { describe, expect, it } from 'vitest';
import {
  type Arrow,
  circlesOf,
  filesIn,
  foldersIn,
  importsOf,
  includesOf,
  type Places,
  systemHeadersOf,
  wrongArrows,
} from '../support/layers.js';

const within = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`);
const each = (places: readonly string[], below: readonly string[]): Places =>
  Object.fromEntries(places.map((place) => [place, below]));

const engine = within('src', 'base', 'math', 'phase', 'kernels');
const families = foldersIn('src', ['base', 'math', 'phase', 'kernels', 'export']);
const core = [...engine, ...families, 'src/export'];

/** From the lowest to the highest. */
const corePlaces: Places = {
  'src/base': [],
  'src/math': engine.slice(0, 1),
  'src/phase': engine.slice(0, 2),
  'src/kernels': engine.slice(0, 3),
  ...each(families, engine),
  'src/export': [...engine, ...families],
};

const [platform, version, bytes, glue] = within(
  'bindings/js',
  'platform-types.ts',
  'version.d.ts',
  'bytes.d.ts',
  'posenc.d.ts',
) as [string, string, string, string];
const [check, runtime, compat] = within('bindings/js', 'check', 'runtime', 'compat') as [
  string,
  string,
  string,
];
const jsFamilies = foldersIn('bindings/js', ['check', 'runtime', 'compat']);
const library = [platform, check, glue, runtime, ...jsFamilies];
const internal = 'bindings/js/internal.ts';
const gpuTypes = 'bindings/webgpu/types.ts';

const bindingsPlaces: Places = {
  ...each([platform, version, bytes], []),
  [check]: [],
  // The .wasm's glue, which nothing but its types describe: they speak of the records that runtime reads.
  [glue]: [platform, runtime],
  [runtime]: [platform, version, check, glue],
  ...each(jsFamilies, [platform, check, glue, runtime]),
  [compat]: library,
  // The files that applications import, and those that load the .wasm for them.
  'bindings/js': [...library, version, bytes, compat],
  // The one door to the rest of the library for what is outside it.
  [internal]: library,
  'bindings/formats': ['bindings/js'],
  [gpuTypes]: [internal],
  'bindings/webgpu': [internal, gpuTypes],
  'bindings/adapters': [internal, gpuTypes],
  'bindings/cli': ['bindings/js', internal, 'bindings/formats'],
  'bindings/wasm': core,
};

const cppFiles = filesIn('src', /\.(cpp|hpp)$/);
const arrows: Arrow[] = [
  ...[...cppFiles, ...filesIn('bindings/wasm', /\.(cpp|hpp)$/)].flatMap(includesOf),
  ...[...filesIn('bindings', /\.c?ts$/), ...filesIn('web', /\.ts$/)].flatMap(importsOf),
];

describe('the sources', () => {
  const places: Places = { ...corePlaces, ...bindingsPlaces, web: ['bindings/formats'] };

  it('import only what is below them', () => {
    expect(arrows.length).toBeGreaterThan(300);
    expect(wrongArrows(arrows, places)).toEqual([]);
  });

  it('do not import each other in a circle', () => {
    expect(circlesOf(arrows)).toEqual([]);
  });

  it('of the core know nothing of Emscripten, and read and write nothing', () => {
    const headers = cppFiles.flatMap((file) => systemHeadersOf(file).map((header) => `${file} > ${header}`));
    const wrong = / > (?:emscripten|(?:cstdio|stdio\.h|filesystem|\w*stream|iostream)$)/;
    expect(headers.length).toBeGreaterThan(20);
    expect(headers.filter((arrow) => wrong.test(arrow))).toEqual([]);
  });
});

describe('an arrow', () => {
  const places: Places = { base: [], 'base/one.ts': [], left: ['base'], right: ['base', 'base/one.ts'] };
  const wrong = (from: string, to: string) => wrongArrows([[from, to]], places);

  it('may go down, or stay in its place', () => {
    expect(wrong('left/a.ts', 'base/deep/b.ts')).toEqual([]);
    expect(wrong('left/a.ts', 'left/deep/b.ts')).toEqual([]);
    expect(wrong('right/a.ts', 'base/one.ts')).toEqual([]);
  });

  it('may not go up, aside, to a file that is a place of its own, or out of all places', () => {
    for (const [from, to] of [
      ['base/a.ts', 'left/b.ts'],
      ['left/a.ts', 'right/b.ts'],
      ['left/a.ts', 'base/one.ts'],
      ['base/a.ts', 'base/one.ts'],
      ['left/a.ts', 'elsewhere/b.ts'],
      ['left/a.ts', '../b.ts'],
    ] as const)
      expect(wrong(from, to)).toEqual([`${from} > ${to}`]);
    expect(wrong('elsewhere/a.ts', 'base/b.ts')).toEqual(['elsewhere/a.ts has no place']);
  });

  it('may not close a circle', () => {
    const line: Arrow[] = [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ];
    expect(circlesOf(line)).toEqual([]);
    expect(circlesOf([...line, ['c', 'd'], ['d', 'b']])).toEqual(['b > c > d > b']);
    expect(circlesOf([['a', 'a']])).toEqual(['a > a']);
  });
});
