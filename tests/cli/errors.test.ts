// Errors on the command line and with files: one line that says what is wrong and how to mend it, the right
// exit status, and no unfinished files.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { ended, isLinux, makeFolder, onTerminal, posenc, script } from '../support/cli.js';

const small = ['encode', '--grid', '4', '--channels', '6'];

/** Expects exactly one line. */
function expectLine(stderr: string, message: RegExp) {
  expect(stderr).toMatch(/^posenc: [^\n]+\n$/);
  expect(stderr).toMatch(message);
}

describe('a mistake on the command line', () => {
  const folder = makeFolder();
  const cases: [string, string[], RegExp][] = [
    [
      'an unknown flag',
      ['encode', '--gird', '4'],
      /unknown option '--gird' \(Did you mean --grid\?\); see posenc encode --help/,
    ],
    ['an unknown command', ['encodes'], /unknown command 'encodes' \(Did you mean encode\?\)/],
    [
      'no grid',
      ['encode', '--channels', '4', '--out', 'a.npy'],
      /--grid is missing: expected the number of positions/,
    ],
    ['no channels', ['encode', '--grid', '4', '--out', 'a.npy'], /--channels is missing/],
    ['no file', ['encode', '--grid', '4', '--channels', '4'], /--out is missing: .*pe\.npy/],
    [
      'an empty length in a grid',
      ['encode', '--grid', '4,', '--channels', '4', '--out', 'a.npy'],
      /--grid is "4,": expected whole numbers from 1 to 2\^53 - 1 with commas/,
    ],
    [
      'channels that are not a number',
      ['encode', '--grid', '4', '--channels', 'many', '--out', 'a.npy'],
      /--channels is "many": expected a whole number/,
    ],
    [
      'an unknown choice',
      [...small, '--layout', 'mixed', '--out', 'a.npy'],
      /'mixed' is invalid.*interleaved, concatenated/,
    ],
    [
      'an unknown preset',
      [...small, '--preset', 'bert', '--out', 'a.npy'],
      /'bert' is invalid.*vaswani, positional-encodings, allennlp, /,
    ],
    [
      'rows past the end',
      [...small, '--rows', '2:5', '--out', 'a.npy'],
      /--rows is "2:5": expected a range within 0:4, the rows/,
    ],
    [
      'rows in the wrong order',
      [...small, '--rows', '3:2', '--out', 'a.npy'],
      /--rows is "3:2": expected a range of rows from:to/,
    ],
    [
      'no format',
      [...small, '--out', 'a.txt'],
      /--out is "a\.txt": expected a name that ends in \.npy, .*--format/,
    ],
    ['a folder', [...small, '--out', '.'], /--out is "\.", a folder/],
    ['a type for a picture', [...small, '--out', 'a.png', '--dtype', 'float16'], /--dtype is for numbers/],
    [
      'an error of the library, with the name of the flag',
      [...small, '--split', '3', '--out', 'a.npy'],
      /--split for axis 0 is 3: expected an even number/,
    ],
    [
      'an axis without channels',
      ['encode', '--grid', '4,4', '--channels', '2', '--out', 'a.npy'],
      /--channels is 2: axis 1 would get none; .*--allow-empty-axes$/m,
    ],
    [
      'flags that exclude each other',
      [...small, '--positions', '1,2,3,4', '--offset', '1', '--out', 'a.npy'],
      /--offset and --positions are both given: expected only one of them/,
    ],
    [
      'a timescale of zero',
      [...small, '--min-timescale', '0', '--out', 'a.npy'],
      /--min-timescale is 0: expected a number above 0/,
    ],
    ['one file to compare', ['compare', 'a.npy'], /missing required argument 'b'; see posenc compare --help/],
  ];
  it.each(cases)('%s', async (_, args, message) => {
    const { status, stdout, stderr } = await posenc(folder, ...args);
    expectLine(stderr, message);
    expect(stdout.length).toBe(0);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a file', () => {
  it('that exists is not changed without --force', async () => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'a.npy'), 'mine');
    const { status, stderr } = await posenc(folder, ...small, '--out', 'a.npy');
    expectLine(stderr, /a\.npy already exists: .*--force/);
    expect(status).toBe(3);
    expect(readFileSync(join(folder, 'a.npy'), 'utf8')).toBe('mine');
    expect((await posenc(folder, ...small, '--out', 'a.npy', '--force')).status).toBe(0);
    expect(readFileSync(join(folder, 'a.npy')).length).toBe(128 + 96);
    expect(readdirSync(folder)).toEqual(['a.npy']);
  });

  it('at the end of a link is replaced, and the link stays', async () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'real'));
    writeFileSync(join(folder, 'real', 'a.bin'), '');
    symlinkSync(join('real', 'a.bin'), join(folder, 'link.bin'));
    expect((await posenc(folder, ...small, '--out', 'link.bin', '--force')).status).toBe(0);
    expect(readFileSync(join(folder, 'real', 'a.bin')).length).toBe(96);
    expect(readdirSync(join(folder, 'real'))).toEqual(['a.bin']);
  });

  it('in a folder that does not exist', async () => {
    const { status, stderr } = await posenc(makeFolder(), ...small, '--out', 'none/a.npy');
    expectLine(
      stderr,
      /none\/a\.npy could not be written: there is no such file or folder: .*make the folder first/,
    );
    expect(status).toBe(3);
  });

  it.skipIf(!isLinux)('on a full disk', async () => {
    const { status, stderr } = await posenc(makeFolder(), ...small, '--format', 'npy', '--out', '/dev/full');
    expectLine(stderr, /\/dev\/full could not be written: the disk is full: free some space/);
    expect(status).toBe(3);
  });

  it('that grows too large is removed', async () => {
    const folder = makeFolder();
    const command = `ulimit -f 64; exec "${process.execPath}" "${script}" encode --grid 100000 --channels 64 --out a.npy`;
    const { status, stderr } = await ended(spawn('bash', ['-c', command], { cwd: folder }));
    expectLine(stderr, /a\.npy could not be written: .*ulimit -f.*some of the rows/);
    expect(status).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });

  // Root may write everywhere. The test runs as nobody then, if nobody may run Node.js.
  const isRoot = process.getuid?.() === 0;
  const who = isRoot ? { uid: 65534, gid: 65534 } : {};
  const may = spawnSync(process.execPath, ['--version'], who).status === 0;
  if (!may)
    console.warn(
      `SKIPPED: a folder without write permission; the user nobody may not run ${process.execPath}`,
    );
  it.skipIf(!may)('in a folder without write permission', async () => {
    const folder = makeFolder();
    cpSync(join(script, '..', '..'), join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    mkdirSync(join(folder, 'closed'));
    await ended(spawn('chmod', ['-R', 'a+rX', folder]));
    chmodSync(join(folder, 'closed'), 0o555);
    const args = [join(folder, 'dist/bin/posenc.js'), ...small, '--out', 'closed/a.npy'];
    // Only PATH: other variables may make Node.js read files that nobody may not read.
    const env = { PATH: process.env.PATH };
    const { status, stderr } = await ended(spawn(process.execPath, args, { cwd: folder, env, ...who }));
    expectLine(stderr, /closed\/a\.npy could not be written: permission denied: choose another place/);
    expect(status).toBe(3);
  });

  it('that is not an array, is missing or is cut off cannot be compared', async () => {
    const folder = makeFolder();
    await posenc(folder, ...small, '--out', 'a.npy');
    writeFileSync(join(folder, 'text.npy'), 'not an array at all, but a text');
    writeFileSync(join(folder, 'short.npy'), readFileSync(join(folder, 'a.npy')).subarray(0, 200));
    for (const [name, message] of [
      ['none.npy', /none\.npy could not be read: there is no such file/],
      ['text.npy', /text\.npy does not start like a \.npy file/],
      ['short.npy', /short\.npy is cut off: \[4, 6\] float32 takes 224 bytes, but it has 200 bytes/],
    ] as const) {
      const { status, stderr } = await posenc(folder, 'compare', 'a.npy', name);
      expectLine(stderr, message);
      expect(status).toBe(3);
    }
  });
});

describe('standard output', () => {
  it('that its reader closes early', async () => {
    const command = `"${process.execPath}" "${script}" encode --grid 100000 --channels 64 --out - | head -c 9; echo " \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await ended(spawn('bash', ['-c', command]));
    expectLine(stderr, /standard output could not be written: its reader closed it early: .*fewer rows/);
    expect(stdout.toString('latin1')).toBe('\x93NUMPY\x01\x00v 3\n');
  });

  it.skipIf(!isLinux)('on a full disk', async () => {
    const command = `"${process.execPath}" "${script}" ${small.join(' ')} --out - > /dev/full`;
    const { status, stderr } = await ended(spawn('bash', ['-c', command]));
    expectLine(stderr, /standard output could not be written: the disk is full/);
    expect(status).toBe(3);
  });
});

describe.skipIf(!isLinux)('a terminal', () => {
  it('gets no binary data', async () => {
    const command = (format: string) =>
      `'${process.execPath}' '${script}' ${small.join(' ')} --out - ${format}`;
    const refused = await onTerminal(makeFolder(), command(''));
    expect(refused.stdout.toString()).toMatch(
      /^posenc: --out is "-" and standard output is a terminal, .*--format csv/,
    );
    expect(refused.status).toBe(2);
    const shown = await onTerminal(makeFolder(), command('--format csv'));
    expect(shown.stdout.toString()).toMatch(/^0,1,0,1,0,1\r?\n0\.84147/);
  });
});

describe('an interrupted run', () => {
  const args = ['encode', '--grid', '100000000', '--channels', '512', '--out', 'large.npy'];
  const begin = async () => {
    const folder = makeFolder();
    const child = spawn(process.execPath, [script, ...args], { cwd: folder });
    const end = ended(child);
    while (!readdirSync(folder).some((name) => name.endsWith('.partial')))
      await new Promise((r) => setTimeout(r, 20));
    await new Promise((r) => setTimeout(r, 50));
    return { folder, child, end };
  };

  it('removes its file and ends by the signal', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const { folder, child, end } = await begin();
      child.kill(signal);
      const { status, signal: by, stderr } = await end;
      expectLine(stderr, /interrupted: large\.npy was not written/);
      expect([status, by]).toEqual([null, signal]);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('leaves no file with the final name, even if it is killed', async () => {
    const { folder, child, end } = await begin();
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    expect(existsSync(join(folder, 'large.npy'))).toBe(false);
  });
});
