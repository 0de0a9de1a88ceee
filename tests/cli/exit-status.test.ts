// The table of exit statuses in docs/cli.md: every example ends with the status of its row, and every error is
// one line.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLinux, makeFolder, shell } from '../support/cli.js';
import { dictionary, forgeNpy, makeNpy } from '../support/handmade-files.js';

const page = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');
const [, table = ''] = page.match(/^\| exit status .*\n\| --- .*\n((?:\|.*\n)+)/m) ?? [];
const rows = [...table.matchAll(/^\| (\d+) \| (.*?) \| `(.*)` \|$/gm)].map(
  ([, status, when, example]): [string, number, string] => [
    when as string,
    Number(status),
    (example as string).replaceAll('\\|', '|'),
  ],
);

const folder = makeFolder();
beforeAll(() => {
  makeNpy(join(folder, 'pe.npy'), [2, 2], [0, 1, 2, 3]);
  makeNpy(join(folder, 'theirs.npy'), [2, 2], [0, 1, 2, 3.5]);
  makeNpy(join(folder, 'wide.npy'), [4], [0, 1, 2, 3]);
  const fortran = dictionary('<f8', [2, 2]).replace('False', 'True');
  forgeNpy(join(folder, 'fortran.npy'), fortran, Float64Array.of(0, 1, 2, 3));
  writeFileSync(join(folder, 'cut.npy'), readFileSync(join(folder, 'pe.npy')).subarray(0, -1));
  writeFileSync(join(folder, 'pe.csv'), '0,1\n2,3\n');
});

describe.skipIf(!isLinux)('docs/cli.md', () => {
  it('has a row for every exit status, and an example in every row', () => {
    expect(new Set(rows.map(([, status]) => status))).toEqual(new Set([0, 1, 2, 3, 4, 130]));
    expect(rows.length).toBe(table.trimEnd().split('\n').length);
  });

  it.each(rows)('%s: %i', async (_, status, example) => {
    // With pipefail the status of a pipeline is that of the command, since nothing else in it fails.
    const end = await shell(folder, `set -o pipefail; ${example}`);
    expect(end.status, end.stderr).toBe(status);
    if (status >= 2 && status < 128) expect(end.stderr).toMatch(/^posenc: [^\n]+\n$/);
    else expect(end.stderr).toMatch(/^(posenc: [^\n]+\n)?$/);
  });
});
