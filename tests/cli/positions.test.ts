// `posenc positions`: the ids of prompts, masks and patches, printed and written, and its errors.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as posenc from 'posenc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posenc as run } from '../support/cli.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-positions-'));
beforeAll(() => posenc.init());
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, value: unknown) =>
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));

/** A text token, an image of 1 x 4 x 4 patches merged to 2 x 2, and two text tokens. */
const types = [0, 1, 1, 1, 1, 0, 0];
const imageGrids = [[1, 4, 4]];
const config = {
  model_type: 'qwen2_vl',
  image_token_id: 9,
  video_token_id: 8,
  vision_start_token_id: 7,
  vision_config: { spatial_merge_size: 2 },
};
write('prompt.json', { types, imageGrids });
write('config.json', config);

const rows = [
  [0, 1, 1, 1, 1, 3, 4],
  [0, 1, 1, 2, 2, 3, 4],
  [0, 1, 2, 1, 2, 3, 4],
];

describe('of a prompt', () => {
  it('are printed by axis, with the delta', async () => {
    const { stdout, stderr, status } = await run(folder, 'positions', 'prompt.json', '--rules', 'qwen2-vl');
    expect([stderr, status]).toEqual(['', 0]);
    const lines = stdout.toString().trimEnd().split('\n');
    expect(lines.map((line) => line.split(/\s+/)[0])).toEqual(['time', 'row', 'column', 'delta']);
    expect(lines.slice(0, 3).map((line) => line.split(/\s+/).slice(1).map(Number))).toEqual(rows);
    expect(lines[3]).toMatch(/ -2$/);
  });

  it('are printed as JSON, from ids of tokens and a config', async () => {
    const inputIds = [[1, 9, 9, 9, 9, 2, 3]];
    write('ids.json', { input_ids: inputIds, image_grid_thw: imageGrids });
    const { stdout, stderr } = await run(
      folder,
      'positions',
      'ids.json',
      '--config',
      'config.json',
      '--json',
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout.toString())).toEqual({ shape: [3, 1, 7], positions: rows.flat(), delta: [-2] });
  });

  it('are written as int64', async () => {
    const args = ['positions', 'prompt.json', '--rules', 'qwen2-vl', '--out'];
    const { stderr, status } = await run(folder, ...args, 'ids.npy');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^ids\.npy: positions int64 \[3, 1, 7\], delta -2, \d+ bytes\n$/);
    const npy = readFileSync(join(folder, 'ids.npy'));
    const end = npy.indexOf('\n') + 1;
    expect(npy.subarray(0, end).toString('latin1')).toContain(
      "'descr': '<i8', 'fortran_order': False, 'shape': (3, 1, 7)",
    );
    expect(
      Array.from(
        new BigInt64Array(npy.buffer.slice(npy.byteOffset + end, npy.byteOffset + npy.length)),
        Number,
      ),
    ).toEqual(rows.flat());

    expect((await run(folder, ...args, 'ids.safetensors', '--quiet')).stderr).toBe('');
    const file = readFileSync(join(folder, 'ids.safetensors'));
    const size = Number(file.readBigUInt64LE());
    const header = JSON.parse(file.subarray(8, 8 + size).toString());
    expect(header.positions).toEqual({ dtype: 'I64', shape: [3, 1, 7], data_offsets: [0, 168] });
    expect(header.delta).toEqual({ dtype: 'I64', shape: [1, 1], data_offsets: [168, 176] });
    expect(file.readBigInt64LE(8 + size + 168)).toBe(-2n);
    const again = await run(folder, ...args, 'ids.npy');
    expect([again.status, again.stderr]).toEqual([3, expect.stringMatching(/ids\.npy/)]);
  });
});

describe('of masks and patches', () => {
  it('are printed, a line for each sequence', async () => {
    write('mask.json', {
      mask: [
        [0, 1, 1],
        [1, 1, 1],
      ],
      convention: 'roberta',
      paddingIndex: 1,
    });
    const { stdout } = await run(folder, 'positions', 'mask.json');
    expect(stdout.toString()).toBe('1 2 3\n2 3 4\n');
  });

  it('are those of the library', async () => {
    write('patches.json', { grids: [[1, 2, 4]], merge: 2 });
    const { stdout } = await run(folder, 'positions', 'patches.json', '--json');
    const expected = posenc.visionPositions({ grids: [[1, 2, 4]], merge: 2 });
    expect(JSON.parse(stdout.toString())).toEqual({
      shape: expected.shape,
      positions: Array.from(expected.positions),
    });
  });
});

describe('mistakes', () => {
  it.each([
    ['no JSON', '{', [], 3, /JSON/],
    ['a list', [1], [], 3, /is not an object in JSON/],
    ['neither', {}, [], 3, /types is missing: expected types, inputIds, mask, grids or sizes/],
    ['a ragged mask', { mask: [[1], [1, 1]] }, [], 3, /mask\[1\] has 2 tokens: expected 1/],
    ['other tokens', { types: [1, 1, 1], imageGrids }, ['--rules', 'qwen2-vl'], 3, /3/],
    [
      'rules of a mask',
      { mask: [1], shape: [1] },
      ['--rules', 'qwen2-vl'],
      2,
      /--rules is qwen2-vl: expected it only/,
    ],
    ['both outputs', { types: [0] }, ['--json', '--out', 'x.npy'], 2, /--out and --json are both given/],
    [
      'another ending',
      { types: [0] },
      ['--out', 'x.txt'],
      2,
      /--out is "x\.txt": expected a name that ends in/,
    ],
  ])('%s', async (_name, value, flags, expected, message) => {
    write('bad.json', value);
    const { stdout, stderr, status } = await run(folder, 'positions', 'bad.json', ...flags);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([status, stdout.toString()]).toEqual([expected, '']);
  });

  it('a missing file', async () => {
    const { status, stderr } = await run(folder, 'positions', 'missing.json');
    expect([status, stderr]).toEqual([3, expect.stringMatching(/missing\.json/)]);
  });
});
