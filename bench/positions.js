// Benchmarks of position ids: a prompt of 32k tokens with 50 images, and the patches of a video.

/** Types of tokens and grids: an image after every 40 tokens of text, then text. */
function promptOf(length, images) {
  const types = new Int32Array(length);
  const grids = [];
  let at = 0;
  for (let i = 0; i < images; ++i) {
    const [rows, columns] = [18 + (i % 10), 20 + (i % 13)];
    grids.push([1, 2 * rows, 2 * columns]);
    at += 40;
    types.fill(1, at, at + rows * columns);
    at += rows * columns;
  }
  return { types, grids };
}

/** The loop of a plain port, token by token. */
function plainIds(types, grids, out) {
  const length = types.length;
  let position = 0;
  let next = 0;
  for (let i = 0; i < length; ) {
    if (types[i] === 0) {
      out[i] = out[length + i] = out[2 * length + i] = position++;
      ++i;
      continue;
    }
    const [, height, width] = grids[next++];
    const [rows, columns] = [height / 2, width / 2];
    for (let row = 0; row < rows; ++row) {
      for (let column = 0; column < columns; ++column, ++i) {
        out[i] = position;
        out[length + i] = position + row;
        out[2 * length + i] = position + column;
      }
    }
    position += Math.max(rows, columns);
  }
}

/** @returns {import('./works.js').Section[]} */
export function positionsOf({ posenc }) {
  const [length, images] = [32768, 50];
  const prompt = {
    name: `position ids: a prompt with ${images} images`,
    shape: `3 x ${length}`,
    values: 3 * length,
    baselines: ['fill'],
    async make() {
      const { types, grids } = promptOf(length, images);
      const inputIds = BigInt64Array.from(types, (type) => (type === 1 ? 151655n : 9n));
      const mask = new BigInt64Array(length).fill(1n);
      const out = new Int32Array(3 * length);
      const wide = new BigInt64Array(3 * length);
      const options = { imageGrids: grids, rules: 'qwen2-vl' };
      const byId = { imageGrids: grids, rules: 'qwen2-vl', inputIds, imageTokenId: 151655 };
      return {
        works: {
          fill: () => out.fill(1),
          'types, int32': () => posenc.mropePositions({ ...options, types }, out),
          'int64 ids, int32': () => posenc.mropePositions(byId, out),
          'int64 ids and mask, int64': () => posenc.mropePositions({ ...byId, mask, dtype: 'int64' }, wide),
          'types, a new array': () => posenc.mropePositions({ ...options, types }),
          'JavaScript loop': () => plainIds(types, grids, out),
        },
      };
    },
  };

  const grid = [16, 48, 64];
  const count = grid.reduce((product, size) => product * size, 1);
  const patches = {
    name: 'position ids: patches of a video',
    shape: `${count} x 2`,
    values: 2 * count,
    baselines: ['fill'],
    async make() {
      const out = new Int32Array(2 * count);
      return {
        works: {
          fill: () => out.fill(1),
          visionPositions: () => posenc.visionPositions({ grids: [grid] }, out),
        },
      };
    },
  };

  return [prompt, patches];
}
