// Closed pipes, full disks, devices, full memory: one line or a silent end, never a stack trace.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, expectError, hasNumpy, isLinux, makeFolder, shell } from '../support/cli.js';
import { makeNpy } from '../support/handmade-files.js';

const folder = makeFolder();
beforeAll(() => {
  makeNpy(join(folder, 'a.npy'), [2], [1, 2]);
  makeNpy(join(folder, 'b.npy'), [2], [1, 3]);
});

/** Commands that print to standard output, and their exit status if they can. */
const printers: [string, number][] = [
  ['posenc', 0],
  ['posenc --help', 0],
  ['posenc help encode', 0],
  ['posenc compare --help', 0],
  ['posenc --version', 0],
  ['posenc show --grid 4 --channels 8', 0],
  ['posenc info a.npy --values', 0],
  ['posenc compare a.npy b.npy', 0],
  ['posenc compare a.npy b.npy --json', 0],
  ['posenc compare a.npy b.npy --tolerance 0.5', 1],
];

describe.skipIf(!isLinux)('standard output', () => {
  const full =
    /^posenc: standard output could not be written: the disk is full: free some space, or write elsewhere$/m;

  it.each(printers)('on a full disk: %s', async (command) => {
    expectError(await shell(folder, `${command} > /dev/full`), 3, full);
  });

  it.each(printers)('whose reader has already closed it: %s', async (command, status) => {
    // The command starts after the reader has closed the pipe.
    const { stdout, stderr } = await shell(folder, `{ sleep 0.3; ${command}; echo $? >&2; } | true`);
    expect([stdout.toString(), stderr]).toEqual(['', `${status}\n`]);
  });

  it('whose reader reads one line', async () => {
    const line = await shell(folder, 'set -o pipefail; posenc show --grid 64 --channels 64 | head -1');
    expect(line.stdout.toString()).toMatch(/^posenc {3}.*sinusoidal\n$/);
    expect([line.status, line.stderr]).toEqual([0, '']);
  });

  it('that takes only a part of the bytes is an error', async () => {
    const encode = 'posenc encode --grid 4000 --channels 10 --out - --format bin';
    const end = await shell(folder, `ulimit -f 64; ${encode} > part.bin`);
    expectError(end, 3, /standard output could not be written: .*ulimit -f/);
    expect(statSync(join(folder, 'part.bin')).size).toBeLessThan(160000);
  });

  it.skipIf(!hasNumpy)('that is a slow, non-blocking pipe gets everything', async () => {
    const program = `
import os, subprocess, sys, time
out, into = os.pipe()
os.set_blocking(into, False)
child = subprocess.Popen(['posenc', 'encode', '--grid', '20000', '--channels', '64', '--out', '-', '--format', 'bin'], stdout=into)
os.close(into)
count = 0
while piece := os.read(out, 65536):
    count += len(piece)
    if count < 300000: time.sleep(0.05)
print(count, child.wait())`;
    const { stdout, stderr } = await shell(folder, `python3 -c "${program}"`);
    expect(stdout.toString() || stderr).toBe(`${20000 * 64 * 4} 0\n`);
  });
});

describe.skipIf(!isLinux)('standard error', () => {
  const encode = 'posenc encode --grid 4 --channels 6 --force --out';
  const cases: [string, string, number][] = [
    ['the summary', `${encode} pe.npy`, 0],
    ['the size of a picture', `${encode} pe.png --channels 5000`, 0],
    ['an error', `${encode} pe.txt`, 2],
    ['a missing file', 'posenc info none.npy', 3],
  ];

  it.each(cases)('on a full disk, for %s', async (_, command, status) => {
    const { stdout } = await shell(folder, `${command} 2> /dev/full; echo $?`);
    expect(stdout.toString()).toBe(`${status}\n`);
  });

  it.each(cases)('whose reader has closed it, for %s', async (_, command, status) => {
    const { stdout, stderr } = await shell(
      folder,
      `exec 3>&1; { sleep 0.3; ${command} 2>&1 >&3; echo $? >&3; } | true`,
    );
    expect([stdout.toString(), stderr]).toEqual([`${status}\n`, '']);
  });

  it('on a full disk does not stop a file', async () => {
    await shell(folder, `${encode} whole.npy 2> /dev/full`);
    expect(readFileSync(join(folder, 'whole.npy')).length).toBe(128 + 96);
  });
});

describe.skipIf(!isLinux)('a file to read', () => {
  const cases: [string, string, RegExp][] = [
    [
      'a pipe',
      'cat a.npy | posenc info /dev/stdin',
      /stdin could not be read: it is a pipe: save its contents/,
    ],
    ['a pipe and a file', 'posenc compare a.npy <(cat b.npy)', /could not be read: it is a pipe/],
    [
      'a pipe that nobody writes to',
      'mkfifo p; timeout 20 posenc info p',
      /p could not be read: it is a pipe/,
    ],
    ['a device without an end', 'posenc info /dev/zero', /zero could not be read: it is a device or socket/],
    [
      'a folder',
      'posenc compare . a.npy',
      /\. could not be read: it is a folder: give the name of a file in it/,
    ],
    [
      'a path through a file',
      'posenc info a.npy/b.npy',
      /a part of the path is a file where a folder is needed/,
    ],
    ['a name too long', `posenc info ${'x'.repeat(300)}`, /could not be read: the name is too long: choose/],
    ['no name', "posenc info ''", /"" could not be read: there is no such file/],
    ['links in a circle', 'ln -s c c; posenc info c', /c could not be read: its links form a circle/],
    [
      'a list without an end',
      'posenc show --positions @/dev/zero',
      /zero could not be read as lists .* 64\.0 MiB/,
    ],
    [
      'a list from a program without an end',
      'yes | posenc show --frequencies @/dev/stdin',
      /could not be read as lists/,
    ],
    ['a list that is a folder', 'posenc show --positions @.', /\. could not be read: it is a folder/],
  ];
  it.each(cases)('%s', async (_, command, message) => {
    expectError(await shell(folder, command), 3, message);
  });

  it('may be redirected to standard input, and a list may come from a pipe', async () => {
    const told = await shell(folder, 'posenc info /dev/stdin < a.npy');
    expect([told.status, told.stdout.toString()]).toEqual([0, expect.stringContaining('float64')]);
    const encode = 'posenc encode --grid 4 --channels 2 --format csv --out - --positions';
    const whole = await shell(folder, `seq 0 3 | tr '\\n' ' ' | ${encode} @/dev/stdin`);
    expect(whole.stdout.toString()).toBe((await shell(folder, `${encode} 0,1,2,3`)).stdout.toString());
    expect(whole.stdout.toString()).toMatch(/^0,1\n0\.84147/);
  });
});

describe.skipIf(!isLinux)('a file to write', () => {
  const encode = 'posenc encode --grid 4 --channels 6 --format npy --out';
  const cases: [string, string, number, RegExp][] = [
    [
      'a path through a file',
      `${encode} a.npy/b.npy`,
      3,
      /could not be written: a part of the path is a file/,
    ],
    ['a name too long', `${encode} ${'x'.repeat(300)}`, 3, /could not be written: the name is too long/],
    ['links in a circle', `ln -s d d; ${encode} d`, 3, /d could not be written: its links form a circle/],
    ['no name', `${encode} ''`, 2, /--out is "": expected the name of a file/],
    ['a name that ends like a folder', `${encode} none/`, 3, /none\/ could not be written: there is no such/],
    ['a link into a missing folder', `ln -s none/e e; ${encode} e`, 3, /e could not be written: there is no/],
    ['a link to a folder', `ln -s . f; ${encode} f`, 2, /--out is "f", a folder/],
  ];
  it.each(cases)('%s', async (_, command, status, message) => {
    expectError(await shell(folder, command), status, message);
  });

  const ok = ({ status, stderr }: Ended) => expect([status, stderr]).toEqual([0, '']);

  it('that links lead to need not exist, and the links stay', async () => {
    ok(await shell(folder, `mkdir s; ln -s s/real.npy l1; ln -s l1 l2; ${encode} l2 --quiet`));
    ok(await shell(folder, 'test -L l1 && test -L l2 && test -f s/real.npy'));
    const { stdout } = await shell(folder, 'posenc info l2; ls s');
    expect(stdout.toString()).toMatch(/float32\n(.*\n)*real\.npy\n$/);
  });

  it('may have the longest possible name', async () => {
    for (const name of ['x'.repeat(255), 'ü'.repeat(127)]) {
      ok(await shell(folder, `${encode} ${name} --quiet && rm ${name}`));
    }
  });
});

describe.skipIf(!isLinux)('full memory', () => {
  it('is one line', async () => {
    expectError(
      await shell(folder, 'ulimit -v 4000000; posenc show'),
      4,
      /there is too little memory: close/,
    );
  });

  it('of wasm is an error that names a flag', async () => {
    const end = await shell(folder, 'posenc show --grid 4 --channels 4000000000');
    expectError(end, 2, /--channels is 4000000000: the tables .* wasm memory .*use fewer channels/);
  });
});
