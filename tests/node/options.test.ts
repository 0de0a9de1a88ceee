// The options of sinusoidal encodings are written in several places: the library's types and checks, the flags
// of the command, the controls of the page, the table in the README. Each must have the options that
// bindings/schema has, with the same choices and defaults.
import { readFileSync } from 'node:fs';
import * as posenc from 'posenc';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { presetOptions } from '../../dist/js/internal.js';
import { readSchema } from '../../scripts/schema.js';
import { defaultsOf, type Field, type Values } from '../../web/model/fields.js';
import { allOptionFields, allOptions } from '../../web/schemes/sinusoidal/option-fields.js';
import { makeFolder, posenc as posencCommand } from '../support/cli.js';

interface OptionData {
  name: string;
  kind: string;
  /** The encodings that have it: both of grids and of points unless one is named. */
  of?: 'grids' | 'points';
  required?: true;
  default?: string | number | boolean;
  /** In words, where the default depends on other options. */
  defaultText?: string;
  choices?: string[];
  about: string;
}

const { sinusoidal, engine } = readSchema() as unknown as Record<
  string,
  { enums: Record<string, { names: string[] }>; options: OptionData[] }
>;
const all = sinusoidal?.options as OptionData[];
const ofGrids = all.filter(({ of }) => of !== 'points');
const namesOf = (options: readonly OptionData[]) => options.map(({ name }) => name);

/** The choices of an option are in the data, or those that cross to C++. */
function choicesOf({ name, kind, choices }: OptionData): string[] | undefined {
  if (!kind.startsWith('choice')) return undefined;
  const names = choices ?? sinusoidal?.enums[name]?.names ?? engine?.enums[name]?.names;
  expect(names, name).toBeDefined();
  return names;
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const sorted = (names: Iterable<string>) => [...names].sort();

describe('the data', () => {
  it('has every option once, each with a kind, a line, and a default that is one of its choices', () => {
    expect(new Set(namesOf(all)).size).toBe(all.length);
    for (const option of all) {
      expect(Object.keys(kinds), option.name).toContain(option.kind);
      expect(option.about.length, option.name).toBeGreaterThan(10);
      const choices = choicesOf(option);
      if (choices) expect(choices).toContain(option.default);
    }
  });
});

/** The kinds of values, as TypeScript writes them. The choices come before. */
const kinds: Record<string, string> = {
  lengths: 'readonly number[]',
  integer: 'number',
  integers: 'readonly number[]',
  number: 'number',
  boolean: 'boolean',
  choice: '',
  'choice or widths': 'readonly number[]',
  'number or numbers': 'number | readonly number[]',
  lists: 'readonly ArrayLike<number>[]',
  'numbers or lists': 'ArrayLike<number> | readonly ArrayLike<number>[]',
};

describe('the types of the library', () => {
  interface Property {
    type: string;
    required: boolean;
  }
  /** The properties of an interface, without those that it inherits. */
  function propertiesOf(path: string, name: string): Map<string, Property> {
    const source = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
    const found = source.statements.find(
      (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
    ) as ts.InterfaceDeclaration;
    return new Map(
      found.members.filter(ts.isPropertySignature).map((member) => [
        member.name.getText(),
        {
          type: member.type?.getText().replace(/\s+/g, ' ') ?? '',
          required: member.questionToken === undefined,
        },
      ]),
    );
  }
  const options = 'bindings/js/sinusoidal/options.ts';
  const points = propertiesOf('bindings/js/sinusoidal/points.ts', 'PointOptions');
  const grids = propertiesOf(options, 'SinusoidalOptions');
  const common = new Map([...propertiesOf(options, 'EncodingOptions'), ...propertiesOf(options, 'Typed')]);
  common.delete('timescales');
  for (const [name, property] of propertiesOf(options, 'Timescales')) {
    common.set(`timescales.${name}`, property);
  }

  it.each([
    ['of both', common, all.filter(({ of }) => of === undefined)],
    ['of grids', grids, all.filter(({ of }) => of === 'grids')],
    ['of points', points, all.filter(({ of }) => of === 'points')],
  ])('have the options %s', (_, properties, expected) => {
    expect(sorted(properties.keys())).toEqual(sorted(namesOf(expected)));
    for (const option of expected) {
      const { name, kind, required = false } = option;
      const choices = (choicesOf(option) ?? []).map((choice) => `'${choice}'`);
      const type = [...choices, kinds[kind] as string].filter((part) => part !== '').join(' | ');
      // The choices of dtype are those of the type DType, which the arrays of results depend on.
      expect(properties.get(name), name).toEqual({ type: name === 'dtype' ? 'D' : type, required });
    }
    const dtypes = read('bindings/js/runtime/dtype.ts').match(/export type DType = (.*);/)?.[1];
    expect(dtypes).toBe(engine?.enums.dtype?.names.map((name) => `'${name}'`).join(' | '));
  });
});

describe('the library', () => {
  beforeAll(() => posenc.init());

  /** What an error says is known, as names. */
  function known(use: () => unknown): string[] {
    try {
      use();
    } catch (error) {
      return (error as Error).message.replace(/^.*expected one of /, '').split(', ');
    }
    return [];
  }
  const topLevel = (options: readonly OptionData[]) =>
    sorted(new Set(namesOf(options).map((name) => name.replace(/\..*/, ''))));

  it('knows the options', () => {
    const strange = { nonsense: 1 } as object;
    expect(sorted(known(() => posenc.encode(strange as never)))).toEqual(topLevel(ofGrids));
    const points = all.filter(({ of }) => of !== 'grids');
    expect(sorted(known(() => new posenc.PointEncoding(strange as never)))).toEqual(topLevel(points));
    const timescales = strange as posenc.Timescales;
    expect(sorted(known(() => posenc.encode({ grid: [1], channels: 2, timescales })))).toEqual(
      sorted(namesOf(all).flatMap((name) => name.match(/^timescales\.(.*)/)?.[1] ?? [])),
    );
  });

  /** Encodings that change with every option. In the second an axis has no channels. */
  const bases: posenc.SinusoidalOptions[] = [
    { grid: [3, 5], channels: 10 },
    { grid: [3, 5], channels: 2 },
  ];
  function resultOf(options: object) {
    return bases.map((base) => {
      try {
        const values = posenc.encode({ ...base, ...options });
        return [values.constructor.name, ...values];
      } catch (error) {
        return (error as Error).message;
      }
    });
  }
  const valued = ofGrids.filter((option) => option.default !== undefined);
  const given = (name: string, value: unknown) => {
    const [, timescale] = name.match(/^timescales\.(.*)/) ?? [];
    return timescale === undefined ? { [name]: value } : { timescales: { [timescale]: value } };
  };

  it.each(valued.map((option) => [option.name, option] as const))('has the default of %s', (name, option) => {
    expect(resultOf(given(name, option.default))).toEqual(resultOf({}));
    const others = {
      boolean: [true],
      number: [2],
      'number or numbers': [2],
      choice: choicesOf(option)?.filter((choice) => choice !== option.default),
      'choice or widths': ['padded'],
    }[option.kind];
    expect(others?.length).toBeGreaterThan(0);
    for (const other of others ?? []) {
      // Angles this small may be the same number in float32.
      const far = name === 'angles' ? { offset: 12345.678 } : {};
      expect(resultOf({ ...given(name, other), ...far }), `${other}`).not.toEqual(resultOf(far));
    }
  });
});

describe('the flags of the command', () => {
  interface Flag {
    takesValue: boolean;
    about: string;
    choices: string[] | undefined;
    default: string | undefined;
  }
  /** The flags in the help, where each begins a line and its text goes on below. */
  const flags = new Map<string, Flag>();
  beforeAll(async () => {
    const { stdout } = await run('encode', '--help');
    const [, help = ''] = stdout.toString().match(/^Options:\n(.*?)\n\n/ms) ?? [];
    for (const entry of help.split(/\n(?= {2}-)/)) {
      const [, flag = '', value, text = ''] = entry.match(/^ +(?:-\w, )?(--[\w-]+)( <\S+>)? +(.*)$/s) ?? [];
      const about = text.replace(/\s+/g, ' ');
      const [, choices] = about.match(/\(choices: ("[^)]*")\)/) ?? [];
      flags.set(flag, {
        takesValue: value !== undefined,
        about,
        choices: choices === undefined ? undefined : JSON.parse(`[${choices}]`),
        default: about.match(/\(default: ([^)]*)\)/)?.[1],
      });
    }
  });
  const run = (...args: string[]) => posencCommand(folder, ...args);
  const folder = makeFolder();

  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  function flagOf(name: string): string {
    const [, timescale] = name.match(/^timescales\.(.*)/) ?? [];
    if (timescale === undefined) return `--${kebab(name)}`;
    return timescale === 'min' || timescale === 'max' ? `--${timescale}-timescale` : `--${timescale}`;
  }
  const names = new Set(namesOf(ofGrids));

  it('are the options of grids and of presets', () => {
    const ofPresets = Object.values(presetOptions)
      .flat()
      .map((name) => (name === 'version' ? '--preset-version' : flagOf(name)));
    const own = ['preset', 'rows', 'out', 'format', 'name', 'force', 'quiet', 'help'].map(flagOf);
    expect(sorted(flags.keys())).toEqual(sorted(new Set([...[...names].map(flagOf), ...ofPresets, ...own])));
  });

  it.each(ofGrids.map((option) => [flagOf(option.name), option] as const))(
    '%s has the choices and the default',
    async (name, option) => {
      const flag = flags.get(name) as Flag;
      const choices = choicesOf(option);
      expect(flag.takesValue).toBe(option.kind !== 'boolean');
      if (option.kind === 'choice or widths') {
        expect(flag.about).toContain(`${choices?.join(', ')}, or widths`);
        const { stderr } = await run('show', name, 'other');
        expect(stderr).toContain(`expected ${choices?.join(', ')}, or widths`);
      } else {
        expect(flag.choices).toEqual(choices);
      }
      const { default: value, defaultText } = option;
      const text = names.has(defaultText ?? '')
        ? flagOf(defaultText ?? '')
        : defaultText?.replace(/[[\] ]/g, '');
      expect(flag.default).toBe(option.kind === 'boolean' || value === undefined ? text : String(value));
    },
  );
});

const defaultTextOf = ({ default: value, defaultText }: OptionData) =>
  value === undefined ? defaultText : String(value);

describe('the controls of the page', () => {
  /** Two axes, so that all options have an effect. */
  const start: Values = { ...defaultsOf(allOptionFields), axes: '2', n0: 3 };
  /** For each option of the library values of the controls for it, which change this option and no other. */
  const controls: Record<string, Values> = {
    grid: { axes: '3', n0: 5, n1: 6, n2: 7 },
    channels: { channels: 12 },
    declaredChannels: { declared: 256 },
    layout: { layout: 'concatenated' },
    phase: { phase: 'cos-sin' },
    channelsFirst: { channelsFirst: true },
    axisOrder: { order: 'reversed' },
    split: { split: 'widths', widths: '4, 4' },
    'timescales.min': { min: 2 },
    'timescales.max': { max: 20 },
    'timescales.endpoint': { end: 'endpoint' },
    'timescales.shift': { end: 'shift', shift: 2 },
    frequencies: { frequencies: '1, 2' },
    offset: { offset: 5 },
    step: { step: 3 },
    positions: { positions: '5, 6, 8' },
    angles: { angles: 'float32' },
    allowEmptyAxes: { allowEmpty: true },
  };
  /** The page draws float32. */
  const missing = ['dtype'];
  const fieldOf = (id: string) => allOptionFields.find((field) => field.id === id) as Field;

  it('are those of the options', () => {
    expect(sorted([...Object.keys(controls), ...missing])).toEqual(sorted(namesOf(ofGrids)));
    const ids = new Set(Object.values(controls).flatMap(Object.keys));
    expect(sorted(ids)).toEqual(sorted(allOptionFields.map(({ id }) => id)));
  });

  it('leave out what has its default', () => {
    expect(Object.keys(allOptions(start))).toEqual(['grid', 'channels']);
  });

  it.each(Object.entries(controls))('of %s change it', (name, values) => {
    const [option, part] = name.split('.') as [string, string?];
    const before = allOptions(start) as unknown as Record<string, unknown>;
    const { [option]: changed, ...others } = allOptions({
      ...start,
      ...values,
    }) as unknown as typeof before;
    const { [option]: _, ...rest } = before;
    expect(others).toEqual(rest);
    expect(changed).not.toEqual(before[option]);
    if (part) expect(Object.keys(changed as object)).toEqual([part]);
  });

  const data = (name: string) => all.find((option) => option.name === name) as OptionData;
  const plain = Object.entries(controls).filter(([name]) => !['grid', 'timescales.endpoint'].includes(name));
  it.each(plain)('of %s have the choices and the default', (name, values) => {
    const option = data(name);
    const field = fieldOf(Object.keys(values)[0] as string);
    const choices = choicesOf(option);
    if (choices !== undefined) {
      expect(field.kind).toBe('choice');
      const offered = field.kind === 'choice' ? field.options.map(({ value }) => value) : [];
      expect(offered).toEqual(option.kind === 'choice' ? choices : [...choices, 'widths']);
    }
    // Without a shift of its own the last timescale is just not reached.
    if (name === 'timescales.shift') expect(field.default).toBe('none');
    else if (option.default !== undefined) expect(field.default).toBe(option.default);
  });
});

describe('the table in the README', () => {
  const [, table = ''] =
    read('README.md').match(/\| option \| values \| default \|\n\|.*\n((?:\|.*\n)+)/) ?? [];
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').slice(1, -1));
  /** Each option with what its row says. Some rows have several, with their defaults in the same order. */
  const told = rows.flatMap(([names = '', values = '', defaults = '']) => {
    const shown = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as string);
    const parts = values.match(/^\s*`\{ ([\w, ]+) \}`/)?.[1]?.split(', ');
    const options = parts ? parts.map((part) => `${shown[0]}.${part}`) : shown;
    const texts = options.length === 1 ? [defaults] : defaults.split(',');
    return options.map((name, i) => ({ name, values, shown: texts[i]?.replaceAll('`', '').trim() }));
  });

  it('has the options of grids', () => {
    expect(sorted(told.map(({ name }) => name))).toEqual(sorted(namesOf(ofGrids)));
  });

  it.each(told.map((row) => [row.name, row] as const))(
    'has the choices and the default of %s',
    (name, row) => {
      const option = all.find((one) => one.name === name) as OptionData;
      expect(row.shown).toBe(defaultTextOf(option) ?? '');
      const quoted = [...row.values.matchAll(/'([\w-]+)'/g)].map(([, choice]) => choice as string);
      expect(sorted(quoted)).toEqual(sorted(choicesOf(option) ?? []));
    },
  );
});
