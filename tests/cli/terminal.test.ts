// No file or argument can control the terminal: control characters are shown as escapes.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ended, makeFolder, posenc } from '../support/cli.js';
import { dictionary, forgeNpy, forgeSafetensors, makeNpy } from '../support/handmade-files.js';

const folder = makeFolder();

/** Colours, a title, a bell, DEL, C1 controls, line breaks, reversed text, invisible text. */
const evil = '\x1b[31m\x1b]0;t\x07\x7f\x9b31m\x85\r\n\u202e\u2066\u2028\u200b\u{e0041}';
const escaped = String.raw`\u001b[31m\u001b]0;t\u0007\u007f\u009b31m\u0085\r\n\u202e\u2066\u2028\u200b\udb40\udc41`;
/** A file name with all of them. */
const name = `${evil}.npy`;

function expectClean({ stdout, stderr }: Ended) {
  const shown = stdout.toString() + stderr;
  expect(shown).not.toMatch(/[^\P{C}\n]/u);
  expect(shown).not.toMatch(/[\u2028\u2029]/);
  return shown;
}

describe('metadata and names', () => {
  it('are shown with escapes', async () => {
    forgeSafetensors(
      join(folder, 'evil.safetensors'),
      {
        __metadata__: { [`key${evil}`]: `text${evil}` },
        [`name${evil}`]: { dtype: 'U8', shape: [1], data_offsets: [0, 1] },
      },
      1,
    );
    const shown = expectClean(await posenc(folder, 'info', 'evil.safetensors'));
    // Names are shown as JSON strings, which double a real backslash. These are single, so they are escapes.
    expect(shown).toContain(`tensor    "name${escaped}" U8 [1]\n`);
    expect(shown).toContain(`metadata  key${escaped}: text${escaped}\n`);
  });

  it('are escaped in errors, too', async () => {
    const tensor = (start: number) => ({ dtype: 'F64', shape: [1], data_offsets: [start, start + 8] });
    forgeSafetensors(join(folder, 'two.safetensors'), { [evil]: tensor(0), b: tensor(8) }, 16);
    forgeSafetensors(join(folder, 'hole.safetensors'), { [evil]: tensor(8) }, 16);
    forgeSafetensors(join(folder, 'dtype.safetensors'), { a: { ...tensor(0), dtype: evil } }, 8);
    forgeSafetensors(join(folder, 'number.safetensors'), { __metadata__: { [evil]: 1 } });
    forgeSafetensors(
      join(folder, 'twice.safetensors'),
      `{${JSON.stringify(evil)}:1,${JSON.stringify(evil)}:1}`,
    );
    for (const file of ['two', 'hole', 'dtype', 'number', 'twice']) {
      const shown = expectClean(await posenc(folder, 'info', `${file}.safetensors`, '--values'));
      expect(shown).toContain(escaped);
    }
  });
});

describe('headers of .npy', () => {
  it.each([
    ['a type', dictionary('\x1b[31m<f4', [1])],
    ['a shape', dictionary('<f4', [1]).replace('1,', '\x1b[31m')],
    ['an unknown key', `{'descr': '<f4', \x1b[31m`],
  ])('%s', async (_, header) => {
    forgeNpy(join(folder, 'evil.npy'), header, new Float64Array(1));
    expect(expectClean(await posenc(folder, 'info', 'evil.npy'))).toContain('\\u001b[31m');
  });
});

describe('file names', () => {
  it('are escaped in the summary, in errors and in reports', async () => {
    const small = ['encode', '--grid', '4', '--channels', '6', '--out'];
    expect(expectClean(await posenc(folder, ...small, name))).toContain(`${escaped}.npy: float32 [4, 6]`);
    expect(expectClean(await posenc(folder, ...small, name))).toContain(`${escaped}.npy already exists`);
    expect(expectClean(await posenc(folder, ...small, `${evil}/a.npy`))).toContain(
      `${escaped}/a.npy could not`,
    );
    expect(expectClean(await posenc(folder, ...small, evil))).toContain(`--out is "${escaped}": expected`);
    makeNpy(join(folder, 'small.npy'), [1], [1]);
    expect(expectClean(await posenc(folder, 'compare', name, 'small.npy'))).toContain(
      `differ: ${escaped}.npy is`,
    );
    expect(expectClean(await posenc(folder, 'info', `none${evil}`))).toContain(
      `none${escaped} could not be read`,
    );
  });
});

describe('arguments', () => {
  it.each([
    ['a number', ['show', '--grid', evil]],
    ['a list', ['show', '--positions', evil]],
    ['a list file', ['show', '--positions', `@${evil}`]],
    ['a flag', ['show', `--${evil}`]],
    ['a command', [evil]],
    ['a help', ['help', evil]],
    ['a choice', ['show', '--layout', evil]],
    ['a tensor', ['info', 'small.npy', '--tensor', evil]],
    ['a name', ['encode', '--grid', '1', '--channels', '1', '--out', 'a.npy', '--name', evil]],
  ])('%s', async (_, args) => {
    makeNpy(join(folder, 'small.npy'), [1], [1]);
    const end = await posenc(folder, ...args);
    expect(expectClean(end)).toContain('\\u001b[31m');
    expect(end.stderr).toMatch(/^posenc: [^\n]+\n$/);
  });
});
