// `posenc info` shows the rotary embeddings of a model's config.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { init, Rotary } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, makeFolder, posenc } from '../support/cli.js';
import { deepseek4, gemma4, llama, phi3, smollm3 } from '../support/model-configs.js';

const folder = makeFolder();
const save = (name: string, config: unknown) =>
  writeFileSync(join(folder, name), typeof config === 'string' ? config : JSON.stringify(config));

beforeAll(async () => {
  for (const [name, config] of Object.entries({ llama, gemma4, smollm3, phi3, deepseek4 })) {
    save(`${name}.json`, config);
  }
  await init();
});

describe('posenc info', () => {
  /** What follows the format and the size. */
  async function table(name: string) {
    const { status, stdout, stderr } = await posenc(folder, 'info', name);
    expect([status, stderr]).toEqual([0, '']);
    const [, type, text] =
      stdout
        .toString()
        .match(/^format {2}Hugging Face config, model_type "(\w+)"\nsize {4}[^\n]*\n\n(.*)$/s) ?? [];
    return {
      type,
      lines: text
        ?.trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    };
  }
  const titles = [
    'layers',
    'type',
    'kind',
    'dimensions',
    'pairing',
    'theta',
    'factor',
    'longest wavelength in positions',
    'attention scaling',
  ];

  it('shows one row for all layers that are the same', async () => {
    const { frequencies } = Rotary.fromConfig(llama);
    const longest = Number(((2 * Math.PI) / (frequencies.at(-1) as number)).toPrecision(6));
    expect(await table('llama.json')).toEqual({
      type: 'llama',
      lines: [
        titles,
        [
          '0-31',
          'all',
          'llama3',
          '0-127 of 128',
          'halves',
          '500,000',
          '8',
          longest.toLocaleString('en'),
          '1',
        ],
      ],
    });
  });

  it('shows each type of layers, and the dimensions that rotate', async () => {
    const { lines } = await table('gemma4.json');
    expect(lines?.slice(1)).toEqual([
      ['0-4', 'sliding_attention', 'default', '0-255 of 256', 'halves', '10,000', '-', '58,469.6', '1'],
      [
        '5',
        'full_attention',
        'proportional',
        '0-63, 256-319 of 512',
        'halves',
        '1,000,000',
        '1',
        '188.253',
        '1',
      ],
    ]);
    const last = (await table('deepseek4.json')).lines?.at(-1);
    expect(last?.slice(0, 7)).toEqual([
      '2-5',
      'compress',
      'yarn',
      '448-511 of 512',
      'adjacent',
      '160,000',
      '16',
    ]);
  });

  it('names layers without a rotary embedding, and what changes with the length', async () => {
    const { lines } = await table('smollm3.json');
    expect(lines?.map((line) => line.slice(0, 2)).slice(1)).toEqual([
      ['0-2, 4-6', 'all'],
      ['3, 7', 'without rotary embedding'],
    ]);
    const scaled = (await table('phi3.json')).lines;
    expect(scaled?.[1]?.at(-1)).toBe('1.19024');
    expect(scaled?.slice(2)).toEqual([
      [''],
      ['all: above 4,096 positions the longest wavelength is 596,075'],
    ]);
  });

  it('refuses a config that the library refuses, and reads what Python writes', async () => {
    save('unknown.json', { ...llama, rope_scaling: { rope_type: 'fope' } });
    const message = /^posenc: unknown\.json: rope_scaling\.rope_type is "fope": expected 'default', /;
    expectError(await posenc(folder, 'info', 'unknown.json'), 3, message);
    const text = JSON.stringify(llama).replace('{', '{"limits": [0.0, Infinity, -Infinity, NaN, "NaN"],\n ');
    save('python.json', text);
    expect((await table('python.json')).lines?.[1]?.[0]).toBe('0-31');
    save('cut.json', text.slice(0, -1));
    expectError(await posenc(folder, 'info', 'cut.json'), 3, /^posenc: cut\.json is not valid JSON$/m);
    save('package.json', { name: 'x' });
    const { stdout } = await posenc(folder, 'info', 'package.json');
    expect(stdout.toString()).toMatch(/^format {2}unknown/);
  });

  it('lets no name in a config control the terminal', async () => {
    const type = 'sliding\u001b[2J\n';
    const rope = { [type]: { rope_type: 'default', rope_theta: 1e4 } };
    save('evil.json', {
      ...llama,
      num_hidden_layers: 1,
      layer_types: [type],
      rope_parameters: rope,
      rope_scaling: null,
    });
    const { stdout } = await posenc(folder, 'info', 'evil.json');
    expect(stdout.toString()).toContain('0       sliding\\u001b[2J\\n  default');
  });
});
